import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';
import type { Context } from '../handlers/handlers.fixture.ts';

/** Payments of which a declined card is an error and a change: by a transition, an update, a replace, a create, a delete and a handler. */
export function writePayments(body = 'problem details'): string {
  return documentText('Payments', {
    purpose: 'Takes payments.',
    resources: `### Payment

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| card | string | |
| tries | integer | default 0; read-only |
| status | state | |`,
    states: `### Payment

| State | Kind |
| --- | --- |
| open | initial |
| paid | final |
| declined | |

| From | Transition | To | Guard | Trigger | Effect |
| --- | --- | --- | --- | --- | --- |
| open, declined | pay | declined | \`input.card == "bad"\` | | \`tries = tries + 1\` |
| open, declined | pay | paid | | | \`tries = tries + 1\` |
| open, declined | decline | declined | | handler | \`tries = tries + 1\` |`,
    endpoints: `| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Payment | POST | /payments | \`Payment(card)\` | error card_declined when \`card == "bad"\`; 201 \`Payment\` |
| read Payment | GET | /payments/{id} | | error too_many when \`tries > 2\`; 200 \`Payment\` |
| list Payment | GET | /payments | | 200 \`Payment[]\` |
| pay Payment | POST | /payments/{id}/pay | \`{ card: Payment.card }\` | error card_declined when \`status == "declined"\`; 200 \`Payment\` header X-Tries \`tries\` |
| update Payment | PATCH | /payments/{id} | \`Payment(card)\` | error card_declined when \`card == "bad"\`; 200 \`Payment\` |
| replace Payment | PUT | /payments/{id} | \`Payment(card)\` | error card_declined when \`card == "bad"\`; 200 \`Payment\` |
| delete Payment | DELETE | /payments/{id} | | error too_many when \`tries > 1\`; 204 |
| retry Payment (handler) | POST | /payments/{id}/retry | | error card_declined when \`status == "declined"\`; 200 \`Payment\`; 202 \`Payment(id)\` |
| list events | GET | /events | | 200 \`{ data: { type: event type, data: payload }[] }\` |

### list Payment

| Parameter | Maps to |
| --- | --- |
| cursor | cursor |

### list events

| Parameter | Maps to |
| --- | --- |
| limit | page size |

### Idempotency

| Operations | Key | Kept for | When absent |
| --- | --- | --- | --- |
| create Payment, pay Payment, retry Payment | header Idempotency-Key | 1 day | allowed |

### Preconditions

| Operations | Condition | When absent |
| --- | --- | --- |
| update Payment | header If-Match | allowed |`,
    authentication: keyed('| all | all Payment, list events | |'),
    events: `| Event | When | Payload |
| --- | --- | --- |
| payment_tried | pay Payment | \`Payment(id, tries)\` |
| payment_made | create Payment | \`Payment(id)\` |`,
    errors: `- Body: ${body}

| Code | Status | Condition | Message |
| --- | --- | --- | --- |
| card_declined | 402 | — | The card was declined |
| too_many | 409 | guard fails | |
| payment_failed | 400 | raised by retry Payment | It failed |
| missing | 404 | not found | |
| invalid | 422 | invalid input | |`,
    versioning: versioned(
      ['3', '2', '1'],
      `| 3 | renamed | card_declined | declined | | |
| 2 | error added | declined | | as payment_failed | |`,
    ),
  });
}

/** The code of the document, which chooses a response if it is told to. */
export function createPaymentCode(): { readonly after: string[]; status: number | undefined; readonly module: object } {
  const code = {
    after: [] as string[],
    status: undefined as number | undefined,
    module: {
      'retry Payment': async ({ record, call, answer }: Context) => {
        const moved = await call('decline Payment', record.id);
        return code.status === undefined ? moved : answer(code.status);
      },
      after: {
        'pay Payment': ({ record }: Context) => {
          code.after.push(record.status);
        },
      },
    },
  };
  return code;
}
