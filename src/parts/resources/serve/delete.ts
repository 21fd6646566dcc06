import type { CompiledResource } from '../../../contracts/compiled.ts';
import { then } from '../../../contracts/maybe-promise.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Draft, MaybePromise, Row } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { CascadedWrite, RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import type { Condition, Conflict, PreparedQuery } from '../../../contracts/store.ts';
import { buildNotGoneConditions } from '../../../plan/records/gone.ts';
import { asksQuestions } from '../../../plan/records/questions.ts';
import { listTouched } from '../../../plan/records/written.ts';
import type { FieldPlan, ResourcePlan } from '../../../plan/resource.ts';
import { type Cascade, createCascade } from './cascade.ts';
import { createReadAgain } from './fresh.ts';

/** Records are looked for in pieces of this many. */
const piece = 200;

/** After all records that refer to a deleted one are found, hooks may make others refer to it this many times. */
const mostRounds = 40;

/** What becomes of a deleted record: its row is erased, or stays in a `gone` state. */
type End = 'erased' | 'kept';

/** The records whose deletion is in progress, so that a cycle of references ends. */
type Going = Map<string, End>;

function buildRecordKey(resource: string, id: unknown): string {
  return `${resource} ${String(id)}`;
}

type Work = (ctx: RequestContext, id: unknown, going: Going) => MaybePromise<Refusal | undefined>;

/**
 * Makes the step that deletes a record in one of two ways: it does to the records that refer to it what their fields say, and
 * erases it; of a record that is kept as gone the row itself is left to the caller. A record that forbids it makes it `still referenced`.
 */
export function createDeleteStep(op: OperationContext, end: End): Step {
  const work = createWork(op, op.resource!, end, new Map());
  const { identity } = op.resource!.plan;
  return (ctx) => {
    ctx.cascaded = undefined;
    return work(ctx, ctx.before![identity], new Map());
  };
}

function createWork(op: OperationContext, resource: CompiledResource, end: End, known: Map<string, Work>): Work {
  const { name, referredBy } = resource.plan;
  const before = known.get(`${end} ${name}`);
  if (before !== undefined) return before;
  const followers: Work[] = [];
  const work: Work = (ctx, id, going) => {
    const refused: Refusal = { condition: 'still referenced', resource: op.resource!.plan.name };
    going.set(buildRecordKey(name, id), end);
    const after = (from: number): ReturnType<Work> => {
      for (let i = from; i < followers.length; i++) {
        const outcome = followers[i]!(ctx, id, going);
        if (outcome instanceof Promise) return outcome.then((refusal) => refusal ?? after(i + 1));
        if (outcome !== undefined) return outcome;
      }
      const transaction = ctx.transaction!;
      const conflict = end === 'erased' ? transaction.delete(name, id) : transaction.referredInside(name, id);
      return then(conflict, done);
    };
    const done = (conflict: Conflict | undefined): Refusal | undefined => {
      going.delete(buildRecordKey(name, id));
      return conflict === undefined ? undefined : refused;
    };
    return after(0);
  };
  known.set(`${end} ${name}`, work);
  // References that restrict come first: the order of fields in the document decides nothing.
  const ordered = referredBy.toSorted(
    (left, right) => Number(right.onDelete === 'restrict') - Number(left.onDelete === 'restrict'),
  );
  for (const reference of ordered) followers.push(createReferenceCascade(op, resource.plan, reference, end, known));
  return work;
}

