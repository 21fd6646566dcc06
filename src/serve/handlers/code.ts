import { conditionsOf } from '../../codegen/where.ts';
import type { KeyRing } from '../../contracts/credentials.ts';
import type { HandlerContext, Handlers, OperationCode, Passwords } from '../../contracts/handlers.ts';
import type { Making } from '../../contracts/operation-context.ts';
import type { Draft, Maybe } from '../../contracts/record.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { Given } from '../../contracts/request-context.ts';
import type { Step } from '../../contracts/step.ts';
import { cursorsWith } from '../../parts/endpoints/serve/lists/cursor.ts';
import { emitOf } from '../../parts/events/serve/emit.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import { stackOf } from '../request/thrown.ts';
import { Answered, answererOf, bodyOf, withStatus } from './answered.ts';
import { type Calling, callerFor } from './call.ts';
import { computedOf } from './computed.ts';
import { callerOf, emitterOf, passwordOf, refusalOf, refuserOf } from './context.ts';
import { credentialsOf } from './credentials.ts';
import { type InnerMaking, innerOperations } from './inner.ts';
import { type Run, runOf } from './run.ts';
import { statedInputOf } from './stated.ts';
import { type Tools, toolsOf } from './tools.ts';

/** What the code of a service is made with. */
export interface CodeMaking extends InnerMaking {
  readonly handlers: Handlers;
  readonly passwords: Passwords;
  readonly keys: KeyRing;
}

/** Gives the code that an operation has; `find` are the steps that look for its record without a transaction. */
export type CodeOf = (operation: OperationPlan, find: () => readonly Step[]) => OperationCode | undefined;

/** Makes the code of a service's operations. */
export function codeOf(making: CodeMaking): { readonly of: CodeOf; idle(): Promise<void> } {
  const { plan, store, host, handlers, passwords } = making;
  const inner = innerOperations(making);
  const cursors = cursorsWith(host, store.secret('cursors'));
  const tools = toolsOf({ plan, store, host, inner, conditions: conditionsOf(plan), cursors });
  const running = new Set<Promise<void>>();
  const contexts = new Map<string, (run: Run) => HandlerContext>();
  const calling: Calling = { inner, tools, handlers, contextOf: (name) => contexts.get(name)! };
  for (const one of plan.operations) contexts.set(one.name, contextMaker(making, one, tools, calling));
  const computed = computedOf(handlers, making.compiled, tools);

  const of: CodeOf = (operation, find) => {
    const { name, kind } = operation;
    const handler = kind === 'code' ? handlers.operations.get(name) : undefined;
    const before = handlers.before.get(name);
    const after = handlers.after.get(name);
    const members = computed(operation);
    if (handler === undefined && before === undefined && after === undefined && members === undefined) return undefined;
    const context = contexts.get(name)!;
    const hookContext = hookContextOf(tools, statedInputOf(plan, operation));
    const making = { find, tools, passwords, context: hookContext, refuser: refuserOf(plan, operation, tools) };
    return {
      ...(handler === undefined
        ? {}
        : { run: (given: Given) => runHandler(handler, context, operation, tools, given) }),
      ...(before === undefined ? {} : { before: beforeOf(before, name, making) }),
      ...(after === undefined ? {} : { after: afterOf(after, name, making, host.log, running) }),
      ...(members === undefined ? {} : { computed: members }),
    };
  };
  return { of, idle: async () => void (await Promise.all(running)) };
}

/** Makes what the handler of an operation is given. */
function contextMaker(
  making: CodeMaking,
  operation: OperationPlan,
  tools: Tools,
  calling: Calling,
): (run: Run) => HandlerContext {
  const { plan } = making;
  const { name } = operation;
  const stated = statedInputOf(plan, operation);
  const answerer = answererOf(operation);
  const refuser = refuserOf(plan, operation, tools);
  const emitter = emitterOf(plan, name, emitOf(making, name));
  const credentials = credentialsOf(making);
  return (run) => ({
    record: run.given.before === undefined ? undefined : { ...run.given.before },
    prepared: run.given.prepared,
    input: stated(run),
    caller: callerOf(run.given),
    store: tools.writing(run),
    call: callerFor(calling, run),
    emit: emitter(run),
    refuse: refuser(run),
    answer: answerer(run),
    ...credentials(run),
    signal: run.given.signal,
  });
}

