import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Plan } from '../plan/plan.ts';
import type { ValueSchema } from '../plan/schema.ts';
import { hides } from './answers/values.ts';
import { createEncryptedStringMapper } from './records/encryption.ts';
import { holdsInt64 } from './records.ts';

const levels = 12;

/** Objects of which each contains the next one in two members; counts how often members are read. */
function createPlan(): { readonly plan: Plan; readonly count: () => number } {
  let count = 0;
  const objects = Array.from({ length: levels }, (_, at) => {
    const schema = at === levels - 1 ? { type: 'string' } : { type: 'named', name: `O${at + 1}` };
    return {
      name: `O${at}`,
      get members() {
        count++;
        return ['a', 'b'].map((name) => ({ name, schema }));
      },
    };
  });
  return { plan: { objects, unions: [] } as unknown as Plan, count: () => count };
}

test('what objects contain is looked up in polynomial time, however often they contain one another', () => {
  const schema: ValueSchema = { type: 'named', name: 'O0' };
  for (const contains of [holdsInt64, hides, createEncryptedStringMapper]) {
    const { plan, count } = createPlan();
    assert.ok(!contains(plan, schema), contains.name);
    assert.ok(count() <= levels ** 2, `${contains.name}: ${count()}`);
  }
});
