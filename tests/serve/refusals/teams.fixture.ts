import { documentText, keyed } from '../../support/document-text.fixture.ts';

/** Teams and their members: a table that states the fields of refusals, envelopes, code, and an older version. */
export const teams = documentText('Teams', {
  purpose: `Keeps teams and who is in them.

- In scope: teams, members`,
  resources: `### Team

| Field | Type | Constraints |
| --- | --- | --- |
| slug | string | required; identity |
| shop | string | assigned from caller.shop |
| title | string | required; unique with shop |

| Rule | Check | Error |
| --- | --- | --- |
| fair | \`title != "Best"\` | unfair |

### Member

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| team | ref Team | required; on delete cascade |
| email | email | required; unique |
| secret | string | internal; unique |
| lines | Line[] | |

### Line (object)

| Field | Type | Constraints |
| --- | --- | --- |
| text | string | required |`,
  endpoints: `- Base URL: {base_url}

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Team | PUT | /teams/{slug} | \`{ team: { name: Team.title } }\` | 201 \`Team\`; 200 \`Team\` |
| update Team | PATCH | /teams/{slug} | \`{ team: { name: Team.title } }\` | 200 \`Team\` |
| create Member | POST | /teams/{team}/members | \`{ member: Member(email, lines?) }\` | 201 \`Member\` |
| read Member | GET | /teams/{team}/members/{id} | | 200 \`Member\` |
| invite (handler) | POST | /invitations | \`{ invitation: { to: Member.email, lines?: Member.lines }, mode: Line.text }\` | 204 |`,
  authentication: keyed(`| all | create Team, update Team, create Member, read Member | \`shop == caller.shop\` |
| all | invite | |`),
  errors: `- Body: \`{ code: code, message: message, errors?: fields { name: name, path: path, at: pointer, of: resource, why: problem, text: message } }\`

| Code | Status | Condition | Message | Field |
| --- | --- | --- | --- | --- |
| invalid | 422 | invalid input | | |
| taken | 409 | not unique | is taken | other |
| unknown | 401 | no credential | is missing | token |
| no_team | 404 | not found on Team | is not there | team |
| no_member | 404 | not found on Member | is not there | member |
| unfair | 422 | | would not be fair | title |
| no | 409 | raised by invite | is refused so | |
| lost | 409 | raised by invite | is lost | mode |
| gone | 404 | unknown path | | /path |

### Field errors

| Problem | On | Message |
| --- | --- | --- |
| any | | is wrong |
| not unique | Member.email | {name} is known |`,
  versioning: `| Version | Status |
| --- | --- |
| 2 | current |
| 1 | supported |

| Sent in | Name | When absent |
| --- | --- | --- |
| header | Teams-Version | current |

| Version | Change | What | Before | Old responses | Old requests |
| --- | --- | --- | --- | --- | --- |
| 2 | renamed | Member.email | mail | | |
| 2 | renamed | taken | used | | |`,
});
