import type { FieldPlan } from '../../plan/resource.ts';
import type { CompiledResource } from '../../steps/compiled.ts';
import type { Followed, Given } from '../../steps/given.ts';
import type { Host } from '../../steps/host.ts';
import type { Making } from '../../steps/maker.ts';
import type { Draft, FieldProblem, RecordValue, Row } from '../../steps/record.ts';
import type { Refusal } from '../../steps/refusal.ts';
import type { Step } from '../../steps/step.ts';
import type { Conflict, Question } from '../../steps/store.ts';
import { momentOf } from './serve-assign.ts';
import { type Following, followingOf, takeRow } from './serve-follow.ts';

/** Records are looked for in pieces of this many. */
const piece = 200;

/** The records that a deletion is about to erase, so that a circle of references ends. */
type Going = Set<string>;

function keyOf(resource: string, id: unknown): string {
  return `${resource} ${String(id)}`;
}

type Work = (given: Given, id: unknown, going: Going) => Promise<Refusal | undefined> | Refusal | undefined;

/** Erases a record, and does to those that refer to it what their fields say; one that forbids it makes it still referenced. */
export function eraser(making: Making): Step {
  const work = eraseWork(making, making.resource!, new Map());
  const { identity } = making.resource!.plan;
  return (given) => {
    given.followed = undefined;
    return work(given, given.before![identity], new Set());
  };
}

function eraseWork(making: Making, resource: CompiledResource, known: Map<string, Work>): Work {
  const { name, referredBy } = resource.plan;
  const before = known.get(name);
  if (before !== undefined) return before;
  const followers: Work[] = [];
  const erase: Work = (given, id, going) => {
    const refused: Refusal = { condition: 'still referenced', resource: making.resource!.plan.name };
    going.add(keyOf(name, id));
    const after = (from: number): ReturnType<Work> => {
      for (let i = from; i < followers.length; i++) {
        const outcome = followers[i]!(given, id, going);
        if (outcome instanceof Promise) return outcome.then((refusal) => refusal ?? after(i + 1));
        if (outcome !== undefined) return outcome;
      }
      const conflict = given.transaction!.delete(name, id);
      return conflict instanceof Promise ? conflict.then(done) : done(conflict);
    };
    const done = (conflict: Conflict | undefined): Refusal | undefined => {
      going.delete(keyOf(name, id));
      return conflict === undefined ? undefined : refused;
    };
    return after(0);
  };
  known.set(name, erase);
  for (const { resource: other, field, onDelete } of referredBy) {
    const target = making.compiled.resources.get(other)!;
    const plan = target.plan.fields.find((one) => one.name === field)!;
    followers.push(follower(making, name, target, plan, onDelete, known));
  }
  return erase;
}

/** What is done to the records of another resource whose field names the record that goes. */
function follower(
  making: Making,
  erased: string,
  other: CompiledResource,
  field: FieldPlan,
  onDelete: 'refuse' | 'delete' | 'clear',
  known: Map<string, Work>,
): Work {
  const { name, identity } = other.plan;
  const conditions = [{ kind: 'equal', field: field.name } as const];
  const at = making.columnOf(name, identity);
  // Without an order the store reads along the reference's own index: every row that it reads is one of them.
  const question = making.store.question({ resource: name, conditions });
  const refused: Refusal = { condition: 'still referenced', resource: making.resource!.plan.name, line: field.line };
  if (onDelete === 'refuse') {
    return (given, id, going) => {
      const stays = ({ rows }: Awaited<Found>): Refusal | undefined =>
        rows.every((row) => going.has(keyOf(name, row[at]))) ? undefined : refused;
      const values = { conditions: [id], now: given.now, limit: going.size + 1 };
      const found = given.transaction!.ask(question).many(values);
      return found instanceof Promise ? found.then(stays) : stays(found);
    };
  }
  const erase = onDelete === 'delete' ? eraseWork(making, other, known) : undefined;
  const tells = making.plan.events.length > 0;
  const following = followingOf(making, other);
  const one = async (given: Given, row: Row, going: Going): Promise<Refusal | undefined> => {
    if (erase === undefined) return clear(making.host, other, following, field, given, row, refused, tells);
    const record = other.toRecord(row);
    const own = following.of(given, record);
    await following.look(own, record);
    if ((await takeRow(other, own, ['delete'], record, undefined)) !== 'may') return refused;
    if ((await erase(given, row[at], going)) !== undefined) return refused;
    if (tells) note(given, { resource: name, kind: 'delete', row, was: row });
    return undefined;
  };
  return (given, id, going) => {
    const ask = (): Found =>
      given.transaction!.ask(question).many({ conditions: [id], now: given.now, limit: piece + going.size });
    const first = ask();
    if (!(first instanceof Promise) && first.rows.length === 0) return undefined;
    // What refers to itself goes with itself; what is to be erased already is not erased once more.
    const own = keyOf(erased, id);
    const due = (row: Row): boolean => {
      const key = keyOf(name, row[at]);
      return erase === undefined ? key !== own : !going.has(key);
    };
    return each(first, ask, due, (row) => one(given, row, going));
  };
}

