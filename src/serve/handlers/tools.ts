import type { Conditions } from '../../code/where.ts';
import type { Cursors } from '../../parts/endpoints/serve-cursor.ts';
import { isCodes } from '../../plan/coded.ts';
import type { Plan } from '../../plan/plan.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { Host } from '../../steps/host.ts';
import type { Maybe, RecordValue } from '../../steps/record.ts';
import type { Refusal } from '../../steps/refusal.ts';
import type { Store } from '../../steps/store.ts';
import { isHash } from '../verifying/passwords.ts';
import { type Asking, mostRecords } from './asking.ts';
import type { InnerDone, InnerOperation, InnerRequest } from './inner.ts';
import { type Reads, type RecordPage, readsOf } from './reads.ts';
import { Refused } from './refused.ts';
import { begin, type Run, runner } from './run.ts';

/** What tools are made with. */
export interface ToolMaking {
  readonly plan: Plan;
  readonly store: Store;
  readonly inner: ReadonlyMap<string, InnerOperation>;
  readonly conditions: Conditions;
  readonly cursors: Cursors;
  readonly host: Host;
}

/** The store as code sees it; `asService` lifts the caller's row rules. */
export interface Tools {
  /** Only reads. */
  reading(run: Run): object;
  writing(run: Run): object;
  /** Runs code to its end, and that of all that it has begun. */
  run<T>(run: Run, code: () => Maybe<T>): Maybe<T>;
  /** Ends the run with a refusal. */
  end(run: Run, refusal: Refusal): never;
  /** What an operation came to: its record, or the end of the run. */
  settle(run: Run, operation: InnerOperation, done: InnerDone): RecordValue | undefined;
}

type Methods = Readonly<Record<string, (...given: never[]) => unknown>>;

/** The methods of a store as code calls them: each call is a piece of work that the run has begun. */
function begunBy(run: Run, asService: boolean, kind: 'reads' | 'writes', methods: Methods): Methods {
  const store = asService ? 'store.asService' : 'store';
  return Object.fromEntries(
    Object.entries(methods).map(([name, method]) => [
      name,
      (...given: never[]) => begin(run, `${store}.${name}('${given[0]}')`, kind, async () => method(...given)),
    ]),
  );
}

