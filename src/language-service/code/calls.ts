import { buildInnerPlans } from '../../parts/plan/inner-plan.ts';
import { isCustomHandler } from '../../plan/handler-rules.ts';
import { type HookStep, insertHookSteps } from '../../plan/hooks/hook-steps.ts';
import { listHookNames } from '../../plan/hooks/hooked-changes.ts';
import { changesRecord } from '../../plan/kinds.ts';
import type { OperationPlan, StepPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import type { ModuleText } from './module-text.ts';
import { isMark, readCallee } from './syntax.ts';

/** The writes of the store that have steps of their own. */
const writes = new Set(['create', 'update', 'delete']);

/** Lists the operations that the handler or hook of an operation runs by `call`, and its writes to the store: `store update Invoice`. */
function listCalls({ tokens, regions }: ModuleText, of: 'handler' | 'within', operation: string): ReadonlySet<string> {
  const called = new Set<string>();
  for (const { kind, key, first, end } of regions) {
    if (kind !== of || key.value !== operation) continue;
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

/** Returns the operations of a plan, those with a handler or a hook inside their transaction also with the steps of the operations that it calls. */
export function withCalledSteps(plan: Plan, module: ModuleText | undefined): readonly OperationPlan[] {
  if (module === undefined || module.regions.every(({ kind }) => kind !== 'handler' && kind !== 'within'))
    return plan.operations;
  const inner = buildInnerPlans(plan);
  const listSteps = (of: 'handler' | 'within', name: string): readonly StepPlan[] => {
    const called = listCalls(module, of, name);
    const steps = inner
      .filter(({ asked }) => called.has(asked))
      .flatMap(({ asked, plan: { steps: own } }) => own.map((step) => ({ ...step, words: `${asked}: ${step.words}` })));
    // A step that several rows of scopes have is listed once.
    return [...new Map(steps.map((step) => [step.words, step])).values()];
  };
  const hooks = new Set(module.regions.flatMap(({ kind, key }) => (kind === 'within' ? [key.value] : [])));
  const listHookSteps = (operation: OperationPlan): readonly HookStep[] =>
    listHookNames(operation)
      .filter((name) => hooks.has(name))
      .flatMap((name) => [{ words: `run the hook within ${name}` }, ...listSteps('within', name)]);
  return plan.operations.map((operation) => {
    const { creation } = operation;
    if (isCustomHandler(operation))
      return { ...operation, steps: [...operation.steps, ...listSteps('handler', operation.name)] };
    if (!changesRecord(operation) || hooks.size === 0) return operation;
    return {
      ...operation,
      steps: insertHookSteps(operation, listHookSteps(operation), creation && listHookSteps(creation)),
    };
  });
}
