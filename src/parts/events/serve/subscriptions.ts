import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { RecordValue, Row } from '../../../contracts/record.ts';
import type { DecodedEvent } from '../../../contracts/shown-events.ts';
import type { Query, QueryValues } from '../../../contracts/store.ts';
import type { Expression, PathStep } from '../../../expression/tree.ts';
import type { DeliveryPlan } from '../../../plan/plan.ts';
import { buildNotGoneConditions } from '../../../plan/records/gone.ts';
import { readKey } from '../../../plan/records/neighbours.ts';
import { readShared, type SharedReads } from './shared-reads.ts';

/** A resource that holds the subscriptions of a delivery. */
export type EachPlan = Extract<NonNullable<DeliveryPlan['to']>, { readonly kind: 'each' }>;

/** A subscription that wants an event. */
export interface Subscription {
  readonly id: unknown;
  readonly record: RecordValue;
  readonly row: Row;
}

/** Finds the records of a resource that subscribe to events. */
export interface Subscriptions {
  readonly resource: string;
  /**
   * Existing ones whose condition holds for an event, in the order of their identities. The same list for events of which the condition
   * reads equal values, as long as they share their reads.
   */
  for(decoded: DecodedEvent, now: number, shared: SharedReads): Promise<readonly Subscription[]>;
  /**
   * The one of an identity as text, if its condition holds for an event: `unwanted` if it does not hold, undefined if the subscription is
   * gone. Events of which the condition reads equal values share the read.
   */
  one(
    id: string,
    decoded: DecodedEvent,
    now: number,
    shared: SharedReads,
  ): Promise<Subscription | 'unwanted' | undefined>;
  /** The address that a subscription names. */
  addressIn(record: RecordValue): string | undefined;
}

const page = 500;

/** Makes what finds the subscriptions of a delivery. */
export function createSubscriptions(
  { compiled, store, columnOf }: Pick<OperationContext, 'compiled' | 'store' | 'columnOf'>,
  { resource, at, where }: EachPlan,
): Subscriptions {
  const { plan, toRecord } = compiled.resources.get(resource)!;
  const { identity } = plan;
  const column = columnOf(resource, identity);
  const asked = new Map<string, readonly PathStep[]>();
  const holds = where === undefined ? undefined : bindEventPaths(where, asked);
  const alive = buildNotGoneConditions(plan);
  const none = alive.map(() => undefined);
  const query: Query = {
    resource,
    conditions: [...(holds === undefined ? [] : [{ kind: 'any', of: [holds] } as const]), ...alive],
    order: [{ field: identity, descending: false }],
    bounded: true,
  };
  const first = store.prepare(query);
  const further = store.prepare({ ...query, after: true });
  const single = store.prepare({ resource, conditions: [{ kind: 'equal', field: identity }, ...alive] });
  const wanting = store.prepare({ resource, conditions: [{ kind: 'equal', field: identity }, ...query.conditions] });
  const whole = plan.fields.find(({ name }) => name === identity)!.storage;
  const scope = `${resource} ${JSON.stringify(where ?? null)}`;
  const found = (row: Row): Subscription => ({ id: row[column], record: toRecord(row), row });
  const readAll = async (caller: Readonly<Record<string, unknown>>, now: number): Promise<readonly Subscription[]> => {
    const all: Subscription[] = [];
    const conditions = [...(holds === undefined ? [] : [undefined]), ...none];
    const values: QueryValues = { conditions, caller, now, limit: page };
    let answer = await first.many(values);
    for (;;) {
      for (const row of answer.rows) all.push(found(row));
      const last = answer.rows.at(-1);
      const after = answer.next ?? (answer.rows.length < page ? undefined : [last![column]]);
      if (after === undefined) return all;
      answer = await further.many({ ...values, after });
    }
  };
  const readOne = async (
    id: unknown,
    caller: Readonly<Record<string, unknown>>,
    now: number,
  ): Promise<Subscription | 'unwanted' | undefined> => {
    const row = await wanting.one({
      conditions: [id, ...(holds === undefined ? [] : [undefined]), ...none],
      caller,
      now,
    });
    if (row !== undefined) return found(row);
    if (holds === undefined) return undefined;
    return (await single.one({ conditions: [id, ...none], now })) === undefined ? undefined : 'unwanted';
  };
  /** The text of what the condition reads of an event; undefined where it is not comparable. */
  const keyOf = (caller: Readonly<Record<string, unknown>>): string | undefined => {
    const values = [...asked.keys()].map((name) => caller[name]);
    return values.some((value) => typeof value === 'object') ? undefined : scope + values.map(formatKey).join('');
  };
  return {
    resource,
    for(decoded, now, shared) {
      const caller = readPathValues(decoded, asked);
      return readShared(shared, keyOf(caller) ?? decoded, () => readAll(caller, now));
    },
    one(id, decoded, now, shared) {
      const caller = readPathValues(decoded, asked);
      const key = keyOf(caller);
      const read = () => readOne(whole === 'integer' ? Number(id) : id, caller, now);
      return key === undefined ? read() : readShared(shared, `one ${formatKey(id)} ${key}`, read);
    },
    addressIn: (record) => {
      const value = at.reduce<unknown>((held, name) => (held as Readonly<Record<string, unknown>>)?.[name], record);
      return typeof value === 'string' ? value : undefined;
    },
  };
}

/**
 * The condition as a question asks it: what it reads of the event stands where a row rule reads of the caller, under the whole
 * path as one name, so that the indexes that row rules have serve it too. Notes the paths.
 */
function bindEventPaths(expression: Expression, paths: Map<string, readonly PathStep[]>): Expression {
  const turned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(turned);
    if (typeof value !== 'object' || value === null) return value;
    const node = value as { readonly op?: string; readonly root?: string; readonly steps?: readonly PathStep[] };
    if (node.op === 'path' && node.root === 'event') {
      const name = node.steps!.map((step) => step.name).join('.');
      paths.set(name, node.steps!);
      return { ...node, root: 'caller', steps: [{ name, optional: true }] };
    }
    return Object.fromEntries(Object.entries(node).map(([name, child]) => [name, turned(child)]));
  };
  return turned(expression) as Expression;
}

function readPathValues(
  { record, refs }: DecodedEvent,
  paths: ReadonlyMap<string, readonly PathStep[]>,
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const [name, steps] of paths) {
    let held: unknown = record;
    for (const step of steps) {
      held = read(step.through === undefined ? held : refs[readKey(step.through, held)], step.name);
    }
    if (held !== undefined) values[name] = held;
  }
  return values;
}

function read(held: unknown, name: string): unknown {
  return typeof held === 'object' && held !== null ? (held as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** Writes a value without members so that two lists have equal texts only if their values are equal. */
function formatKey(value: unknown): string {
  const text = String(value);
  return ` ${typeof value} ${text.length} ${text}`;
}
