import type { HandlerContext, Hooked } from '../../contracts/handlers.ts';
import type { MaybePromise } from '../../contracts/record.ts';
import type { RequestContext } from '../../contracts/request-context.ts';
import { copyValue } from '../../plan/files/stored-file.ts';
import { listHookNames } from '../../plan/hooks/hooked-changes.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import { type Calling, createCall } from './call.ts';
import { createRefuser, findRunRefusal, toError, toHandlerCaller } from './context.ts';
import { type CredentialCode, createHandlerCredentials } from './credentials.ts';
import { createCopyForCode } from './hidden.ts';
import { createRun, noteHookFailure, type Run } from './run.ts';
import { createStatedInput } from './stated.ts';

type Hook = (context: HandlerContext) => unknown;

/** The dependencies of hooks inside transactions. */
export interface WithinDependencies extends Omit<CredentialCode, 'end'> {
  readonly hooks: ReadonlyMap<string, Hook>;
  readonly calling: Calling;
}

/** Creates the hook that an operation runs inside its transaction; undefined if it has none. */
export type WithinHooks = (operation: OperationPlan) => ((ctx: RequestContext) => MaybePromise<Hooked>) | undefined;

/** Creates what finds the hooks of operations, of clients and inside other transactions. */
export function createWithinHooks(deps: WithinDependencies): WithinHooks {
  const known = new Map<string, (ctx: RequestContext) => MaybePromise<Hooked>>();
  const hookOf = (name: string, operation: OperationPlan): ((ctx: RequestContext) => MaybePromise<Hooked>) => {
    const made = known.get(name) ?? createHook(deps, name, operation);
    known.set(name, made);
    return made;
  };
  return (operation) => {
    const names = listHookNames(operation).filter((name) => deps.hooks.has(name));
    const [first, ...others] = names.map((name) => hookOf(name, operation));
    return first === undefined || others.length === 0 ? first : (ctx) => runAll([first, ...others], ctx);
  };
}

async function runAll(
  hooks: readonly ((ctx: RequestContext) => MaybePromise<Hooked>)[],
  ctx: RequestContext,
): Promise<Hooked> {
  let wrote = false;
  for (const hook of hooks) {
    const hooked = await hook(ctx);
    if (hooked.refusal !== undefined) return hooked;
    wrote ||= hooked.wrote;
  }
  return { refusal: undefined, wrote };
}

/** Creates a hook; `change` is an operation that runs it, perhaps without a Request of its own. */
function createHook(
  deps: WithinDependencies,
  name: string,
  change: OperationPlan,
): (ctx: RequestContext) => MaybePromise<Hooked> {
  const { plan, calling, hooks } = deps;
  const { tools } = calling;
  const hook = hooks.get(name)!;
  const copy = createCopyForCode(plan);
  const stated = findStated(plan, name, change);
  const inputOf = createStatedInput(plan, stated);
  const refuser = createRefuser(plan, stated, tools);
  const credentials = createHandlerCredentials({ ...deps, end: tools.end });
  const contextOf = (run: Run): HandlerContext => {
    const { ctx } = run;
    const { revoke, changeRights } = credentials(run);
    return {
      record: copyValue(copy(change.resource, ctx.after ?? ctx.before)),
      old: copyValue(copy(change.resource, ctx.before)),
      prepared: ctx.prepared,
      input: inputOf(run),
      caller: toHandlerCaller(ctx),
      now: new Date(ctx.now),
      store: tools.writing(run),
      call: createCall(calling, run),
      refuse: refuser(run),
      ...{ revoke, changeRights },
      signal: ctx.signal,
    };
  };
  return (ctx) => {
    const run = createRun('the hook within', name, ctx);
    const done = (): Hooked => ({ refusal: run.refusal && { ...run.refusal, byHook: true }, wrote: run.wrote });
    const failed = (thrown: unknown): Hooked => {
      const refusal = findRunRefusal(run, thrown);
      if (refusal === undefined) throw noteHookFailure(toError(thrown, name));
      return { refusal: { ...refusal, byHook: true }, wrote: run.wrote };
    };
    try {
      const result = tools.run(run, () => hook(contextOf(run)));
      return result instanceof Promise ? result.then(done, failed) : done();
    } catch (thrown) {
      return failed(thrown);
    }
  };
}

/** The operation of a name as the document states it; a change that no operation makes has the input of its calls, or none. */
function findStated(plan: Plan, name: string, change: OperationPlan): OperationPlan {
  const operation = plan.operations.find((stated) => stated.name === name);
  if (operation !== undefined) return operation;
  const { input: _, ...others } = { ...change, name, parameters: [] };
  const input = plan.calls?.find((call) => call.name === name)?.input;
  return { ...others, ...(input === undefined ? {} : { input }) } as OperationPlan;
}
