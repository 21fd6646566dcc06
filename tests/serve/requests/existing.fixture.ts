import { documentText, keyed, versioned } from '../../support/document-text.fixture.ts';
import type { Context } from '../handlers/handlers.fixture.ts';

/** A shop system whose creates find existing records: by a tuple, without letter case, by state, by identity, by what is computed. */
export const existing = documentText('Existing', {
  purpose: 'Keeps reactions, carts and reservations of shops.',
  resources: `### Post

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| shop | string | |
| text | string | required |

### Reaction

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | |
| user | string | assigned from caller.id |
| post | ref Post | required; unique with user, content |
| content | one of like, heart | default like |
| note | string | |
| number | integer | assigned; unique with post |
| secret | secret | assigned; shown once |

### Account

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | |
| email | string | required; unique ignoring case; ..100 characters |
| handle | string | required |
| slug | string | = \`slug(handle)\`; unique |
| hidden | boolean | default false |
| status | state | |

### Cart

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | |
| owner | string | assigned from caller.id; unique where \`status == "open"\` |
| note | string | |
| status | state | |

### Product

| Field | Type | Constraints |
| --- | --- | --- |
| code | string | identity; required |
| shop | string | |
| stock | integer | required |

### Reservation

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
| shop | string | |
| product | ref Product | required; unique with user |
| user | string | assigned from caller.id |

| Rule | On | Check | Error |
| --- | --- | --- | --- |
| in_stock | create | \`product.stock > 0\` | out_of_stock |`,
  states: `### Account

| State | Kind |
| --- | --- |
| active | initial |
| left | gone |

| From | Transition | To |
| --- | --- | --- |
| active | delete | left |

### Cart

| State | Kind |
| --- | --- |
| open | initial |
| ordered | final |

| From | Transition | To |
| --- | --- | --- |
| open | order | ordered |

### Reservation

| From | Transition | To | Guard | Effect | Error |
| --- | --- | --- | --- | --- | --- |
| | create | | | \`product.stock = product.stock - 1\` | |`,
  endpoints: `- Request media types: application/json, application/x-www-form-urlencoded

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create, read Post | | /posts | | |
| create Reaction | POST | /posts/{post}/reactions | \`Reaction(content, note?)\` | 201 \`Reaction\` header Location; 200 \`Reaction\` header Location when exists |
| read Reaction | GET | /reactions/{id} | | 200 \`Reaction\` |
| delete Reaction | DELETE | /reactions/{id} | | 204 |
| create Account | POST | /accounts | \`Account\` | 202 \`Account\` when \`hidden == true\`; 201 \`Account\`; 200 \`{ account: Account(id, email) }\` when exists |
| read, delete Account | | /accounts | | |
| create Cart | POST | /cart | \`Cart(note?)\` | 201 \`Cart\`; 200 \`Cart\` when exists |
| order Cart | POST | /cart/{id}/order | | 200 \`Cart\` |
| read Cart | GET | /cart/{id} | | 200 \`Cart\` |
| create Product | POST | /products | \`Product\` | 201 \`Product\`; 200 \`Product\` when exists |
| read Product | GET | /products/{code} | | 200 \`Product\` |
| create Reservation | POST | /reservations | \`Reservation\` | 201 \`Reservation\`; 200 \`Reservation\` when exists |
| read Reservation | GET | /reservations/{id} | | 200 \`Reservation\` |
| like Post (handler) | POST | /posts/{id}/like | | 201 \`Post\` |
| list events | GET | /events | | 200 \`{ data: { type: event type, data: payload }[] }\` |

### Idempotency

| Operations | Key | Kept for | When absent |
| --- | --- | --- | --- |
| create Reaction | header Idempotency-Key | 1 day | allowed |

### list events

| Parameter | Maps to |
| --- | --- |
| limit | page size |`,
  authentication: `- Tenant: shop

${keyed(
  `| all | all Post, all Reaction, create Account, delete Account, all Cart, all Product, all Reservation, list events | |
| all | read Account | \`hidden == false\` |
| blind | create Account | |`,
)}`,
  events: `| Event | When | Payload |
| --- | --- | --- |
| reacted | create Reaction | \`Reaction(id, content)\` |
| joined | create Account | \`Account(id)\` |`,
  errors: `- Body: problem details

| Code | Status | Condition |
| --- | --- | --- |
| taken | 409 | not unique |
| full | 403 | quota |
| out_of_stock | 409 | |
| invalid | 422 | invalid input |`,
  limits: `| Limit | Kind | Applies to | Per | Value |
| --- | --- | --- | --- | --- |
| reactions | quota | Reaction | caller.shop | 2 |`,
  versioning: versioned(
    ['2', '1'],
    '| 2 | renamed | Reaction.content | kind | | |\n| 2 | status | create Reaction | 202 | | |',
  ),
});

/** The code of the document: a handler that creates a reaction, and hooks that count. */
export function createCode(counted: { before: number; after: number }): object {
  return {
    'like Post': async ({ store, record }: Context) => {
      await store.create('Reaction', { post: record.id, content: 'like' });
      return record;
    },
    before: {
      'create Reaction': () => {
        counted.before++;
      },
    },
    after: {
      'create Reaction': () => {
        counted.after++;
      },
    },
  };
}