type Found = ReturnType<Question['many']>;

/** Goes on asking until nothing that is due refers to the record any more. */
async function each(
  first: Found,
  ask: () => Found,
  due: (row: Row) => boolean,
  work: (row: Row) => Promise<Refusal | undefined>,
): Promise<Refusal | undefined> {
  for (let rows = (await first).rows.filter(due); rows.length > 0; rows = (await ask()).rows.filter(due)) {
    for (const row of rows) {
      const refusal = await work(row);
      if (refusal !== undefined) return refusal;
    }
  }
  return undefined;
}

/** Takes the reference out of a record, by that record's own rules. */
async function clear(
  host: Host,
  other: CompiledResource,
  following: Following,
  field: FieldPlan,
  given: Given,
  row: Row,
  refused: Refusal,
  tells: boolean,
): Promise<Refusal | undefined> {
  const { plan } = other;
  const before = other.toRecord(row);
  const after: Draft = { ...before };
  if (field.schema.nullable === true) after[field.name] = null;
  else if (field.required) return refused;
  else after[field.name] = undefined;
  const own = following.of(given, before);
  await following.look(own, before);
  await following.look(own, after);
  if ((await takeRow(other, own, ['update', 'replace'], after, after)) !== 'may') return refused;
  await following.look(own, after);
  for (const one of plan.fields) {
    if (one.assignedOnUpdate === true) after[one.name] = momentOf(one, host)(given.now);
  }
  const problems: FieldProblem[] = [];
  other.compute(after, problems);
  other.validate(after, problems);
  if (problems.length > 0 || !bound(plan, after) || !rulesHold(other, after, before, own)) return refused;
  const moments = plan.fields.filter((one) => one.state === true).length;
  const since = row.slice(1, 1 + moments) as (number | null)[];
  const written = other.toRow(after, Number(row[0]) + 1, since);
  const conflict = await given.transaction!.update(plan.name, before[plan.identity], written, row);
  if (conflict !== undefined) return refused;
  if (tells) note(given, { resource: plan.name, kind: 'update', row: written, was: row });
  return undefined;
}

/** Keeps in mind what became of a record, for its events. */
function note(given: Given, followed: Followed): void {
  given.followed ??= [];
  given.followed.push(followed);
}

function rulesHold(other: CompiledResource, after: RecordValue, before: RecordValue, given: Given): boolean {
  return other.rules.every((rule) => rule(after, before, given));
}

/** Whether a record has what its states require, and lacks what they forbid. */
function bound(plan: CompiledResource['plan'], record: RecordValue): boolean {
  return plan.machines.every(({ field, matrix }) =>
    matrix.every(({ field: name, cells }) => {
      const cell = field === undefined ? undefined : cells[record[field] as string];
      const there = record[name] !== undefined && record[name] !== null;
      return cell === 'required' ? there : cell !== 'absent' || !there;
    }),
  );
}
