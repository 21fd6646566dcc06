import { embeddedKey } from '../../codegen/answers/runtime.ts';
import type { Compiled, CompiledResource } from '../../contracts/compiled.ts';
import type { Maybe, RecordValue, Row } from '../../contracts/record.ts';
import type { Given } from '../../contracts/request-context.ts';
import type { Store } from '../../contracts/store.ts';
import { objectsInside, type WayInside } from '../../plan/field-path.ts';
import { addressRefs, readKey, refsRead } from '../../plan/neighbours.ts';
import type { OperationPlan, RefPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import type { AnswerShape } from '../../plan/shape.ts';
import { visibleMany } from './record-visibility.ts';

/** A reference whose record an answer embeds, or reads; `parameter` names the one by which a caller asks for it. */
interface Embedded {
  readonly field: string;
  readonly within: readonly WayInside[];
  readonly parameter?: string | undefined;
  readonly code: CompiledResource;
  readonly inner: readonly Embedded[];
  /** Where `Given.refs` holds what is found. */
  keyOf(resource: string, identity: unknown): string;
  find(given: Given, identities: readonly unknown[]): Maybe<readonly Row[]>;
}

/** How a shape is come to. `loaded`: what its expressions read hangs on the operation's own record, and is there already. */
interface Way extends Pick<Embedded, 'within' | 'parameter'> {
  readonly loaded: boolean;
}

const fromRecord: Way = { within: [], loaded: false };

/**
 * Makes the loader of the records that an operation's answers embed, each where the caller may read it, and of those that the
 * expressions of other records in them read, by one question for each reference; undefined where there are none.
 */
export function embedderOf(
  operation: OperationPlan,
  plan: Plan,
  compiled: Compiled,
  store: Store,
): ((given: Given) => Maybe<void>) | undefined {
  const all = embeddedIn(operation, plan, compiled, store);
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

function embeddedIn(operation: OperationPlan, plan: Plan, compiled: Compiled, store: Store): readonly Embedded[] {
  const code = operation.kind === 'code';
  const inside = (shape: AnswerShape | undefined, way: Way): readonly Embedded[] => {
    switch (shape?.kind) {
      case 'object':
        return shape.members.flatMap(({ name, shape: inner }) =>
          code && inner.kind === 'records' ? listed(inner, way, [name]) : inside(inner, way),
        );
      case 'records':
        return listed(shape, way, []);
      case 'picked':
        return picked(shape, { ...way, within: [...way.within, shape], loaded: false });
      case 'cel':
        return way.loaded ? [] : refsRead(shape.value).map((ref) => readBy(ref, way));
      case 'embedded': {
        const { field, resource, item } = shape;
        const { within, parameter } = way;
        const of = compiled.resources.get(resource)!;
        const inner = [...addressed(resource), ...inside(item, fromRecord)];
        const find = visibleMany(plan, compiled, store, resource);
        return [{ field, within, parameter, code: of, inner, keyOf: embeddedKey, find }];
      }
      default:
        return [];
    }
  };
  /** What code gives back holds its lists under their names; those of `list` are the rows themselves. */
  const listed = ({ item, of }: AnswerShape & { kind: 'records' }, way: Way, path: readonly string[]) => {
    const within = code ? [...way.within, { path, list: true }] : way.within;
    return [...addressed(of ?? operation.resource, within), ...inside(item, { ...way, within, loaded: false })];
  };
  const picked = ({ item, of }: AnswerShape & { kind: 'picked' }, way: Way) => [
    ...addressed(of, way.within),
    ...inside(item, way),
  ];
  const addressed = (name: string | undefined, within: Way['within'] = []): readonly Embedded[] => {
    const resource = plan.resources.find((one) => one.name === name);
    const refs = resource === undefined ? [] : addressRefs(plan.operations, resource);
    return refs.map((ref) => readBy(ref, { ...fromRecord, within }));
  };
  const readBy = ({ path, resource }: RefPlan, { within, parameter }: Way): Embedded => {
    const holder = path.slice(0, -1);
    return {
      field: path.at(-1)!,
      within: holder.length === 0 ? within : [...within, { path: holder, list: false }],
      parameter,
      code: compiled.resources.get(resource)!,
      inner: [],
      keyOf: readKey,
      find: manyOf(plan, store, resource),
    };
  };
  const asked = operation.parameters.flatMap(({ name, means }) =>
    means.kind === 'expand' ? inside(means.shape, { ...fromRecord, parameter: name }) : [],
  );
  return [...operation.responses.flatMap(({ shape }) => inside(shape, { ...fromRecord, loaded: !code })), ...asked];
}

/** Looks up what expressions read, whoever may see it; inside a transaction it is held as it is. */
function manyOf(plan: Plan, store: Store, resource: string): Embedded['find'] {
  const { identity } = plan.resources.find((one) => one.name === resource)!;
  const among = { kind: 'compare', path: [identity], operator: 'in' } as const;
  const question = store.question({ resource, conditions: [among] });
  return ({ transaction, now }, identities) => {
    const asked = transaction === undefined ? question : transaction.ask(question, 'share');
    const found = asked.many({ conditions: [identities], now, limit: identities.length });
    return found instanceof Promise ? found.then(({ rows }) => rows) : found.rows;
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

function loadOne(given: Given, one: Embedded, records: readonly RecordValue[]): Maybe<void> {
  const { name, identity } = one.code.plan;
  const holders = one.within.length === 0 ? records : records.flatMap((record) => objectsInside(record, one.within));
  const wanted = new Set(holders.map((holder) => holder[one.field]).filter((id) => id !== undefined && id !== null));
  if (wanted.size === 0) return undefined;
  const settle = (rows: readonly Row[]): Maybe<void> => {
    const found = rows.map((row) => one.code.toRecord(row));
    for (const record of found) given.refs[one.keyOf(name, record[identity])] = record;
    return one.inner.length === 0 ? undefined : load(given, one.inner, found, 0);
  };
  const rows = one.find(given, [...wanted]);
  return rows instanceof Promise ? rows.then(settle) : settle(rows);
}
