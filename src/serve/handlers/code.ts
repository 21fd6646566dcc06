import { createWhereConditions } from '../../codegen/expressions/where.ts';
import { type CredentialService, identifyHolder } from '../../contracts/credentials.ts';
import type { FileStore } from '../../contracts/files.ts';
import type { HandlerContext, Handlers, OperationCode, Passwords } from '../../contracts/handlers.ts';
import type { OperationContext, ServiceContext } from '../../contracts/operation-context.ts';
import type { Draft, MaybePromise } from '../../contracts/record.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { RequestContext } from '../../contracts/request-context.ts';
import type { SecondFactors } from '../../contracts/sessions/second-factors.ts';
import type { Sessions } from '../../contracts/sessions/sessions.ts';
import type { Accounts, SignIn } from '../../contracts/sessions/sign-in.ts';
import type { Step } from '../../contracts/step.ts';
import { noteIssued } from '../../parts/authentication/steps/session.ts';
import { openCursors } from '../../parts/endpoints/serve/lists/cursor.ts';
import { emitOf } from '../../parts/events/serve/emit.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { InnerOperationTable } from '../request/inner-operations.ts';
import { refusalIn } from '../request/run.ts';
import { readStack } from '../request/thrown.ts';
import { toLogFacts } from '../request/trace.ts';
import { Answered, createAnswerer, resolveBody, withStatus } from './answered.ts';
import { type Calling, createCall } from './call.ts';
import { createComputed } from './computed.ts';
import {
  createEmitter,
  createPasswordTools,
  createRefuser,
  findRunRefusal,
  toError,
  toHandlerCaller,
} from './context.ts';
import { createHandlerCredentials } from './credentials.ts';
import { createFilesOf, type FilesOf } from './files.ts';
import { type CopyForCode, createCopyForCode } from './hidden.ts';
import { unwritten } from './implement.ts';
import { createRun, type Run } from './run.ts';
import type { SessionTools } from './session-context.ts';
import { createStatedInput } from './stated.ts';
import { createTools, type Tools } from './tools.ts';
import { createWithinHooks, type WithinHooks } from './within.ts';

/** The dependencies of the handlers of a service. */
export interface HandlerDependencies extends Pick<ServiceContext, 'plan' | 'compiled' | 'store' | 'platform'> {
  /** The operations that code may run. */
  readonly inner: () => InnerOperationTable;
  readonly handlers: Handlers;
  readonly passwords: Passwords;
  readonly keys: CredentialService;
  readonly sessions: Sessions;
  readonly factors: SecondFactors | undefined;
  /** Undefined of a document without accounts at issuers. */
  readonly accounts?: Accounts | undefined;
  readonly signIn?: SignIn | undefined;
  /** Stores the contents of files; undefined of a service without files. */
  readonly files?: FileStore | undefined;
}

/** Gives the code that an operation has; `find` are the steps that look for its record without a transaction. */
export type CodeOf = (operation: OperationPlan, find: () => readonly Step[]) => OperationCode | undefined;

/** The code of a service's operations. */
export interface HandlerCode {
  readonly of: CodeOf;
  readonly within: WithinHooks;
  idle(): Promise<void>;
}

