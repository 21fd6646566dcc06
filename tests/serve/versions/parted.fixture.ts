import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';

/** A document whose version 2 split fields, joined others, inside an object too, and gave an added field a value. */
export const parted = documentText('Trips', {
  purpose: `Keeps trips.

- In scope: trips`,
  resources: `### Leg (object)

| Field | Type | Constraints |
| --- | --- | --- |
| to | string | required |
| hours | integer | required |
| rest | integer | required |
| note | string | |

### Place (object)

| Field | Type | Constraints |
| --- | --- | --- |
| street | string | required |
| town | string | 1..9 characters |
| country | string | default DE |

### Size (object)

| Field | Type | Constraints |
| --- | --- | --- |
| wide | integer | required |
| high | integer | |

### Phone (object)

| Field | Type | Constraints |
| --- | --- | --- |
| digits | string | required |
| kind | one of home, work | default home |

### Trip

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| shop | string | assigned from caller.shop |
| hours | integer | required; 0..99 |
| rest | integer | required |
| driver | string | required |
| nick | string | |
| source | string | required |
| legs | Leg[] | |
| place | Place | |
| wide | integer | |
| high | integer | |
| phones | Phone[] | |
| speed | one of fast, slow | default slow |`,
  endpoints: `- Request media types: application/json, application/json-patch+json

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Trip | POST | /trips | \`Trip\` | 201 \`Trip\` |
| read Trip | GET | /trips/{id} | | 200 \`Trip\` |
| list Trip | GET | /trips | | 200 \`{ data: Trip[], next: next cursor }\` |
| update Trip | PATCH | /trips/{id} | \`Trip\` | 200 \`Trip\` |
| replace Trip | PUT | /trips/{id} | \`Trip\` | 200 \`Trip\` |
| list events | GET | /events | | 200 \`{ data: { kind: event type, data: payload }[] }\` |

### list Trip

- Order: -driver

| Parameter | Maps to | Constraints |
| --- | --- | --- |
| longest | filter hours <= | |
| limit | page size | |
| cursor | cursor | |`,
  authentication: keyed(`| clerk | all Trip, list events | \`shop == caller.shop\` |`),
  events: `| Event | When | Payload |
| --- | --- | --- |
| trip.changed | update Trip | \`Trip(hours, rest, driver)\` |
| trip.timed | update Trip | \`{ was: = old.speed, now: = speed == old.speed ? old.speed : speed, told: = "is " + string(speed), phones?: = old.phones }\` |`,
  limits: 'Not shown.',
  versioning: versioned(
    ['3', '2', '1'],
    `| 3 | renamed | Trip.rest | minutes | | |
| 3 | renamed | Trip.speed fast | quick | | |
| 3 | default | list Trip | minutes, -speed | | |
| 2 | default | list Trip | — | | |
| 2 | added | Trip.hours | | absent | = \`input.duration / 60\` |
| 2 | added | Trip.minutes | | absent | = \`input.duration % 60\` |
| 2 | removed | Trip.duration | integer; required; 0.. | = \`hours * 60 + minutes\` | |
| 2 | added | parameter longest of list Trip | | | |
| 2 | removed | parameter within of list Trip | integer | | = \`input.within / 60\` |
| 2 | added | Trip.driver | | | = \`input.first + (has(input.last) ? " " + input.last : "")\` |
| 2 | removed | Trip.first | string; required | = \`driver\` | |
| 2 | removed | Trip.last | string; ..9 characters | = \`nick\` | |
| 2 | added | Trip.nick | | | = \`input.last\` |
| 2 | added | Trip.source | | | default older |
| 2 | added | Trip.place | | | = \`{ "street": input.street, "town": input.town }\` |
| 2 | removed | Trip.street | string | = \`place.street\` | |
| 2 | removed | Trip.town | string; ..12 characters | = \`place.town\` | |
| 2 | added | Trip.wide | | | = \`input.size.wide\` |
| 2 | added | Trip.high | | | = \`has(input.size.high) ? input.size.high : 0\` |
| 2 | removed | Trip.size | Size | = \`{ "wide": wide, "high": high }\` | |
| 2 | type | Trip.phones | string[] | = \`phones.map(p, p.digits)\` | = \`input.phones.map(p, { "digits": p })\` |
| 2 | added | Leg.hours | | | = \`input.minutes / 60\` |
| 2 | added | Leg.rest | | | = \`input.minutes % 60\` |
| 2 | removed | Leg.minutes | integer; required | = \`hours * 60 + rest\` | |
| 2 | added | Leg.note | | | |`,
  ),
});
