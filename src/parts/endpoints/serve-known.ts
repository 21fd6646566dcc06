import type { Bits } from '../../plan/bits.ts';
import { sharedBits } from '../../plan/bits.ts';
import type { AccessPlan } from '../../plan/operation.ts';
import { readersOf } from '../../plan/readers.ts';
import type { Caller } from '../../steps/caller.ts';
import type { Making } from '../../steps/maker.ts';
import type { Condition, Question } from '../../steps/store.ts';
import { freeGrants, grantsOf, wheresOf } from '../authentication/serve.ts';

/** The operations whose record is looked for only among those that the caller may know of. */
const hiding = new Set(['update', 'replace', 'delete', 'transition']);

/**
 * Makes the question that finds a record for a change: one that the row rules of the operation and of those that read X hide from
 * the caller is not found by the store itself, so that it takes no longer than one that never was.
 */
export function knownQuestion(
  making: Making,
  conditions: readonly Condition[],
): (caller: Caller | undefined) => Question {
  const { plan, operation, resource, store } = making;
  const name = resource!.plan.name;
  const accesses = [operation.access, ...readersOf(plan, name, operation.record).map(({ access }) => access)];
  const free = accesses.map(freeGrants);
  const made = new Map<string, Question>();
  const byCaller = new WeakMap<Caller, Question>();
  const all = store.question({ resource: name, conditions: [...conditions] });

  const find = (caller: Caller | undefined): Question => {
    const bits = accesses.map((access) => grantsOf(access, caller));
    if (accesses.some((access, i) => access.open || sharedBits(bits[i]!, free[i]!) !== 0)) return all;
    const key = bits.join(' ');
    const known = made.get(key);
    if (known !== undefined) return known;
    const question = store.question({
      resource: name,
      conditions: [...conditions, { kind: 'any', of: rulesOf(accesses, bits) }],
    });
    if (made.size > 256) made.clear();
    made.set(key, question);
    return question;
  };

  if (!hiding.has(operation.kind)) return () => all;
  return (caller) => {
    if (caller === undefined) return find(caller);
    // A caller is the same object as long as nothing about it changes.
    const known = byCaller.get(caller);
    if (known !== undefined) return known;
    const found = find(caller);
    byCaller.set(caller, found);
    return found;
  };
}

/** The row rules that apply, each once. */
function rulesOf(accesses: readonly AccessPlan[], bits: readonly Bits[]): ReturnType<typeof wheresOf> {
  const rules = accesses.flatMap((access, i) => wheresOf(access, bits[i]!));
  return [...new Map(rules.map((one) => [JSON.stringify(one), one])).values()];
}
