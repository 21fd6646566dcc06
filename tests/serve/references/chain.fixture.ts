import { documentText } from '../../support/document-text.fixture.ts';

const mine = 'post.project.team.shop == caller.shop';

/** A document whose expressions follow several references, at every place where they may: comments on posts in projects of teams. */
export const chain = documentText('Comments', {
  intro: 'Comments on posts.',
  purpose: `Keeps comments.

- In scope: comments`,
  resources: `### Team

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| open | boolean | default true |

### Project

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| team | ref Team | required |
| owner | string | required |
| lead | ref Person | |
| status | state | |
| texts | integer | = \`Comment.count(c, c.kind == "note" and c.post.project == id)\` |

### Person

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| name | string | required |
| team | ref Team | required |
| nick | string or null | |

### Post

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| project | ref Project | required |
| reviewer | ref Person | |
| title | string | required |

### Comment

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| post | ref Post | required |
| kind | one of note, task | default note |
| text | string | required |
| owner | string | read-only |
| status | state | |

| Rule | Check | Error |
| --- | --- | --- |
| of_open | \`post.project.team.open\` | team_closed |
| stays | \`not has(old) or old.post.project.team == post.project.team\` | other_team |`,
  states: `### Project

| State | Kind |
| --- | --- |
| active | initial |
| closed | final |

| From | Transition | To | Guard | Error |
| --- | --- | --- | --- | --- |
| active | close | closed | \`not Comment.exists(c, c.status == "open" and c.post.project == id)\` | has_open |

### Comment

| State | Kind |
| --- | --- |
| open | initial |
| done | final |

| From | Transition | To | Guard | Effect | Error |
| --- | --- | --- | --- | --- | --- |
| — | create | — | \`post.project.status == "active"\` | \`owner = post.project.owner\` | project_closed |
| open | finish | done | \`post.project.owner == caller.id\` | \`text = "by " + post.project.owner\` | not_owner |
| open | review | same | \`post.reviewer.team.open\` | \`text = has(post.reviewer.nick) and post.reviewer.nick != null ? post.reviewer.nick : post.reviewer.name\` | not_reviewed |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Team | POST | /teams | \`Team\` | 201 \`Team\` |
| update Team | PATCH | /teams/{id} | \`Team\` | 200 \`Team\` |
| create Person | POST | /people | \`Person\` | 201 \`Person\` |
| create Project | POST | /projects | \`Project\` | 201 \`Project\` |
| read Project | GET | /projects/{id} | | 200 \`Project\` |
| update Project | PATCH | /projects/{id} | \`Project\` | 200 \`Project\` |
| close Project | POST | /projects/{id}/close | | 200 \`Project\` |
| create Post | POST | /posts | \`Post\` | 201 \`Post\` |
| update Post | PATCH | /posts/{id} | \`Post\` | 200 \`Post\` |
| create Comment | POST | /comments | \`Comment\` | 201 \`Comment(id, owner, shop: = post.project.team.shop)\` |
| read Comment | GET | /comments/{id} | | 200 \`Comment(id, text, shop: = post.project.team.shop, lead?: = post.project.lead.name, reviewer?: = post.reviewer.team.shop)\` |
| update Comment | PATCH | /comments/{id} | \`Comment\` | 200 \`{ id: Comment.id, was: = old.post.project.owner, owner: = post.project.owner }\` |
| finish Comment | POST | /comments/{id}/finish | | 200 \`Comment(id, text)\` |
| review Comment | POST | /comments/{id}/review | | 200 \`Comment(id, text)\` |
| list Comment | GET | /comments | | 200 \`Comment(id, owner: = post.project.owner, shop: = post.project.team.shop, post: Post(id, open: = project.team.open))[]\` |
| list events | GET | /events | | 200 \`{ data: { kind: event type, body: payload }[], next: next cursor }\` |

### list Comment

| Parameter | Maps to |
| --- | --- |
| limit | page size |
| page | cursor |
| owner | where \`post.project.owner == value\` |
| nick | where \`post.reviewer.nick != value\` |

### list events

| Parameter | Maps to |
| --- | --- |
| cursor | cursor |`,
  authentication: `| Scheme | Kind | Sent in | Credential | Lifetime |
| --- | --- | --- | --- | --- |
| key | api key | header Authorization: Bearer | secret key | 365 days |

| Scope | Allows | Where |
| --- | --- | --- |
| all | create Team, update Team | \`shop == caller.shop\` |
| all | all Person | |
| all | all Project | \`team.shop == caller.shop\` |
| all | all Post | \`project.team.shop == caller.shop\` |
| all | all Comment | \`${mine}\` |
| all | list events | \`${mine}\` |

### Caller

| Attribute | Type |
| --- | --- |
| shop | string |`,
  events: `| Event | When | Payload |
| --- | --- | --- |
| comment.changed | update Comment, finish Comment | \`{ id: Comment.id, was: = old.post.project.owner, owner: = post.project.owner, shop: = post.project.team.shop }\` |`,
  errors: `- Body: problem details
- Codes: named after conditions

| Code | Status | Condition |
| --- | --- | --- |
| team_closed | 409 | |
| other_team | 409 | |
| has_open | 409 | |
| project_closed | 409 | |
| not_owner | 409 | |
| not_reviewed | 409 | |`,
});