/** Makes the tools of a service's code. */
export function toolsOf({ plan, store, inner, conditions, cursors, host }: ToolMaking): Tools {
  const reads = new Map<string, Reads>();
  const resourceOf = (name: string): ResourcePlan => {
    const found = plan.resources.find((one) => one.name === name);
    if (found === undefined) throw new Error(`there is no resource ${name}`);
    return found;
  };
  const readsFor = (name: string): Reads => {
    const { name: known } = resourceOf(name);
    const found =
      reads.get(known) ?? readsOf({ store, operation: inner.get(`store update ${known}`)!, conditions, cursors });
    reads.set(known, found);
    return found;
  };
  const end = (run: Run, refusal: Refusal): never => {
    run.refusal ??= refusal;
    throw new Refused(run.refusal, run.name);
  };
  const settle = (run: Run, operation: InnerOperation, done: InnerDone): RecordValue | undefined => {
    if ('refusal' in done) return end(run, done.refusal);
    note(run, operation, done);
    return done.record;
  };

  const readers = (run: Run, asService: boolean): Methods => {
    const { all, ...reading } = {
      get: async (resource: string, id: unknown) => readsFor(resource).get(run.given, asService, id),
      find: async (resource: string, asking: Asking = {}) =>
        (await readsFor(resource).list(run.given, asService, { ...asking, limit: 1 }))[0],
      list: async (resource: string, asking: Asking = {}) => {
        const records = await readsFor(resource).list(run.given, asService, asking);
        if (asking.total !== true) return records;
        return { records, total: await readsFor(resource).count(run.given, asService, asking) };
      },
      count: async (resource: string, asking: Asking = {}) => readsFor(resource).count(run.given, asService, asking),
      page: async (resource: string, asking: Asking = {}) => readsFor(resource).page(run.given, asService, asking),
      all: (resource: string, asking: Asking = {}) => allOf(run, readsFor(resource), asService, asking),
    };
    return { ...begunBy(run, asService, 'reads', reading), all };
  };

  const writers = (run: Run, asService: boolean): Methods => {
    const write = async (kind: 'create' | 'update' | 'delete', resource: string, id: unknown, values: object) => {
      const of = resourceOf(resource);
      const input = valuesFor(of, kind, asService, values);
      const operation = inner.get(`store ${kind} ${resource}`)!;
      const { given } = run;
      return settle(run, operation, await operation.run({ given, id, input, checked: false, asService }));
    };
    return begunBy(run, asService, 'writes', {
      create: (resource: string, values: object) => write('create', resource, undefined, values),
      update: (resource: string, id: unknown, values: object) => write('update', resource, identified(id), values),
      delete: async (resource: string, id: unknown) => void (await write('delete', resource, identified(id), {})),
      deleteAll: (resource: string, asking: Asking) => deleteAll(run, asService, resource, asking),
    });
  };

  const deleteAll = async (run: Run, asService: boolean, resource: string, asking: Asking): Promise<object> => {
    const { limit = mostRecords } = asking;
    if (!Number.isInteger(limit) || limit < 1 || limit > mostDeleted) {
      throw new RangeError(`deleteAll: limit is a whole number from 1 to ${mostDeleted}`);
    }
    if (asking.where === undefined) throw new Error('deleteAll: `where` says which records; `true` means all of them');
    const operation = inner.get(`store delete ${resourceOf(resource).name}`)!;
    let deleted = 0;
    for await (const record of allOf(run, readsFor(resource), asService, { ...asking, order: undefined }, batch)) {
      if (deleted === limit) return { deleted, more: true };
      run.given.signal?.throwIfAborted();
      const id = record[operation.making.resource!.plan.identity];
      const done = await operation.run({ given: run.given, id, input: {}, checked: false, asService });
      // The deletion of another record took it along.
      if ('refusal' in done && (done.refusal.condition === 'not found' || done.refusal.condition === 'gone')) continue;
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
    run: runner(host),
    end,
    settle,
  };
}

/** The most records that one call deletes, and so many are looked for at once. */
const mostDeleted = 10_000;
const batch = 100;

/** The records of a list one after the other, read page by page. */
async function* allOf(
  run: Run,
  reads: Reads,
  asService: boolean,
  asking: Asking,
  limit = mostRecords,
): AsyncGenerator<RecordValue, void, void> {
  let after: string | undefined;
  do {
    const read = (): Promise<RecordPage> => reads.page(run.given, asService, { ...asking, limit, after });
    const page = await begin(run, 'store.all', 'reads', read);
    yield* page.records;
    after = page.next;
  } while (after !== undefined);
}

function identified(id: unknown): unknown {
  if (id === undefined || id === null) throw new Error('a record is named by its identity');
  return id;
}

/** The operation's own record as it then is, so that it is answered so. */
function note(
  run: Run,
  { making }: InnerOperation,
  done: { record: RecordValue | undefined; request: InnerRequest },
): void {
  const { before, operation } = run.given;
  const { resource } = making;
  if (resource === undefined || before === undefined || resource.plan.name !== operation.resource) return;
  const { identity } = resource.plan;
  if (done.request.before?.[identity] !== before[identity]) return;
  run.latest = done.record ?? null;
}

/** What code gives of a record, field by field; throws for what is the service's own. */
function valuesFor(
  resource: ResourcePlan,
  kind: 'create' | 'update' | 'delete',
  asService: boolean,
  values: object,
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const field = resource.fields.find((one) => one.name === name);
    if (field === undefined) throw new Error(`${resource.name} has no field ${name}`);
    const stands = field.assigned === undefined || (asService && kind === 'create' && field.assigned.by === 'caller');
    if (!isCodes(resource, name) || !stands) {
      throw new Error(`${resource.name}.${name} is the service's own: code does not write it`);
    }
    const format = 'format' in field.schema ? field.schema.format?.name : undefined;
    if (format === 'password' && value !== null && !isHash(value)) {
      throw new Error(`${resource.name}.${name} takes what password.hash gives, never the password`);
    }
    input[name] =
      value instanceof Date ? value.toISOString() : typeof value === 'object' ? structuredClone(value) : value;
  }
  return input;
}
