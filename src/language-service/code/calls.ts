import { buildInnerPlans } from '../../parts/plan/inner-plan.ts';
import { isCustomHandler } from '../../plan/handler-rules.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import type { ModuleText } from './module-text.ts';
import { isMark, readCallee } from './syntax.ts';

/** The writes of the store that have steps of their own. */
const writes = new Set(['create', 'update', 'delete']);

/** Lists the operations that the handler of an operation runs by `call`, and its writes to the store: `store update Invoice`. */
function listCalls({ tokens, regions }: ModuleText, operation: string): ReadonlySet<string> {
  const called = new Set<string>();
  for (const { kind, key, first, end } of regions) {
    if (kind !== 'handler' || key.value !== operation) continue;
    for (let at = first; at < end; at++) {
      if (!isMark(tokens, at, '(') || tokens[at + 1]?.kind !== 'string') continue;
      const callee = readCallee(tokens, at);
      const method = callee.at(-1) ?? '';
      if (callee.includes('call')) called.add(tokens[at + 1]!.text);
      else if (callee.includes('store') && writes.has(method)) called.add(`store ${method} ${tokens[at + 1]!.text}`);
    }
  }
  return called;
}

/** Returns the operations of a plan, those with a handler also with the steps of the operations that it calls. */
export function withCalledSteps(plan: Plan, module: ModuleText | undefined): readonly OperationPlan[] {
  if (module === undefined || !plan.operations.some(isCustomHandler)) return plan.operations;
  const inner = buildInnerPlans(plan);
  return plan.operations.map((operation) => {
    if (!isCustomHandler(operation)) return operation;
    const called = listCalls(module, operation.name);
    const steps = inner
      .filter(({ asked }) => called.has(asked))
      .flatMap(({ asked, plan: { steps: own } }) => own.map((step) => ({ ...step, words: `${asked}: ${step.words}` })));
    // A step that several rows of scopes have is listed once.
    const unique = new Map(steps.map((step) => [step.words, step]));
    return { ...operation, steps: [...operation.steps, ...unique.values()] };
  });
}
