import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';

/** Issues of two shops with the reactions to them, which some callers see in part; the previous version names them otherwise. */
export const reactions = documentText('Reactions', {
  resources: `### User

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | |
| login | string | required |
| blocked | boolean | default false |

- Shown as: \`User(id, login, given: Reaction(name)[..2 through user])\`

### Issue

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | |
| title | string | required |
| parent | ref Issue | |
| owner | ref User | |

### Reaction

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | |
| issue | ref Issue | required |
| user | ref User | required |
| reviewer | ref User | |
| name | string | required |
| weight | integer | |
| hidden | boolean | default false |
| status | state | |`,
  states: `### Reaction

| State | Kind |
| --- | --- |
| given | initial |
| taken_back | gone |

| From | Transition | To |
| --- | --- | --- |
| given | delete | taken_back |`,
  endpoints: `- Lists: { data, next } by cursor; 25, at most 100

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create, read, update User | | /users | | |
| create Issue | | /issues | | 201 \`Issue(id, reactions: Reaction(name)[..2])\` |
| read Issue as twice | | /twice/{id} | | 200 \`{ one: Reaction(name)[..2], two: Reaction(id)[..2] }\` |
| read Issue | | /issues/{id} | | 200 \`Issue(id, reactions: Reaction(name, weight, user: User(login))[..3 by -weight])\` |
| read Issue as tree | | /trees/{id} | | 200 \`{ top: Issue.title, below: Issue(title, parent: Issue(title), reactions: Reaction(name)[..5])[..4 by title], all: Reaction(name)[..2] }\` |
| read Issue as plain | | /plain/{id} | | 200 \`Issue(id, owner)\` |
| list Issue | | /issues | | 200 \`{ data: Issue(id, reactions: Reaction(name, weight)[..2 by -weight])[], next: next cursor }\` |
| read User as profile | | /profiles/{id} | | 200 \`User(login, given: Reaction(name, issue: Issue(title))[..10 through user], reviewed: Reaction(name)[..1 through reviewer by -id])\` |
| create, update, delete Reaction | | /reactions | | |
| list Reaction | | /reactions | | |
| show Issue (handler) | GET | /issues/{id}/show | | 200 \`Issue(id, reactions: Reaction(name)[..2])\` |
| each (handler) | GET | /each | | 200 \`{ found: Issue(title, reactions: Reaction(name)[..1])[] }\` |

### plain

| Parameter | Maps to |
| --- | --- |
| expand | expand owner |`,
  authentication: `- Tenant: shop

${keyed(
  `| all | all User, all Issue, show Issue, each, create Reaction, update Reaction, delete Reaction, list Reaction | |
| guest | list Issue, read Issue, profile | |
| guest | list Reaction | \`hidden == false\` |
| blind | list Issue | |`,
)}`,
  errors: '- Codes: named after conditions',
  versioning: versioned(
    ['2', '1'],
    `| 2 | renamed | Reaction.issue | about | | |
| 2 | renamed | Reaction.weight | size | | |
| 2 | renamed | Reaction.name | emoji | | |
| 2 | added | Reaction.reviewer | | | |`,
  ),
});