/** Makes the code of a service's operations. */
export function createHandlerCode(deps: HandlerDependencies): HandlerCode {
  const { plan, store, platform, handlers, passwords } = deps;
  const inner = (): InnerOperationTable['named'] => deps.inner().named;
  const cursors = openCursors({ platform, store });
  const tools = createTools({ plan, store, platform, inner, conditions: createWhereConditions(plan), cursors });
  const filesOf = createFilesOf(deps);
  const running = new Set<Promise<void>>();
  const contexts = new Map<string, (run: Run) => HandlerContext>();
  const calling: Calling = { inner, tools, handlers, contextOf: (name) => contexts.get(name)! };
  for (const operation of plan.operations) {
    const context = createHandlerContextFactory(deps, operation, tools, calling);
    const { session } = operation;
    contexts.set(operation.name, session === undefined ? context : withSessions(deps, tools, context));
  }
  const computed = createComputed(handlers, deps.compiled, tools);
  const within = createWithinHooks({ ...deps, hooks: handlers.within, calling });

  const of: CodeOf = (operation, find) => {
    const { name, kind } = operation;
    const handler = kind === 'handler' ? handlers.operations.get(name) : undefined;
    const before = handlers.before.get(name);
    const after = handlers.after.get(name);
    const inside = within(operation);
    const members = computed(operation);
    if ([handler, before, inside, after, members].every((code) => code === undefined)) return undefined;
    const context = contexts.get(name)!;
    const hookContext = createHookContextFactory(
      tools,
      createStatedInput(plan, operation),
      filesOf,
      createCopyForCode(plan),
    );
    // The hook before a log in or a sign in is Nonet's own.
    const comparing = operation.session === undefined ? undefined : { context: withSessions(deps, tools, hookContext) };
    const refuser = createRefuser(plan, operation, tools);
    const hooked = { find, tools, passwords, filesOf, context: hookContext, refuser };
    return {
      ...(handler === undefined
        ? {}
        : {
            run: (ctx: RequestContext) => runHandler(handler, context, operation, tools, ctx),
            unwritten: handler === unwritten,
          }),
      ...(before === undefined ? {} : { before: createBeforeHook(before, name, { ...hooked, ...comparing }) }),
      ...(inside === undefined ? {} : { within: inside }),
      ...(after === undefined ? {} : { after: createAfterHook(after, name, hooked, platform.log, running) }),
      ...(members === undefined ? {} : { computed: members }),
    };
  };
  return { of, within, idle: async () => void (await Promise.all(running)) };
}

/** Adds the tools of sessions to the context of a handler. */
function withSessions(
  { plan, sessions, factors, passwords, accounts, signIn }: HandlerDependencies,
  tools: Tools,
  contextOf: (run: Run) => HandlerContext,
): (run: Run) => HandlerContext {
  const { schemes } = plan.authentication;
  return (run) => {
    const { ctx } = run;
    const session: SessionTools = {
      presented: ctx.presented?.verifier.scheme,
      purpose: () => ({ caller: ctx.caller?.id ?? '', session: ctx.caller?.session ?? ctx.caller?.credential ?? '' }),
      signIn: signIn!,
      accounts: {
        use: async (attempt) => accounts!.use(ctx, attempt),
        find: (identity) => accounts!.find(ctx, identity),
        findMeanwhile: (identity) => accounts!.findMeanwhile(ctx, identity),
        renew: (identity) => accounts!.renew(ctx, identity),
        create: (holder, identity) => accounts!.create(ctx, holder, identity),
        createHolder: (fields, identity) => accounts!.createHolder(ctx, fields, identity),
      },
      refuse: (refusal) => tools.end(run, refusal),
      async renew(password, hash) {
        const renewed = passwords.renew(password, hash);
        return renewed === 'busy' ? undefined : renewed;
      },
      exchange: async (location, was, hash) => void (await ctx.transaction!.exchange(location, was, hash)),
      async begin(scheme, subject, refreshed) {
        const client = identifyHolder(schemes.find(({ name }) => name === scheme)!, subject);
        const given = { kind: 'token', scheme, subject, client, scopes: [], attributes: {} } as const;
        const refusal = noteIssued(ctx, await sessions.issue(ctx, given, refreshed));
        if (refusal !== undefined) tools.end(run, refusal);
      },
      async refresh(scheme, text, line) {
        const refreshed = await sessions.refresh(ctx, scheme, text);
        const refusal: Refusal = { condition: 'invalid credential', line };
        if (refreshed === 'invalid') return tools.end(run, refusal);
        if (refreshed === 'ended') {
          ctx.endsStolen = true;
          return undefined;
        }
        noteIssued(ctx, refreshed);
        return refreshed.subject;
      },
      judgeCode: async (person, code) => (await factors?.judge({ person }, code, ctx.now)) ?? 'right',
      async useCode(person, code) {
        const used = (await factors?.use(ctx, { person }, code)) ?? 'right';
        return typeof used === 'object' ? tools.end(run, used.refusal) : used;
      },
      async endAll(scheme, subject) {
        const ended = await sessions.endAll(ctx, scheme, subject);
        if (typeof ended === 'object') tools.end(run, ended.refusal);
      },
    };
    return { ...contextOf(run), session };
  };
}

