import type { Conditions } from '../../codegen/expressions/where.ts';
import type { InnerAsked, InnerDone } from '../../contracts/inner-operations.ts';
import type { ServiceContext } from '../../contracts/operation-context.ts';
import type { MaybePromise, RecordValue } from '../../contracts/record.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { Cursors } from '../../parts/endpoints/serve/lists/cursor.ts';
import { findCondition } from '../../parts/registry.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { InnerOperation } from '../request/inner-operations.ts';
import { createIdentityCheck, needFew, needOptions, type Options, suggestName } from './arguments.ts';
import { type Asking, mostRecords, optionsOf } from './asking.ts';
import { createCopyForCode } from './hidden.ts';
import { type By, createReads, type OrderValues, type Reads, type RecordPage } from './reads.ts';
import { Refused } from './refused.ts';
import { begin, createRunner, isHookFailure, type Run } from './run.ts';
import { toRecordValues, type WriteKind } from './values.ts';

/** The dependencies of the tools of handlers. */
export interface ToolDependencies extends Pick<ServiceContext, 'plan' | 'store' | 'platform'> {
  readonly inner: () => ReadonlyMap<string, InnerOperation>;
  readonly conditions: Conditions;
  readonly cursors: Cursors;
}

/** The store as code sees it; `asService` lifts the caller's row rules. */
export interface Tools {
  /** Only reads. */
  reading(run: Run): object;
  writing(run: Run): object;
  /** Runs code to its end, and that of all that it has begun. */
  run<T>(run: Run, code: () => MaybePromise<T>): MaybePromise<T>;
  /** Ends the run with a refusal. */
  end(run: Run, refusal: Refusal): never;
  /** Runs an operation inside the transaction of a run. If a hook of it fails, the run ends with that failure, whatever its code does. */
  perform(run: Run, operation: InnerOperation, asked: InnerAsked): Promise<InnerDone>;
  /** Settles an operation with its result: its record, or the end of the run. */
  settle(run: Run, operation: InnerOperation, done: InnerDone): RecordValue | undefined;
}

/** A method of the store as code calls it. */
interface Method {
  /** The maximum number of arguments; options are the last one. */
  readonly most: number;
  readonly options?: Options;
  work(by: By, resource: string, ...given: never[]): unknown;
}

type Methods = Readonly<Record<string, Method>>;

/** The methods of a store: each call is checked, and is a piece of work that the run has begun. */
function createStoreMethods(run: Run, asService: boolean, kind: 'reads' | 'writes', methods: Methods): object {
  const made = Object.entries(methods).map(([name, { most, options, work }]) => {
    const method = (...given: never[]): Promise<unknown> => {
      const by = createCallContext(run, asService, name, given[0]);
      return begin(run, by.what, kind, async () => {
        needFew(by.what, given, most);
        if (options !== undefined) needOptions(by.what, given[most - 1], options);
        return work(by, ...(given as unknown as [string, ...never[]]));
      });
    };
    return [name, method];
  });
  return Object.fromEntries(made);
}

function createCallContext({ ctx }: Run, asService: boolean, name: string, resource: unknown): By {
  return { ctx, asService, what: `store${asService ? '.asService' : ''}.${name}('${String(resource)}')` };
}

