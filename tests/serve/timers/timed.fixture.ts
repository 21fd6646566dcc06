import { documentText } from '../../support/document-text.fixture.ts';

/** A document in which the time moves records in every way that the language has. */
export const timed = documentText('Tickets', {
  intro: 'Tickets of two shops, moved by people and by the time.',
  purpose: `Moves tickets.

- In scope: tickets`,
  resources: `### Ticket

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| id | typeid tkt | assigned | |
| shop | string | assigned from caller.shop | |
| title | string | required; 1..100 characters | |
| status | state | | |
| stage | state | | |
| due_on | date | | |
| starts_at | date-time | | |
| limit | integer | default 10 | |
| divisor | integer | default 1 | |
| reminders | integer | read-only; default 0 | |
| rounds | integer | read-only; default 0 | |
| closed_at | date-time | read-only | |
| note | string or null | ..5 characters | |
| code | string | unique with shop | |

| Rule | On | Check | Error |
| --- | --- | --- | --- |
| late_only | close | \`status == "late"\` | not_late |

### Counter

| Field | Type | Constraints | Meaning |
| --- | --- | --- | --- |
| id | integer | assigned | |
| shop | string | assigned from caller.shop | |
| count | integer | read-only; default 0 | |`,
  states: `### Ticket.status

| State | Kind | Meaning |
| --- | --- | --- |
| new | initial | |
| held | | |
| late | | |
| closed | final | |
| away | gone | |

| From | Transition | To | Trigger | Guard | Effect | Error |
| --- | --- | --- | --- | --- | --- | --- |
| new | hold | held | | | | |
| held | expire | new | after 10 minutes | | \`rounds = rounds + 1\` | |
| held | extend | held | | | | |
| held | note_it | same | | | \`note = "kept"\` | |
| held | remind | same | after 5 minutes | \`limit > 0\` | \`reminders = reminders + 1\` | |
| new | lapse | late | at due_on | | | |
| new | start | held | at starts_at | \`title != "never"\` | \`limit = 100 / divisor\` | |
| late | close | closed | | | \`closed_at = now\` | |
| any other | close | closed | | | | |
| closed | delete | away | after 1 week | | | |
| late | delete | — | after 1 day | \`title == "erase me"\` | | |
| any | delete | — | | | | |
| any | update | — | | \`title != "bad"\` | | |

### Ticket.stage

| State | Kind | Meaning |
| --- | --- | --- |
| first | initial | |
| second | | |
| third | final | |

| From | Transition | To | Trigger | Guard | Effect | Error |
| --- | --- | --- | --- | --- | --- | --- |
| first | promote | second | | | | |
| second | promote | third | | | | |
| second | turn | second | after 1 hour | | \`rounds = rounds + 10\` | |

| Field | first | second | third |
| --- | --- | --- | --- |
| title | editable | fixed | fixed |
| code | absent | editable | required |

### Counter

| From | Transition | To | Effect |
| --- | --- | --- | --- |
| | raise | | \`count = count + 1\` |`,
  endpoints: `| Operation | Method | Path | Request | Response | Meaning |
| --- | --- | --- | --- | --- | --- |
| create Ticket | POST | /tickets | \`Ticket\` | 201 \`Ticket\` | |
| read Ticket | GET | /tickets/{id} | | 200 \`Ticket\` | |
| list Ticket | GET | /tickets | | 200 \`{ data: Ticket[], count: total count }\` | |
| update Ticket | PATCH | /tickets/{id} | \`Ticket\` | 200 \`Ticket\` | |
| replace Ticket | PUT | /tickets/{id} | \`Ticket\` | 200 \`Ticket\` | |
| delete Ticket | DELETE | /tickets/{id} | | 204 | |
| hold Ticket | POST | /tickets/{id}/hold | | 200 \`Ticket\` | |
| extend Ticket | POST | /tickets/{id}/extend | | 200 \`Ticket\` | |
| note_it Ticket | POST | /tickets/{id}/note | | 200 \`Ticket\` | |
| close Ticket | POST | /tickets/{id}/close | | 200 \`Ticket\` | |
| promote Ticket | POST | /tickets/{id}/promote | | 200 \`Ticket\` | |
| create Counter | POST | /counters | | 201 \`Counter\` | |
| raise Counter | POST | /counters/{id}/raise | | 200 \`Counter\` | |`,
  authentication: `| Scheme | Kind | Sent in | Credential | Lifetime | Meaning |
| --- | --- | --- | --- | --- | --- |
| key | api key | header Authorization: Bearer | secret key | | |

| Scope | Allows | Where | Meaning |
| --- | --- | --- | --- |
| all | all Ticket, all Counter | \`shop == caller.shop\` | |

### Caller

| Attribute | Type | Meaning |
| --- | --- | --- |
| shop | string | |`,
  errors: `- Body: problem details

| Code | Status | Condition | Message | Meaning |
| --- | --- | --- | --- | --- |
| invalid | 422 | invalid input | | |
| not_found | 404 | not found | | |
| gone | 410 | gone | | |
| wrong_state | 409 | wrong state | | |
| not_late | 409 | | | |
| refused | 409 | guard fails | | |
| taken | 409 | not unique | | |
| changed | 412 | precondition failed | | |`,
});