/** What is done to the records of another resource whose field names the record that goes. */
function createReferenceCascade(
  op: OperationContext,
  { name: deleted }: ResourcePlan,
  { resource, field: named, onDelete, items }: ResourcePlan['referredBy'][number],
  end: End,
  known: Map<string, Work>,
): Work {
  const other = op.compiled.resources.get(resource)!;
  const { name, identity, fields } = other.plan;
  const field = fields.find((candidate) => candidate.name === named)!;
  const at = op.columnOf(name, identity);
  // What is gone may go on naming a record that is kept; the row of one that is erased would name nothing.
  const alive = end === 'kept' ? buildNotGoneConditions(other.plan) : [];
  // Without an order the store reads along the reference's own index: every row that it reads is one of them.
  const refers: Condition = items ? { kind: 'refers', field: named, to: deleted } : { kind: 'equal', field: named };
  const query = op.store.prepare({ resource: name, conditions: [refers, ...alive] });
  const valuesOf = (ctx: RequestContext, id: unknown) => ({
    conditions: [id, ...alive.map(() => undefined)],
    now: ctx.now,
  });
  const ask = (ctx: RequestContext, id: unknown, limit: number): Found =>
    ctx.transaction!.bind(query).many({ ...valuesOf(ctx, id), limit });
  // What is erased is held by a foreign key; of what is kept nothing else tells that a record has come to refer to it.
  const looking = (work: Work): Work => {
    if (end === 'erased') return work;
    return (ctx, id, going) => {
      const outcome = work(ctx, id, going);
      const transaction = ctx.transaction!;
      if (transaction.meanwhile === undefined) return outcome;
      const known = new Set(
        [...going.keys()].flatMap((key) => (key.startsWith(`${name} `) ? [key.slice(name.length + 1)] : [])),
      );
      const look = (refusal: Refusal | undefined): MaybePromise<Refusal | undefined> => {
        if (refusal !== undefined) return refusal;
        const looked = transaction.meanwhile!({
          ...{ resource: name, query, known },
          values: valuesOf(ctx, id),
          idOf: (row) => row[at],
        });
        return then(looked, () => undefined);
      };
      return then(outcome, look);
    };
  };
  const refused: Refusal = { condition: 'still referenced', resource: op.resource!.plan.name, line: field.line };
  if (onDelete === 'restrict') {
    return looking((ctx, id, going) => {
      const stays = ({ rows }: Awaited<Found>): Refusal | undefined =>
        rows.every((row) => going.has(buildRecordKey(name, row[at]))) ? undefined : refused;
      const found = ask(ctx, id, going.size + 1);
      return then(found, stays);
    });
  }
  const one = op.store.prepare({ resource: name, conditions: [{ kind: 'equal', field: identity }] });
  const doesRefer = (row: Row, id: unknown): boolean => {
    const value = other.toRecord(row)[named];
    return items ? Array.isArray(value) && value.some((item) => isSame(item, id)) : value === id;
  };
  const mayChangeEachOther = op.hookedChanges.size > 0 || listTouched(op.plan, [name]).has(name);
  const follow = {
    op,
    other,
    cascade: createCascade(op, other),
    tells: op.plan.events.length > 0 || asksQuestions(op.plan.resources.map(({ rules }) => rules)),
    refused,
  };
  const processRow =
    onDelete === 'clear'
      ? createReferenceClearing(follow, field)
      : createDeletion(follow, end, (ends) => createWork(op, other, ends, known), at);
  return looking((ctx, id, going) => {
    const more = (): Found => ask(ctx, id, piece + going.size);
    const first = more();
    if (!(first instanceof Promise) && first.rows.length === 0) return undefined;
    // What refers to itself goes with itself; what is going already is not deleted once more, nor is what is kept so cleared.
    const own = buildRecordKey(deleted, id);
    const due = (row: Row): boolean => {
      const key = buildRecordKey(name, row[at]);
      return onDelete === 'clear' ? key !== own && going.get(key) !== 'kept' : !going.has(key);
    };
    const again = async (row: Row): Promise<Row | undefined> => {
      const found = await ctx.transaction!.bind(one).one({ conditions: [row[at]], now: ctx.now });
      return found !== undefined && doesRefer(found, id) && due(found) ? found : undefined;
    };
    return processEach(first, {
      ask: more,
      due,
      work: (row) => {
        ctx.requireTime();
        return processRow(ctx, row, going, id);
      },
      again: mayChangeEachOther ? again : undefined,
      mayBeMore: (count) => count >= piece + going.size,
      endless: `records of ${name} come to refer to a deleted record of ${deleted} without end`,
    });
  });
}

type Found = ReturnType<PreparedQuery['many']>;

/** The work on the rows that refer to a record. */
interface Following {
  ask(): Found;
  due(row: Row): boolean;
  work(row: Row): Promise<Refusal | undefined>;
  /** Reads a row that the work on another may have changed. */
  readonly again: ((row: Row) => Promise<Row | undefined>) | undefined;
  /** Whether there may be more rows than the `count` that were read. */
  mayBeMore(count: number): boolean;
  /** The message where the work itself adds rows without end. */
  readonly endless: string;
}

/**
 * Works on the rows that refer to a record until no such row is left. Throws if the work itself adds rows without end, as hooks may.
 */
async function processEach(
  first: Found,
  { ask, due, work, again, mayBeMore, endless }: Following,
): Promise<Refusal | undefined> {
  let found = (await first).rows;
  for (let rounds = 0; ; found = (await ask()).rows) {
    const rows = found.filter(due);
    if (rows.length === 0) return undefined;
    if (!mayBeMore(found.length) && rounds++ > mostRounds) throw new Error(endless);
    for (const [i, listed] of rows.entries()) {
      const row = i === 0 || again === undefined ? listed : await again(listed);
      const refusal = row && (await work(row));
      if (refusal !== undefined) return refusal;
    }
  }
}