/** Makes the tools of a service's code. */
export function createTools({ plan, store, inner, conditions, cursors, platform }: ToolDependencies): Tools {
  const reads = new Map<string, Reads>();
  const resourceOf = (name: string): ResourcePlan => {
    const found = plan.resources.find((resource) => resource.name === name);
    if (found !== undefined) return found;
    const near = suggestName(
      name,
      plan.resources.map((resource) => resource.name),
    );
    throw new Error(`there is no resource ${String(name)}${near}`);
  };
  const readsFor = (name: string): Reads => {
    const { name: known } = resourceOf(name);
    const found =
      reads.get(known) ?? createReads({ store, operation: inner().get(`store update ${known}`)!, conditions, cursors });
    reads.set(known, found);
    return found;
  };
  const copy = createCopyForCode(plan);
  const end = (run: Run, refusal: Refusal): never => {
    run.refusal ??= refusal;
    throw new Refused(run.refusal, run.name);
  };
  const perform: Tools['perform'] = async (run, operation, asked) => {
    run.wrote = true;
    try {
      return await operation.run(asked);
    } catch (error) {
      if (isHookFailure(error)) run.mistake ??= error;
      throw error;
    }
  };
  const settle = (run: Run, operation: InnerOperation, done: InnerDone): RecordValue | undefined => {
    if ('refusal' in done) return end(run, done.refusal);
    note(run, operation, done);
    keepWritten(run.ctx.root, operation, done);
    return copy(operation.op.resource?.plan.name, done.record);
  };

  const readers = (run: Run, asService: boolean): object => ({
    ...createStoreMethods(run, asService, 'reads', {
      get: { most: 2, work: (by, resource, id) => readsFor(resource).get(by, id) },
      find: {
        ...{ most: 2, options: optionsOf.find! },
        work: async (by, resource, asking: Asking = {}) =>
          (await readsFor(resource).list(by, { ...asking, limit: 1 }))[0],
      },
      list: {
        ...{ most: 2, options: optionsOf.list! },
        async work(by, resource, asking: Asking = {}) {
          const records = await readsFor(resource).list(by, asking);
          if (asking.total !== true) return records;
          return { records, total: await readsFor(resource).count(by, asking) };
        },
      },
      count: {
        ...{ most: 2, options: optionsOf.count! },
        work: (by, resource, asking: Asking = {}) => readsFor(resource).count(by, asking),
      },
      page: {
        ...{ most: 2, options: optionsOf.page! },
        work: (by, resource, asking: Asking = {}) => readsFor(resource).page(by, asking),
      },
    }),
    all: (resource: string, ...given: readonly Asking[]) => {
      const by = createCallContext(run, asService, 'all', resource);
      needFew(by.what, [resource, ...given], 2);
      needOptions(by.what, given[0], optionsOf.all!);
      return trackIterator(run, by.what, iterateRecords(by, readsFor(resource), given[0] ?? {}));
    },
  });

  const identities = new Map(plan.resources.map((resource) => [resource.name, createIdentityCheck(plan, resource)]));
  const write = async (run: Run, by: By, kind: WriteKind, resource: string, id: unknown, values?: unknown) => {
    const of = resourceOf(resource);
    if (kind === 'create' && of.sessionOf !== undefined)
      throw new Error(`${by.what}: a ${resource} is a session, which only a log in and \`issue\` create`);
    if (kind === 'create' && of.accountOf !== undefined)
      throw new Error(`${by.what}: a ${resource} is an account at an issuer, which only a sign in creates`);
    if (kind !== 'create') identities.get(resource)!(by.what, id);
    const input = kind === 'delete' ? {} : toRecordValues(by, of, kind, values);
    const operation = inner().get(`store ${kind} ${resource}`)!;
    return settle(run, operation, await perform(run, operation, { ...by, id, input, checked: false }));
  };
  const writers = (run: Run, asService: boolean): object =>
    createStoreMethods(run, asService, 'writes', {
      create: { most: 2, work: (by, resource, values) => write(run, by, 'create', resource, undefined, values) },
      update: { most: 3, work: (by, resource, id, values) => write(run, by, 'update', resource, id, values) },
      delete: { most: 2, work: async (by, resource, id) => void (await write(run, by, 'delete', resource, id)) },
      deleteAll: {
        ...{ most: 2, options: optionsOf.deleteAll! },
        work: (by, resource, asking: Asking = {}) => deleteAll(run, by, resource, asking),
      },
    });

  const deleteAll = async (run: Run, by: By, resource: string, asking: Asking): Promise<object> => {
    const { limit = mostRecords } = asking;
    if (!Number.isInteger(limit) || limit < 1 || limit > mostDeleted) {
      throw new RangeError(`${by.what}: limit is a whole number from 1 to ${mostDeleted}`);
    }
    if (asking.where === undefined) {
      throw new Error(`${by.what}: \`where\` says which records; \`true\` means all of them`);
    }
    const operation = inner().get(`store delete ${resourceOf(resource).name}`)!;
    let deleted = 0;
    for await (const record of iterateRecords(by, readsFor(resource), asking, batch)) {
      if (deleted === limit) return { deleted, more: true };
      run.ctx.signal.throwIfAborted();
      const id = record[operation.op.resource!.plan.identity];
      const done = await perform(run, operation, { ...by, id, input: {}, checked: false });
      // The deletion of another record took it along.
      if ('refusal' in done && done.refusal.byHook !== true && findCondition(done.refusal.condition)?.absent) continue;
      settle(run, operation, done);
      deleted++;
    }
    return { deleted, more: false };
  };

  return {
    reading: (run) => ({ ...readers(run, false), asService: readers(run, true) }),
    writing: (run) => ({
      ...readers(run, false),
      ...writers(run, false),
      asService: { ...readers(run, true), ...writers(run, true) },
    }),
    run: createRunner(platform),
    end,
    perform,
    settle,
  };
}

/** The maximum number of records that one call deletes; also the size of one query. */
const mostDeleted = 10_000;
const batch = 100;

/** Makes each step of a list a piece of work that the run has begun. */
function trackIterator(
  run: Run,
  what: string,
  records: AsyncGenerator<RecordValue, void, void>,
): AsyncIterableIterator<RecordValue> {
  return {
    next: () => begin(run, what, 'reads', () => records.next()),
    return: () => records.return(),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Iterates over the records of a list, page by page. */
async function* iterateRecords(
  by: By,
  reads: Reads,
  asking: Asking,
  limit = mostRecords,
): AsyncGenerator<RecordValue, void, void> {
  let after: OrderValues | undefined;
  do {
    const page: RecordPage<OrderValues> = await reads.pageAfter(by, { ...asking, limit }, after);
    yield* page.records;
    after = page.next;
  } while (after !== undefined);
}

/** The operation's own record as it then is, so that it is answered so. */
function note(run: Run, { op }: InnerOperation, done: { record: RecordValue | undefined; request: Run['ctx'] }): void {
  const { before, operation } = run.ctx;
  const { resource } = op;
  if (resource === undefined || before === undefined || resource.plan.name !== operation.resource) return;
  const { identity } = resource.plan;
  if (done.request.before?.[identity] !== before[identity]) return;
  run.latest = done.record ?? null;
}

/** Keeps a record that code wrote with the caller's rights: the row rules of the request's operation judge it. */
function keepWritten(
  root: Run['ctx'],
  { op: { resource, operation } }: InnerOperation,
  { record, request }: { record: RecordValue | undefined; request: Run['ctx'] },
): void {
  const { operation: asked } = root;
  if (resource === undefined || resource.plan.name !== asked.resource) return;
  if (operation.kind === 'handler' || request.asService) return;
  const { before } = request;
  const identity = (before ?? record)?.[resource.plan.identity];
  root.written ??= new Map();
  const key = String(identity);
  if (!root.written.has(key)) root.written.set(key, { identity, before });
}
