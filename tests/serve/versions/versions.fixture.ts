import { documentText, keyed } from '../../support/document-text.fixture.ts';

const header = '| header | Api-Version | current |';

/**
 * A document of three served versions and a retired one, whose rows change everything that rows can change. `placements` are the
 * rows of its Placement table, `statuses` those of the Versions table.
 */
export function versioned(placements = header, statuses = usual): string {
  return documentText('Bills', {
    purpose: `Keeps clients and bills.

- In scope: clients, bills`,
    resources: `### Client

| Field | Type | Constraints |
| --- | --- | --- |
| id | typeid cli | assigned |
| shop | string | assigned from caller.shop |
| title | string | required; 1..40 characters |

### Line (object)

| Field | Type | Constraints |
| --- | --- | --- |
| text | string | required |
| cents | integer | required |

### Bill

| Field | Type | Constraints |
| --- | --- | --- |
| id | typeid bil | assigned |
| shop | string | assigned from caller.shop |
| client | ref Client | required; on delete restrict |
| memo | string | 1..20 characters |
| cents | integer | required; 0.. |
| kind | one of goods, services, gifts | default goods |
| tags | string[] | ..5 items |
| lines | Line[] | |
| code | string | unique with shop |
| urgent | boolean | default false |
| status | state | |
| link | string | = \`self\` |

| Rule | On | Check | Error |
| --- | --- | --- | --- |
| not_paid | update | \`status != "paid"\` | bill_is_paid |`,
    states: `### Bill

| State | Kind |
| --- | --- |
| open | initial |
| overdue | |
| paid | final |

| From | Transition | To | Trigger | Guard | Effect | Error |
| --- | --- | --- | --- | --- | --- | --- |
| open | chase | overdue | | | | |
| open, overdue | settle | paid | | \`input.cents == cents\` | | wrong_sum |
| any | update | | | | | |`,
    endpoints: `- Base URL: {base_url}
- Request media types: application/json, application/json-patch+json, application/x-www-form-urlencoded

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Client | POST | /clients | \`Client\` | 201 \`Client\` header Location |
| read Client | GET | /clients/{id} | | 200 \`Client\` |
| create Bill | POST | /bills | \`Bill\` | 201 \`Bill\` header Location |
| read Bill | GET | /bills/{id} | | 200 \`Bill\` |
| list Bill | GET | /bills | | 200 \`{ data: Bill[], next: next cursor }\` |
| update Bill | PATCH | /bills/{id} | \`Bill\` | 200 \`Bill\` |
| replace Bill | PUT | /bills/{id} | \`Bill\` | 200 \`Bill\` |
| delete Bill | DELETE | /bills/{id} | | 204 |
| chase Bill | POST | /bills/{id}/chase | | 200 \`Bill\` |
| list events | GET | /events | | 200 \`{ data: { kind: event type, version: version, data: payload }[] }\` |
| settle Bill | POST | /bills/{id}/settle | \`{ cents: Bill.cents }\` | 200 \`Bill\` |

### list Bill

- Order: id

| Parameter | Maps to | Constraints |
| --- | --- | --- |
| state | filter status = | |
| state_not | filter status != | |
| kind | filter kind in | |
| memo | filter memo = | |
| cents | filter cents = | |
| cents_from | filter cents >= | |
| sort | sort memo, code | |
| limit | page size | |
| cursor | cursor | |
| expand | expand client | |

### Idempotency

| Operations | Key | Kept for |
| --- | --- | --- |
| create Bill | header Idempotency-Key | 1 hour |

### Preconditions

| Operations | Condition | When absent |
| --- | --- | --- |
| update Bill | header If-Match | allowed |`,
    authentication: keyed(`| clerk | all Client, all Bill, list events | \`shop == caller.shop\` |`),
    events: `| Event | When | Payload |
| --- | --- | --- |
| bill.made | create Bill | \`Bill\` |
| bill.chased | chase Bill | \`Bill\` |
| bill.settled | settle Bill | \`{ bill: Bill.id, sum: Bill.cents }\` |`,
    errors: `- Body: problem details

| Code | Status | Condition | Message |
| --- | --- | --- | --- |
| malformed | 400 | malformed request | |
| invalid | 422 | invalid input | |
| no_credential | 401 | no credential; invalid credential | |
| forbidden | 403 | forbidden | |
| not_found | 404 | not found; unknown path | |
| bill_is_paid | 409 | rule broken on update Bill | This bill has been paid |
| wrong_sum | 409 | guard fails on settle Bill | Another sum is due |
| conflict | 409 | wrong state; not unique; still referenced; guard fails; idempotency key reused; idempotency key in progress | |
| too_many | 429 | rate limit | |
| failed_condition | 412 | precondition failed | |
| no_such_version | 400 | unknown version; version missing | |
| version_gone | 410 | retired version | |`,
    limits: `| Limit | Kind | Applies to | Per | Value |
| --- | --- | --- | --- | --- |
| writing | rate | delete Bill | credential | 4 per hour |
| page | page size | list Bill | | 3, at most 5 |`,
    versioning: `### Versions

| Version | Status | Released | Sunset |
| --- | --- | --- | --- |
${statuses}

### Placement

| Sent in | Name | When absent |
| --- | --- | --- |
${placements}

### Changes

| Version | Change | What | Before | Old responses | Old requests |
| --- | --- | --- | --- | --- | --- |
| 3 | renamed | Bill.memo | note | | |
| 3 | value added | Bill.status overdue | | as open | |
| 3 | error added | wrong_sum | | as conflict | |
| 3 | type | Bill.cents | string | = \`string(cents)\` | = \`int(input.cents)\` |
| 3 | added | Bill.tags | | absent | |
| 3 | path | settle Bill | POST /bills/{id}/pay | | |
| 3 | limit | writing | 1 per hour | | |
| 3 | renamed | event bill.settled | bill.paid | | |
| 2 | added | event bill.chased | | | |
| 2 | renamed | Client.title | name | | |
| 2 | removed | Bill.rush | boolean | = \`urgent\` | = \`input.rush\` |
| 2 | added | Bill.urgent | | absent | |
| 2 | renamed | Bill.kind goods | wares | | |
| 2 | added | chase Bill | | | |
| 2 | status | create Bill | 200 | | |
| 2 | renamed | parameter state of list Bill | status | | |`,
  });
}

const usual = `| 3 | current | 2026-06-01 | |
| 2 | supported | 2026-01-01 | |
| 1 | deprecated | 2025-01-01 | 2027-01-31 |
| 0 | retired | 2024-01-01 | |`;
