import { embeddedKey } from '../code/answer-runtime.ts';
import type { OperationPlan } from '../plan/operation.ts';
import type { Plan } from '../plan/plan.ts';
import type { AnswerShape } from '../plan/shape.ts';
import type { Compiled, CompiledResource } from '../steps/compiled.ts';
import type { Given } from '../steps/given.ts';
import type { Maybe, RecordValue, Row } from '../steps/record.ts';
import type { Store } from '../steps/store.ts';
import { visibleMany } from './visible.ts';

/** What leads from a record to the objects inside it that hold a reference. */
interface Picking {
  readonly path: readonly string[];
  readonly list: boolean;
}

/** A reference whose record an answer embeds; `parameter` names the one by which a caller asks for it. */
interface Embedded {
  readonly field: string;
  readonly within: readonly Picking[];
  readonly parameter: string | undefined;
  readonly code: CompiledResource;
  readonly inner: readonly Embedded[];
  find(given: Given, identities: readonly unknown[]): Maybe<readonly Row[]>;
}

/**
 * Makes the loader of the records that an operation's answers embed, each where the caller may read it, by one question for each
 * reference; undefined where they embed none.
 */
export function embedderOf(
  operation: OperationPlan,
  plan: Plan,
  compiled: Compiled,
  store: Store,
): ((given: Given) => Maybe<void>) | undefined {
  const inside = (shape: AnswerShape | undefined, parameter?: string, within: readonly Picking[] = []): Embedded[] => {
    if (shape === undefined) return [];
    if (shape.kind === 'object') return shape.members.flatMap((member) => inside(member.shape, parameter, within));
    if (shape.kind === 'records') return inside(shape.item, parameter);
    if (shape.kind === 'picked') return inside(shape.item, parameter, [...within, shape]);
    if (shape.kind !== 'embedded') return [];
    const { field, resource, item } = shape;
    const code = compiled.resources.get(resource)!;
    const find = visibleMany(plan, compiled, store, resource);
    return [{ field, within, parameter, code, inner: inside(item), find }];
  };
  const asked = operation.parameters.flatMap(({ name, means }) =>
    means.kind === 'expand' ? inside(means.shape, name) : [],
  );
  const all = [...operation.responses.flatMap(({ shape }) => inside(shape)), ...asked];
  if (all.length === 0) return undefined;
  const own = operation.resource === undefined ? undefined : compiled.resources.get(operation.resource);
  return (given) => {
    const due = all.filter(({ parameter }) => parameter === undefined || given.parameters[parameter] !== undefined);
    if (due.length === 0) return undefined;
    const record = given.after ?? given.before ?? (given.row === undefined ? undefined : own?.toRecord(given.row));
    const listed = operation.kind === 'list' && own !== undefined;
    const records = listed ? given.rows.map((row) => own.toRecord(row)) : record === undefined ? [] : [record];
    given.refs = { ...given.refs };
    return load(given, due, records, 0);
  };
}

function load(given: Given, due: readonly Embedded[], records: readonly RecordValue[], from: number): Maybe<void> {
  for (let i = from; i < due.length; i++) {
    const one = due[i]!;
    const done = loadOne(given, one, records);
    if (done instanceof Promise) return done.then(() => load(given, due, records, i + 1));
  }
  return undefined;
}

/** The objects inside a value to which a way leads; what is missing on it leads nowhere. */
function picked(value: unknown, within: readonly Picking[]): readonly RecordValue[] {
  let found: readonly unknown[] = [value];
  for (const { path, list } of within) {
    found = found.flatMap((one) => {
      const inner = path.reduce<unknown>((held, name) => (isObject(held) ? held[name] : undefined), one);
      return list ? (Array.isArray(inner) ? inner : []) : [inner];
    });
  }
  return found.filter(isObject);
}

function isObject(value: unknown): value is RecordValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function loadOne(given: Given, one: Embedded, records: readonly RecordValue[]): Maybe<void> {
  const { name, identity } = one.code.plan;
  const holders = one.within.length === 0 ? records : records.flatMap((record) => picked(record, one.within));
  const wanted = new Set(holders.map((holder) => holder[one.field]).filter((id) => id !== undefined && id !== null));
  if (wanted.size === 0) return undefined;
  const settle = (rows: readonly Row[]): Maybe<void> => {
    const found = rows.map((row) => one.code.toRecord(row));
    for (const record of found) given.refs[embeddedKey(name, record[identity])] = record;
    return one.inner.length === 0 ? undefined : load(given, one.inner, found, 0);
  };
  const rows = one.find(given, [...wanted]);
  return rows instanceof Promise ? rows.then(settle) : settle(rows);
}
