import type { Conditions } from '../../code/where.ts';
import type { Cursors } from '../../parts/endpoints/serve-cursor.ts';
import { isCodes } from '../../plan/coded.ts';
import type { Plan } from '../../plan/plan.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { Given } from '../../steps/given.ts';
import type { RecordValue } from '../../steps/record.ts';
import type { Refusal } from '../../steps/refusal.ts';
import type { Store } from '../../steps/store.ts';
import { isHash } from '../verifying/passwords.ts';
import { type Asking, mostRecords } from './asking.ts';
import type { InnerDone, InnerOperation, InnerRequest } from './inner.ts';
import { type Reads, readsOf } from './reads.ts';
import { Refused } from './refused.ts';

/** One run of code: what it may still do, and how it was turned down. */
export interface Run {
  /** The operation whose code runs. */
  readonly name: string;
  readonly given: Given;
  /** The first refusal: the request ends with it. */
  refusal: Refusal | undefined;
  /** The operation's own record as this run has left it; null when it was erased. */
  latest: RecordValue | null | undefined;
  /** The response that `answer` chose. */
  answered?: { readonly status: number };
  /** Nothing may be done any more. */
  over: boolean;
}

/** What tools are made with. */
export interface ToolMaking {
  readonly plan: Plan;
  readonly store: Store;
  readonly inner: ReadonlyMap<string, InnerOperation>;
  readonly conditions: Conditions;
  readonly cursors: Cursors;
}

/** The store as code sees it; `asService` lifts the caller's row rules. */
export interface Tools {
  /** Only reads. */
  reading(run: Run): object;
  writing(run: Run): object;
  /** Ends the run with a refusal. */
  end(run: Run, refusal: Refusal): never;
  /** What an operation came to: its record, or the end of the run. */
  settle(run: Run, operation: InnerOperation, done: InnerDone): RecordValue | undefined;
}

type Method = (...given: never[]) => unknown;

/** Makes the tools of a service's code. */
export function toolsOf({ plan, store, inner, conditions, cursors }: ToolMaking): Tools {
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

  const readers = (run: Run, asService: boolean): Record<string, Method> => ({
    get: async (resource: string, id: unknown) => {
      open(run);
      return readsFor(resource).get(run.given, asService, id);
    },
    find: async (resource: string, asking: Asking = {}) => {
      open(run);
      return (await readsFor(resource).list(run.given, asService, { ...asking, limit: 1 }))[0];
    },
    list: async (resource: string, asking: Asking = {}) => {
      open(run);
      const records = await readsFor(resource).list(run.given, asService, asking);
      if (asking.total !== true) return records;
      return { records, total: await readsFor(resource).count(run.given, asService, asking) };
    },
    count: async (resource: string, asking: Asking = {}) => {
      open(run);
      return readsFor(resource).count(run.given, asService, asking);
    },
    page: async (resource: string, asking: Asking = {}) => {
      open(run);
      return readsFor(resource).page(run.given, asService, asking);
    },
    all: (resource: string, asking: Asking = {}) => allOf(run, readsFor(resource), asService, asking),
  });

  const writers = (run: Run, asService: boolean): Record<string, Method> => {
    const write = async (kind: 'create' | 'update' | 'delete', resource: string, id: unknown, values: object) => {
      open(run);
      const of = resourceOf(resource);
      const input = valuesFor(of, kind, asService, values);
      const operation = inner.get(`store ${kind} ${resource}`)!;
      const { given } = run;
      return settle(run, operation, await operation.run({ given, id, input, checked: false, asService }));
    };
    return {
      create: (resource: string, values: object) => write('create', resource, undefined, values),
      update: (resource: string, id: unknown, values: object) => write('update', resource, identified(id), values),
      delete: async (resource: string, id: unknown) => void (await write('delete', resource, identified(id), {})),
      deleteAll: (resource: string, asking: Asking) => deleteAll(run, asService, resource, asking),
    };
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
    open(run);
    const page = await reads.page(run.given, asService, { ...asking, limit, after });
    yield* page.records;
    after = page.next;
  } while (after !== undefined);
}

/** Throws when the code has had its time. */
export function open(run: Run): void {
  if (run.over) throw new Error(`the code of ${run.name} is over: it may do nothing any more`);
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