function runHandler(
  handler: (context: HandlerContext) => unknown,
  contextOf: (run: Run) => HandlerContext,
  operation: OperationPlan,
  tools: Tools,
  given: Given,
): Maybe<Refusal | undefined> {
  const { name } = operation;
  const run = runOf('the handler of', name, given);
  given.after = undefined;
  given.chosen = undefined;
  const done = (result: unknown): Refusal | undefined => {
    if (run.refusal !== undefined) return run.refusal;
    given.after = (bodyOf(run, result) ?? run.latest ?? given.before) as Draft | undefined;
    if (result instanceof Answered) given.chosen = withStatus(operation, result);
    return undefined;
  };
  const failed = (thrown: unknown): Refusal => {
    const refusal = refusalOf(run, thrown);
    if (refusal === undefined) throw errorOf(thrown, name);
    return refusal;
  };
  try {
    const result = tools.run(run, () => handler(contextOf(run)));
    return result instanceof Promise ? result.then(done, failed) : done(result);
  } catch (thrown) {
    return failed(thrown);
  }
}

/** What code throws may be anything. */
function errorOf(thrown: unknown, name: string): Error {
  return thrown instanceof Error
    ? thrown
    : new Error(`the code of ${name} threw ${stackOf(thrown)}, which is no Error`);
}

interface Hooked {
  find(): readonly Step[];
  context(run: Run): HandlerContext;
  readonly tools: Tools;
  readonly passwords: Passwords;
  refuser(run: Run): unknown;
}

/** A hook before the transaction: it sees the record as it is committed, and may take the request's time. */
function beforeOf(
  hook: (context: HandlerContext) => unknown,
  name: string,
  { find, tools, passwords, context: contextOf, refuser }: Hooked,
): (given: Given) => Promise<Refusal | undefined> {
  return async (given) => {
    for (const step of find()) {
      const refusal = await step(given);
      if (refusal !== undefined) return refusal;
    }
    const run = runOf('the hook before', name, given);
    try {
      const password = passwordOf(passwords, run, tools);
      const context = { ...contextOf(run), password, refuse: refuser(run) };
      given.prepared = await tools.run(run, () => hook(context));
      return run.refusal;
    } catch (thrown) {
      const refusal = refusalOf(run, thrown);
      if (refusal === undefined) throw errorOf(thrown, name);
      return refusal;
    }
  };
}

function hookContextOf(tools: Tools, stated: (run: Run) => unknown): (run: Run) => HandlerContext {
  return (run) => {
    const { given } = run;
    const record = given.after ?? given.before;
    return {
      record: record === undefined ? undefined : { ...record },
      input: stated(run),
      caller: callerOf(given),
      store: tools.reading(run),
      signal: given.signal,
      prepared: given.prepared,
    };
  };
}

/** A hook after the commit: nobody waits for it, and what it throws is logged. */
function afterOf(
  hook: (context: HandlerContext) => unknown,
  name: string,
  { tools, context }: Pick<Hooked, 'tools' | 'context'>,
  log: Making['host']['log'],
  running: Set<Promise<void>>,
): (given: Given) => void {
  return (given) => {
    if (given.unchanged || given.repeated === true) return;
    const run = runOf('the hook after', name, given);
    const work = (async () => tools.run(run, () => hook(context(run))))()
      .then(
        () => undefined,
        (error: unknown) => {
          log.error({ traceId: given.traceId, error: stackOf(error) }, `the hook after ${name} failed`);
        },
      )
      .finally(() => {
        running.delete(work);
      });
    running.add(work);
  };
}