/** Creates the context of an operation's handler. */
function createHandlerContextFactory(
  deps: HandlerDependencies,
  operation: OperationPlan,
  tools: Tools,
  calling: Calling,
): (run: Run) => HandlerContext {
  const { plan } = deps;
  const { name } = operation;
  const copy = createCopyForCode(plan);
  const stated = createStatedInput(plan, operation);
  const answerer = createAnswerer(operation);
  const refuser = createRefuser(plan, operation, tools);
  const emitter = createEmitter(plan, name, emitOf(deps, name));
  const credentials = createHandlerCredentials({ ...deps, end: tools.end });
  return (run) => ({
    record: copy(operation.resource, run.ctx.before),
    prepared: run.ctx.prepared,
    input: stated(run),
    caller: toHandlerCaller(run.ctx),
    now: new Date(run.ctx.now),
    store: tools.writing(run),
    call: createCall(calling, run),
    emit: emitter(run),
    refuse: refuser(run),
    answer: answerer(run),
    ...credentials(run),
    signal: run.ctx.signal,
  });
}

function runHandler(
  handler: (context: HandlerContext) => unknown,
  contextOf: (run: Run) => HandlerContext,
  operation: OperationPlan,
  tools: Tools,
  ctx: RequestContext,
): MaybePromise<Refusal | undefined> {
  const { name } = operation;
  const run = createRun('the handler of', name, ctx);
  ctx.after = undefined;
  ctx.chosen = undefined;
  const done = (result: unknown): Refusal | undefined => {
    if (run.refusal !== undefined) return run.refusal;
    ctx.after = (resolveBody(run, result) ?? run.latest ?? ctx.before) as Draft | undefined;
    if (result instanceof Answered) ctx.chosen = withStatus(operation, result);
    return undefined;
  };
  const failed = (thrown: unknown): Refusal => {
    const refusal = findRunRefusal(run, thrown);
    if (refusal === undefined) throw toError(thrown, name);
    return refusal;
  };
  try {
    const result = tools.run(run, () => handler(contextOf(run)));
    return result instanceof Promise ? result.then(done, failed) : done(result);
  } catch (thrown) {
    return failed(thrown);
  }
}

interface Hooked {
  find(): readonly Step[];
  context(run: Run): HandlerContext;
  readonly tools: Tools;
  readonly passwords: Passwords;
  readonly filesOf: FilesOf;
  refuser(run: Run): unknown;
}

/** A hook before the transaction: it sees the record as it is committed, and may take the request's time. */
function createBeforeHook(
  hook: (context: HandlerContext) => unknown,
  name: string,
  { find, tools, passwords, context: contextOf, refuser, filesOf }: Hooked,
): (ctx: RequestContext) => Promise<Refusal | undefined> {
  return async (ctx) => {
    for (const step of find()) {
      const refusal = refusalIn(await step(ctx));
      if (refusal !== undefined) return refusal;
    }
    const run = createRun('the hook before', name, ctx);
    try {
      const password = createPasswordTools(passwords, run, tools);
      const context = { ...contextOf(run), files: filesOf(run, 'writes'), password, refuse: refuser(run) };
      ctx.prepared = await tools.run(run, () => hook(context));
      return run.refusal;
    } catch (thrown) {
      const refusal = findRunRefusal(run, thrown);
      if (refusal === undefined) throw toError(thrown, name);
      return refusal;
    }
  };
}

function createHookContextFactory(
  tools: Tools,
  stated: (run: Run) => unknown,
  filesOf: FilesOf,
  copy: CopyForCode,
): (run: Run) => HandlerContext {
  return (run) => {
    const { ctx } = run;
    return {
      record: copy(ctx.operation.resource, ctx.after ?? ctx.before),
      input: stated(run),
      caller: toHandlerCaller(ctx),
      store: tools.reading(run),
      files: filesOf(run, 'reads'),
      signal: ctx.signal,
      prepared: ctx.prepared,
    };
  };
}

/** Creates a hook after the commit: it is not awaited, and its errors are logged. */
function createAfterHook(
  hook: (context: HandlerContext) => unknown,
  name: string,
  { tools, context }: Pick<Hooked, 'tools' | 'context'>,
  log: OperationContext['platform']['log'],
  running: Set<Promise<void>>,
): (ctx: RequestContext) => void {
  return (ctx) => {
    const run = createRun('the hook after', name, ctx);
    const work = (async () => tools.run(run, () => hook(context(run))))()
      .then(
        () => undefined,
        (error: unknown) => {
          log.error({ ...toLogFacts(ctx.trace), error: readStack(error) }, `the hook after ${name} failed`);
        },
      )
      .finally(() => {
        running.delete(work);
      });
    running.add(work);
  };
}
