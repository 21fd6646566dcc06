import type { Context } from './handlers.fixture.ts';

/** Houses with accounts: a handler moves an amount from one account to another and counts the transfers of the house. */
export const transfers = `# Bank

## Resources and their fields

### Account

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| house | string | assigned from caller.house |
| balance | integer | required |

### Transfer

| Field | Type | Constraints |
| --- | --- | --- |
| id | integer | assigned |
| house | string | assigned from caller.house |
| number | integer | assigned; unique with house |
| amount | integer | required |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Account | POST | /accounts | \`Account\` | 201 \`Account\` |
| read Account | GET | /accounts/{id} | | 200 \`Account\` |
| update Account | PATCH | /accounts/{id} | \`Account\` | 200 \`Account\` |
| create Transfer | POST | /transfers | \`Transfer\` | 201 \`Transfer\` |
| move (handler) | POST | /move | \`{ from: Account.balance, to: Account.balance, amount: Transfer.amount }\` | 201 \`Transfer\` |
| shift (handler) | POST | /shift | \`{ from: Account.balance, to: Account.balance, amount: Transfer.amount }\` | 204 |

## Authentication

| Scheme | Kind | Sent in | Credential | Lifetime | Meaning |
| --- | --- | --- | --- | --- | --- |
| key | api key | header Authorization: Bearer | secret key | 365 days | |

| Scope | Allows | Where | Meaning |
| --- | --- | --- | --- |
| all | all Account, create Transfer | \`house == caller.house\` | |
| move | move, shift | | |

### Caller

| Attribute | Type | Meaning |
| --- | --- | --- |
| house | string | |
`;

const shift = async ({ input, store }: Context): Promise<void> => {
  const from = await store.get('Account', input.from);
  const to = await store.get('Account', input.to);
  await store.update('Account', from.id, { balance: from.balance - input.amount });
  await store.update('Account', to.id, { balance: to.balance + input.amount });
};

/** The handlers: one moves an amount and counts, the other only moves. */
export const transferring = {
  shift,
  move: async (context: Context): Promise<unknown> => {
    await shift(context);
    return context.store.create('Transfer', { amount: context.input.amount });
  },
};
