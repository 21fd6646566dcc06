import { documentText } from '../../support/document-text.fixture.ts';

/** A document of clients that are kept as gone, with everything that may refer to one. */
export const keptClients = documentText('Clients', {
  intro: 'Clients that are deleted stay in the database.',
  purpose: `Keeps clients.

- In scope: clients`,
  resources: `### Client

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| name | string | required |
| friend | ref Client | on delete clear |
| status | state | |

### Order

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| client | ref Client | required; on delete restrict |
| status | state | |

### Card

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| client | ref Client | required; on delete cascade |
| locked | boolean | default false |
| ended_at | date-time | read-only |
| status | state | |

### Charge

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| card | ref Card | required; on delete cascade |

### Note

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| client | ref Client | on delete clear |
| text | string | |

### Group

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | assigned from caller.shop |
| clients | ref Client[] | |
| status | state | |`,
  states: `### Client

| State | Kind |
| --- | --- |
| here | initial |
| left | gone |

| From | Transition | To |
| --- | --- | --- |
| here | delete | left |

### Order

| State | Kind |
| --- | --- |
| open | initial |
| away | gone |

| From | Transition | To |
| --- | --- | --- |
| open | delete | away |

### Card

| State | Kind |
| --- | --- |
| valid | initial |
| ended | gone |

| From | Transition | To | Guard | Effect |
| --- | --- | --- | --- | --- |
| valid | delete | ended | \`locked == false\` | \`ended_at = now\` |

### Group

| State | Kind |
| --- | --- |
| used | initial |
| dropped | gone |

| From | Transition | To |
| --- | --- | --- |
| used | delete | dropped |`,
  endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Client | POST | /clients | \`Client\` | 201 \`Client\` |
| read Client | GET | /clients/{id} | | 200 \`Client\` |
| update Client | PATCH | /clients/{id} | \`Client\` | 200 \`Client\` |
| delete Client | DELETE | /clients/{id} | | 204 |
| create Order | POST | /orders | \`Order\` | 201 \`Order\` |
| delete Order | DELETE | /orders/{id} | | 204 |
| create Card | POST | /cards | \`Card\` | 201 \`Card\` |
| read Card | GET | /cards/{id} | | 200 \`Card\` |
| update Card | PATCH | /cards/{id} | \`Card\` | 200 \`Card\` |
| create Charge | POST | /charges | \`Charge\` | 201 \`Charge\` |
| read Charge | GET | /charges/{id} | | 200 \`Charge\` |
| delete Charge | DELETE | /charges/{id} | | 204 |
| create Note | POST | /notes | \`Note\` | 201 \`Note\` |
| read Note | GET | /notes/{id} | | 200 \`Note\` |
| update Note | PATCH | /notes/{id} | \`Note\` | 200 \`Note\` |
| create Group | POST | /groups | \`Group\` | 201 \`Group\` |
| delete Group | DELETE | /groups/{id} | | 204 |`,
  authentication: `| Scheme | Kind | Sent in | Credential | Lifetime |
| --- | --- | --- | --- | --- |
| key | api key | header Authorization: Bearer | secret key | 365 days |

| Scope | Allows | Where |
| --- | --- | --- |
| all | all | \`shop == caller.shop\` |

### Caller

| Attribute | Type |
| --- | --- |
| shop | string |`,
  events: `| Event | When | Payload |
| --- | --- | --- |
| client.left | delete Client | \`Client(id, name)\` |
| card.ended | delete Card | \`Card(id, status, client: Client(id, name))\` |
| charge.erased | delete Charge | \`Charge(id)\` |
| note.changed | update Note | \`Note(id, client)\` |`,
  errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| invalid | 422 | invalid input |
| in_use | 409 | still referenced |
| gone | 410 | gone |
| missing | 404 | not found |`,
});
