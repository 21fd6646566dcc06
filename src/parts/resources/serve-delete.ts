import type { FieldPlan } from '../../plan/resource.ts';
import type { CompiledResource } from '../../steps/compiled.ts';
import type { Followed, Given } from '../../steps/given.ts';
import type { Making } from '../../steps/maker.ts';
import type { Draft, FieldProblem, RecordValue, Row } from '../../steps/record.ts';
import type { Refusal } from '../../steps/refusal.ts';
import type { Step } from '../../steps/step.ts';
import type { Question } from '../../steps/store.ts';
import { isoOf } from './serve-assign.ts';
import { takeRow } from './serve-follow.ts';

/** Records are looked for in pieces of this many. */
const piece = 200;

/** How deep a deletion may follow references, so that a circle of them ends. */
const deepest = 32;

type Work = (given: Given, id: unknown, depth: number) => Promise<Refusal | undefined> | Refusal | undefined;

/** Erases a record, and does to those that refer to it what their fields say; one that forbids it makes it still referenced. */
export function eraser(making: Making): Step {
  const work = eraseWork(making, making.resource!, new Map());
  const { identity } = making.resource!.plan;
  return (given) => {
    given.followed = undefined;
    return work(given, given.before![identity], 0);
  };
}

function eraseWork(making: Making, resource: CompiledResource, known: Map<string, Work>): Work {
  const { name, referredBy } = resource.plan;
  const before = known.get(name);
  if (before !== undefined) return before;
  const followers: { one: Work; all: boolean }[] = [];
  const erase: Work = (given, id, depth) => {
    const refused: Refusal = { condition: 'still referenced', resource: making.resource!.plan.name };
    if (depth > deepest) return refused;
    const after = (from: number): ReturnType<Work> => {
      for (let i = from; i < followers.length; i++) {
        const outcome = followers[i]!.one(given, id, depth);
        if (outcome instanceof Promise) return outcome.then((refusal) => refusal ?? after(i + 1));
        if (outcome !== undefined) return outcome;
      }
      const conflict = given.transaction!.delete(name, id);
      if (conflict instanceof Promise) return conflict.then((one) => (one === undefined ? undefined : refused));
      return conflict === undefined ? undefined : refused;
    };
    return after(0);
  };
  known.set(name, erase);
  for (const { resource: other, field, onDelete } of referredBy) {
    const target = making.compiled.resources.get(other)!;
    const plan = target.plan.fields.find((one) => one.name === field)!;
    const one = follower(making, target, plan, onDelete, known);
    followers.push({ one, all: onDelete !== 'refuse' });
  }
  return erase;
}

/** What is done to the records of another resource whose field names the record that goes. */
function follower(
  making: Making,
  other: CompiledResource,
  field: FieldPlan,
  onDelete: 'refuse' | 'delete' | 'clear',
  known: Map<string, Work>,
): Work {
  const { name, identity } = other.plan;
  const conditions = [{ kind: 'equal', field: field.name } as const];
  // Without an order the store reads along the reference's own index: every row that it reads is one of them.
  const question = making.store.question({ resource: name, conditions });
  const refused: Refusal = { condition: 'still referenced', resource: making.resource!.plan.name, line: field.line };
  if (onDelete === 'refuse') {
    return (given, id) => {
      const row = given.transaction!.ask(question).one({ conditions: [id], now: given.now });
      if (row instanceof Promise) return row.then((one) => (one === undefined ? undefined : refused));
      return row === undefined ? undefined : refused;
    };
  }
  const erase = onDelete === 'delete' ? eraseWork(making, other, known) : undefined;
  const at = making.columnOf(name, identity);
  const tells = making.plan.events.length > 0;
  const one = async (given: Given, row: Row, depth: number): Promise<Refusal | undefined> => {
    if (erase === undefined) return clear(other, field, given, row, refused, tells);
    const record = other.toRecord(row);
    const may = takeRow(other, given, record, ['delete'], record, undefined);
    if ((await may) !== 'may') return refused;
    if ((await erase(given, row[at], depth + 1)) !== undefined) return refused;
    if (tells) note(given, { resource: name, kind: 'delete', row, was: row });
    return undefined;
  };
  return (given, id, depth) => {
    const ask = (): ReturnType<Question['many']> =>
      given.transaction!.ask(question).many({ conditions: [id], now: given.now, limit: piece });
    const first = ask();
    if (!(first instanceof Promise) && first.rows.length === 0) return undefined;
    return each(first, ask, (row) => one(given, row, depth));
  };
}

type Found = ReturnType<Question['many']>;

/** Goes on asking until nothing refers to the record any more. */
async function each(
  first: Found,
  ask: () => Found,
  work: (row: Row) => Promise<Refusal | undefined>,
): Promise<Refusal | undefined> {
  for (let found = await first; found.rows.length > 0; found = await ask()) {
    for (const row of found.rows) {
      const refusal = await work(row);
      if (refusal !== undefined) return refusal;
    }
  }
  return undefined;
}

/** Takes the reference out of a record, by that record's own rules. */
async function clear(
  other: CompiledResource,
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
  else delete after[field.name];
  const outcome = await takeRow(other, given, before, ['update', 'replace'], after, after);
  if (outcome !== 'may') return refused;
  for (const one of plan.fields) if (one.assignedOnUpdate === true) after[one.name] = isoOf(given.now);
  const problems: FieldProblem[] = [];
  other.compute(after, problems);
  other.validate(after, problems);
  if (problems.length > 0 || !bound(plan, after) || !rulesHold(other, after, before, given)) return refused;
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
