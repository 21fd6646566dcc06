import type { StepDefinition } from '../../../contracts/definition.ts';
import type { Making } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { Given } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { sharedBits } from '../../../plan/bitset.ts';
import { mayChangeFound } from '../../../plan/kinds.ts';
import { readersOf } from '../../../plan/readers.ts';
import { freeGrants } from '../serve/grants.ts';
import { knownBy, questionsTo } from '../serve/known.ts';
import { anyHolds, restricted } from '../serve/row-rule.ts';
import { ruleLines } from '../serve/words.ts';

/** The row rule on the record as it is: false is `not found` where the caller may not read it, else `not allowed`. */
export const rowRuleBefore: StepDefinition = {
  plan({ operation, resource }) {
    const asks = resource !== undefined && restricted(operation.access) && mayChangeFound(operation.kind);
    return asks ? ruleLines(operation.access, 'the record is seen only where', refusals) : [];
  },
  create: createRule,
};

const refusals = [{ condition: 'not found' }, { condition: 'not allowed' }];

function createRule(making: Making): Step {
  const { operation } = making;
  const free = freeGrants(operation.access);
  const line = operation.access.grants.find((grant) => grant.where !== undefined)!.line;
  const hidden: Refusal = { condition: 'not found', line };
  const forbidden: Refusal = { condition: 'not allowed', line };
  const readable = readableBy(making);
  return (given) => {
    if (sharedBits(given.grants, free) !== 0 || given.before === undefined) return undefined;
    if (anyHolds(making, given, given.before)) return undefined;
    const seen = readable(given);
    if (seen instanceof Promise) return seen.then((may) => (may ? forbidden : hidden));
    return seen ? forbidden : hidden;
  };
}

/** Whether the caller may read the record that was loaded. */
function readableBy({ plan, resource, store, operation }: Making): (given: Given) => boolean | Promise<boolean> {
  if (resource === undefined) return () => false;
  const { name, identity } = resource.plan;
  const reads = knownBy(readersOf(plan, name, operation.record));
  const questionFor = questionsTo(store, name, [{ kind: 'equal', field: identity }], reads);
  return (given) => {
    const question = questionFor(given.caller);
    if (question === undefined) return false;
    const values = { conditions: [given.before![identity]], caller: given.caller?.values, now: given.now };
    const row = (given.transaction?.ask(question) ?? question).one(values);
    return row instanceof Promise ? row.then((one) => one !== undefined) : row !== undefined;
  };
}