interface CascadeReference {
  readonly op: OperationContext;
  readonly other: CompiledResource;
  readonly cascade: Cascade;
  readonly tells: boolean;
  readonly refused: Refusal;
}

type One = (ctx: RequestContext, row: Row, going: Going, id: unknown) => Promise<Refusal | undefined>;

/** Deletes a record by its own rows of `delete`: below a record that is erased nothing can be kept. */
function createDeletion(
  { op, other, cascade, tells, refused }: CascadeReference,
  end: End,
  workFor: (end: End) => Work,
  at: number,
): One {
  const works = { erased: workFor('erased'), kept: end === 'kept' ? workFor('kept') : undefined };
  const again = createReadAgain(op, other);
  const { name } = other.plan;
  return async (ctx, found, going) => {
    let row = found;
    let record = other.toRecord(row);
    const own = cascade.of(ctx, row, record);
    await cascade.look(own, record);
    let into: Draft | undefined = end === 'kept' ? { ...record } : undefined;
    const taken = await cascade.take(own, 'delete', record, into);
    if (taken === 'may not' || (await cascade.others(ctx, own, record)) === 'may not') return refused;
    const after = taken === 'kept' ? into : undefined;
    const hooked = await cascade.hook(ctx, 'delete', { row, before: record, after });
    if ('refusal' in hooked) return hooked.refusal;
    if (hooked.row !== row) {
      const was = record;
      row = hooked.row;
      record = other.toRecord(row);
      const changed = Object.entries(into ?? {}).filter(([field, value]) => value !== was[field]);
      into = into && { ...record, ...Object.fromEntries(changed) };
    }
    if (taken === 'may') {
      if (other.plan.sessionOf !== undefined) await op.keys.endSession(String(row[at]), ctx.now, ctx.transaction!);
      const ended = await works.erased(ctx, row[at], going);
      if (ended !== undefined) return ended.byHook ? ended : refused;
      if (tells) note(ctx, { resource: name, kind: 'delete', row, was: row });
      return undefined;
    }
    const ended = await works.kept!(ctx, row[at], going);
    if (ended !== undefined) return ended.byHook ? ended : refused;
    const fresh = again === undefined ? { row, after: into! } : await again(ctx, record, into!);
    if (fresh === undefined) return undefined;
    own.row = fresh.row;
    const written = await cascade.row(own, fresh.after);
    if (written === undefined) return refused;
    if ((await ctx.transaction!.update(name, row[at], written, fresh.row)) !== undefined) return refused;
    if (tells) note(ctx, { resource: name, kind: 'delete', row: written, was: row });
    return undefined;
  };
}

/** Identities in lists are those of the text of their JSON. */
const isSame = (item: unknown, id: unknown): boolean => item !== null && String(item) === String(id);

/** Takes the references to a deleted record out of a record, by that record's own rules; out of one that is gone without them, and nobody is told. */
function createReferenceClearing({ other, cascade, tells, refused }: CascadeReference, field: FieldPlan): One {
  const { plan } = other;
  const gone = buildNotGoneConditions(plan);
  return async (ctx, row, _going, id) => {
    const before = other.toRecord(row);
    const after: Draft = { ...before };
    const value = before[field.name];
    if (Array.isArray(value)) after[field.name] = value.filter((item) => !isSame(item, id));
    else if (field.schema.nullable === true) after[field.name] = null;
    else if (field.required) return refused;
    else after[field.name] = undefined;
    const own = cascade.of(ctx, row, before);
    const isGone = gone.some((condition) => condition.states.includes(before[condition.field] as string));
    if (!isGone) {
      await cascade.look(own, before);
      await cascade.look(own, after);
      if ((await cascade.take(own, 'update', after, after)) === 'may not') return refused;
    }
    const written = await cascade.row(own, after);
    if (written === undefined) return refused;
    const conflict = await ctx.transaction!.update(plan.name, before[plan.identity], written, row);
    if (conflict !== undefined || (await cascade.others(ctx, own, after)) === 'may not') return refused;
    const hooked = isGone ? { row: written } : await cascade.hook(ctx, 'update', { row: written, before, after });
    if ('refusal' in hooked) return hooked.refusal;
    if (tells && !isGone) note(ctx, { resource: plan.name, kind: 'update', row: written, was: row });
    return undefined;
  };
}

/** Keeps in mind what became of a record, for its events. */
function note(ctx: RequestContext, cascaded: CascadedWrite): void {
  ctx.cascaded ??= [];
  ctx.cascaded.push(cascaded);
}
