import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildPlan, readDocument } from '../../parts/index.ts';
import { createSource } from '../../text/location.ts';
import { solveGuard } from './solve.ts';

const number = '| total | integer | |\n| paid | integer | |\n| buyer | string | |\n| status | state | |';

/** The guard of a transition with an input of a number and a text. */
function guard(words: string) {
  const text = `# S

## Resources and their fields

### Bill

| Field | Type | Constraints |
| --- | --- | --- |
| id | uuidv7 | assigned |
${number}

### Payment (object)

| Field | Type | Constraints |
| --- | --- | --- |
| amount | integer | required |
| buyer | string | required |

## States and transitions

### Bill

| State | Kind |
| --- | --- |
| open | initial |
| paid | final |

| From | Transition | To | Guard |
| --- | --- | --- | --- |
| open | pay | paid | \`${words}\` |

## Endpoints

| Operation | Method | Path | Request | Response |
| --- | --- | --- | --- | --- |
| create Bill | POST | /bills | \`Bill\` | 201 \`Bill\` |
| pay Bill | POST | /bills/{id}/pay | \`Payment\` | 200 \`Bill\` |
`;
  const plan = buildPlan(readDocument(createSource('s.md', text)).service);
  const found = plan.resources[0]!.machines[0]!.transitions[0]!.guard;
  assert.ok(found !== undefined && found !== 'disabled');
  return found;
}

const record = { total: 500, paid: 100, buyer: 'Ada' };
const solve = (words: string, holds: boolean) =>
  solveGuard(guard(words), record)
    .filter((solution) => solution.holds === holds)
    .map(({ value }) => value);

test('a comparison of numbers is solved at its bound', () => {
  assert.deepEqual(solve('paid + input.amount == total', true), [400]);
  assert.deepEqual(solve('paid + input.amount == total', false), [399, 401]);
  assert.deepEqual(solve('input.amount * 2 <= total - paid', true), [200, 199]);
  assert.deepEqual(solve('input.amount > paid', false), [100, 99]);
});

test('a comparison of texts is solved by the text of the record', () => {
  assert.deepEqual(solve('buyer == input.buyer', true), ['Ada']);
  assert.deepEqual(solve('buyer == input.buyer', false), ['Somebody else']);
});

test('each side of a conjunction is solved', () => {
  assert.deepEqual(solve('buyer == input.buyer && input.amount == total', true), ['Ada', 500]);
});

test('a guard without input has no solution', () => {
  assert.deepEqual(solve('paid == 0', true), []);
});
