import assert from 'node:assert/strict';
import { allNumbered } from '../../../src/stores/suites/events.suite.ts';
import type { Served } from '../support/served.fixture.ts';
import type { Context } from './handlers.fixture.ts';

/** Halls that are booked: at most ten bookings of a hall, and a record of each change, both written by hooks. */
export const halls = `# Halls

## Resources and their fields

### Hall

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| house | string | assigned from caller.house |
| name | string | required; 1..40 characters |
| seats | integer | read-only; default 0 |

### Booking

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| house | string | assigned from caller.house |
| hall | ref Hall | required; create-only; on delete cascade |
| guest | string | required; 1..40 characters |
| note | string or null | |
| status | state | |

### Entry

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuid | assigned |
| house | string | assigned from caller.house |
| text | string | required; 1..80 characters |

### Setting

| Field | Type | Constraints |
| --- | --- | --- |
| id | string | required; 1..20 characters |
| house | string | assigned from caller.house |
| value | integer | required |

## States and transitions

### Booking

| State | Kind |
| --- | --- |
| held | initial |
| confirmed | |
| ended | final |

| From | Transition | To | Trigger | Effect |
| --- | --- | --- | --- | --- |
| held | confirm | confirmed | | |
| held | expire | ended | after 1 hour | |
| held, confirmed | settle | ended | handler | |
| confirmed | extend | confirmed | | \`create Booking(hall: hall, guest: guest, house: house)\` |

### Hall

| Transition | Effect |
| --- | --- |
| ring | \`create Entry(text: name, house: house)\` |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Hall | POST | /halls | \`Hall\` | 201 \`Hall\` |
| read Hall | GET | /halls/{id} | | 200 \`Hall\` |
| ring Hall | POST | /halls/{id}/ring | | 200 \`Hall\` |
| delete Hall | DELETE | /halls/{id} | | 204 |
| create Booking | POST | /bookings | \`{ hall: Booking.hall, guest: Booking.guest, token?: Entry.text }\` | 201 \`Booking\` |
| read Booking | GET | /bookings/{id} | | 200 \`Booking\` |
| list Booking | GET | /bookings | | 200 \`{ data: Booking[] }\` |
| update Booking | PATCH | /bookings/{id} | \`Booking(guest, note?)\` | 200 \`Booking\` |
| delete Booking | DELETE | /bookings/{id} | | 204 |
| confirm Booking | POST | /bookings/{id}/confirm | | 200 \`Booking\` |
| extend Booking | POST | /bookings/{id}/extend | | 200 \`Booking\` |
| create Entry | POST | /entries | \`Entry\` | 201 \`Entry\` |
| list Entry | GET | /entries | | 200 \`{ data: Entry[] }\` |
| replace Setting | PUT | /settings/{id} | \`Setting(value)\` | 200 \`Setting\`; 201 \`Setting\` when new |
| book (handler) | POST | /book | \`{ hall: Booking.hall, guests: Booking.guest[] }\` | 204 |

### Idempotency

| Operations | Key | Kept for |
| --- | --- | --- |
| create Booking | header Idempotency-Key | 24 hours |

## Authentication

| Scheme | Kind | Sent in | Credential | Lifetime | Meaning |
| --- | --- | --- | --- | --- | --- |
| key | api key | header Authorization: Bearer | secret key | 365 days | |

| Scope | Allows | Where | Meaning |
| --- | --- | --- | --- |
| all | all Hall, all Booking, all Entry, replace Setting | \`house == caller.house\` | |
| all | book | | |
| narrow | create Booking | \`house == caller.house and guest != "hidden"\` | |
| narrow | read Hall | \`house == caller.house\` | |

### Caller

| Attribute | Type | Meaning |
| --- | --- | --- |
| house | string | |

## Events

| Event | When | Payload |
| --- | --- | --- |
| booking.created | create Booking | \`Booking\` |
| booking.updated | update Booking | \`Booking\` |
| entry.created | create Entry | \`Entry\` |

## Errors

| Code | Status | Condition | Message | Meaning |
| --- | --- | --- | --- | --- |
| full | 409 | raised by create Booking; raised by create Entry | The hall is full | |
| fixed | 409 | raised by confirm Booking; raised by delete Booking | It stays as it is | |
| missing | 404 | not found | | |
| reused | 422 | idempotency key reused | | |
| broken | 500 | internal error | | |
`;

/** The hooks of the halls by their keys; each test sets those that it needs. */
export type HallHooks = Record<string, (context: Context) => unknown>;

/** The changes of the halls that have a hook. */
export const hookedChanges = [
  'create Booking',
  'update Booking',
  'delete Booking',
  'confirm Booking',
  'expire Booking',
  'settle Booking',
  'extend Booking',
  'create Entry',
  'delete Hall',
  'replace Setting',
] as const;

/** Waits until something holds. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 100; i++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail('it never held');
}

/** The kinds of the events after a number. */
export async function listEventKinds({ store }: Served, after: number): Promise<readonly string[]> {
  await allNumbered(store);
  return (await store.events.after(after, 1_000)).map(({ kind }) => kind);
}
