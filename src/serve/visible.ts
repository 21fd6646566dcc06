import { freeGrants, grantsOf, wheresOf } from '../parts/authentication/serve.ts';
import { goneOf } from '../parts/endpoints/serve-list.ts';
import type { OperationPlan } from '../plan/operation.ts';
import type { Plan } from '../plan/plan.ts';
import type { Compiled } from '../steps/compiled.ts';
import type { Given } from '../steps/given.ts';
import type { Making } from '../steps/maker.ts';
import type { Maybe, Row } from '../steps/record.ts';
import type { Condition, Question, Store } from '../steps/store.ts';

/** Makes `Making.visible`: looks records up as the caller of a request may see them. */
export function visibleIn(plan: Plan, compiled: Compiled, store: Store): Making['visible'] {
  return (resource, field) => {
    const of = plan.operations.filter((operation) => operation.resource === resource);
    const read = of.filter((operation) => operation.kind === 'read');
    const gone = goneOf({ resource: compiled.resources.get(resource) });
    const questions = new Map<string, Question>();

    const questionFor = (operations: readonly OperationPlan[], bits: readonly number[], key: string): Question => {
      const known = questions.get(key);
      if (known !== undefined) return known;
      const conditions: Condition[] = [{ kind: 'equal', field }, ...gone];
      const open = operations.some(({ access }, i) => access.open || (bits[i]! & freeGrants(access)) !== 0);
      if (!open)
        conditions.push({ kind: 'any', of: operations.flatMap(({ access }, i) => wheresOf(access, bits[i]!)) });
      const made = store.question({ resource, conditions });
      if (questions.size > 256) questions.clear();
      questions.set(key, made);
      return made;
    };

    return (given: Given, value: unknown): Maybe<Row | undefined> => {
      let operations = read;
      let bits = read.map(({ access }) => grantsOf(access, given.caller));
      if (!read.some(({ access }, i) => access.open || bits[i] !== 0)) {
        operations = of;
        bits = of.map(({ access }) => grantsOf(access, given.caller));
        if (!of.some(({ access }, i) => access.open || bits[i] !== 0)) return undefined;
      }
      const question = questionFor(operations, bits, `${operations === read} ${bits.join(' ')}`);
      const asked = given.transaction === undefined ? question : given.transaction.ask(question);
      return asked.one({ conditions: [value], caller: given.caller?.values, now: given.now });
    };
  };
}
