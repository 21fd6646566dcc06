import { documentText, keyed } from '../../support/document-text.fixture.ts';

/** A document whose conditions, rules, fields and effects ask about other records. */
export const desk = documentText('Desk', {
  purpose: `Books rooms, keeps budgets, and lets members of projects work on tasks.

- In scope: rooms, budgets, projects`,
  resources: `### Room

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| name | string | required |
| bookings | integer | = \`Booking.count(b, b.room == id and b.status == "booked")\` |
| mine | boolean | = \`Booking.exists(b, b.room == id and b.who == caller.id)\` |
| first | date-time | = \`Booking.min(b, b.room == id, b.starts_at)\` |
| hours | number | = \`Booking.sum(b, b.room == id, b.hours)\` |

### Booking

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| room | ref Room | required; on delete cascade |
| who | string | assigned from caller.id |
| hours | number | default 1 |
| status | state | |
| starts_at | date-time | required |
| ends_at | date-time | required |

| Rule | Check | Error |
| --- | --- | --- |
| in_order | \`starts_at < ends_at\` | |
| free | \`status == "cancelled" or not Booking.exists(b, b.room == room and b.id != id and b.status != "cancelled" and b.starts_at < ends_at and b.ends_at > starts_at)\` | room_taken |

### Budget

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| total | integer | required |
| used | integer | = \`Allocation.sum(a, a.budget == id, a.amount)\` |

| Rule | Check | Error |
| --- | --- | --- |
| within | \`Allocation.sum(a, a.budget == id, a.amount) <= total\` | over_budget |

### Allocation

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| budget | ref Budget | required; on delete cascade |
| amount | integer | required |

### Project

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| name | string | required |
| guests | integer | = \`Guest.count(g, g.project == id)\` |
| amount | number | = \`Guest.sum(g, g.project == id, g.amount)\` |
| rate | integer | = \`12 / (Guest.count(g, g.project == id) - 2)\` |

| Rule | Check | Error |
| --- | --- | --- |
| hosted | \`not has(old) or Guest.exists(g, g.project == id) or Member.exists(m, m.project == id)\` | a_guest |
| owned | \`not has(old) or Member.exists(m, m.project == id and m.role == "owner")\` | last_owner |

### Member

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| project | ref Project | required; on delete cascade |
| user | string | required; unique with project |
| role | one of viewer, editor, owner | required |
| status | state | |

### Team

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| name | string | required |

### Guest

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| project | ref Project | required; on delete cascade |
| team | ref Team or null | on delete cascade |
| amount | number | required |

### Task

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| project | ref Project | required; on delete cascade |
| title | string | required |
| agent | string | |
| number | integer | read-only |
| serial | integer | read-only |
| state | state | |`,
  states: `### Booking

| State | Kind |
| --- | --- |
| booked | initial |
| cancelled | final |

| From | Transition | To |
| --- | --- | --- |
| booked | cancel | cancelled |

### Member

| State | Kind |
| --- | --- |
| active | initial |
| left | gone |

| From | Transition | To |
| --- | --- | --- |
| active | delete | left |

### Task

| State | Kind |
| --- | --- |
| open | initial |
| done | final |

| From | Transition | To | Guard | Effect | Error |
| --- | --- | --- | --- | --- | --- |
| — | create | — | \`not has(agent) or Task.count(t, t.agent == agent and t.state == "open") < 3\` | \`serial = next(serial, project)\`; \`number = Task.count(t, t.project == project) + 1\` | too_many |
| open | close | done | \`Member.exists(m, m.project == project and m.user == caller.id)\` | | not_a_member |`,
  endpoints: `- Lists: { data, next } by cursor; 25, at most 100

| Operation | Path |
| --- | --- |
| create, list, read, delete Room | /rooms |
| create, list, read Booking | /bookings |
| cancel Booking | /bookings/{id}/cancel |
| create, list, read, update, delete Budget | /budgets |
| create, list, update, delete Allocation | /allocations |
| create, list, read, delete Project | /projects |
| create, delete Team | /teams |
| create, delete Guest | /guests |
| create, list, update, delete Member | /members |
| create, list, read, update, delete Task | /tasks |
| close Task | /tasks/{id}/close |

### list Project

| Parameter | Maps to |
| --- | --- |
| given | where \`Guest.exists(g, g.project == id and g.amount >= value)\` |
| member | where \`Member.exists(m, m.project == id and m.user == value)\` |`,
  authentication: keyed(
    `| all | all Room, create Booking, list Booking, read Booking, cancel Booking, all Budget, all Allocation, all Project, all Member, all Team, all Guest, close Task | |
| all | list Task, read Task | \`Member.exists(m, m.project == project and m.user == caller.id)\` |
| all | create Task, update Task, delete Task | \`Member.exists(m, m.project == project and m.user == caller.id and m.role in ["editor", "owner"])\` |`,
  ),
  errors: `- Codes: named after conditions

| Code | Status | Condition |
| --- | --- | --- |
| room_taken | 409 | |
| over_budget | 409 | |
| last_owner | 409 | |
| a_guest | 409 | |
| too_many | 409 | |
| not_a_member | 403 | |`,
});
