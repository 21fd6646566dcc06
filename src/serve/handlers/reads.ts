import type { Conditions } from '../../code/where.ts';
import { rulesOf } from '../../parts/authentication/serve-grants.ts';
import { goneOf } from '../../parts/endpoints/serve-list.ts';
import { turnOf } from '../../parts/limits/serve-turn.ts';
import type { Given } from '../../steps/given.ts';
import type { Maybe, RecordValue, Row } from '../../steps/record.ts';
import type { Condition, Query, QueryValues, Question, Store } from '../../steps/store.ts';
import type { InnerOperation } from './inner.ts';

/** What code asks of several records. */
export interface Asking {
  readonly where?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly order?: string;
  readonly limit?: number;
  readonly offset?: number;
  readonly total?: boolean;
}

/** The reads of one resource's records, as the caller may see them or as the service does. */
export interface Reads {
  get(given: Given, asService: boolean, id: unknown): Promise<RecordValue | undefined>;
  list(given: Given, asService: boolean, asking: Asking): Promise<readonly RecordValue[]>;
  count(given: Given, asService: boolean, asking: Asking): Promise<number>;
}

/** What reads are made with: any operation of the resource by code, whose grants say what is seen. */
export interface ReadMaking {
  readonly store: Store;
  readonly operation: InnerOperation;
  readonly conditions: Conditions;
}

/** The most records of one list, and so many that an offset may leave out. */
const mostRecords = 1000;
const farthest = 10_000;
/** A list asks again so often where the store stops early; then it says that no index answers it. */
const mostRounds = 10;

/** Makes the reads of a resource. */
export function readsOf({ store, operation, conditions }: ReadMaking): Reads {
  const { making } = operation;
  const resource = making.resource!;
  const { name, identity } = resource.plan;
  const gone = goneOf({ resource });
  const { access } = making.operation;
  const turn = turnOf(making);

  /** What the caller may see, as conditions; undefined where it sees nothing. */
  const seen = (given: Given, asService: boolean): Condition[] | undefined => {
    const rules = rulesOf(access, operation.grants(given, asService));
    if (rules === 'every record') return gone;
    return rules.length === 0 ? undefined : [...gone, { kind: 'any', of: rules }];
  };
  const ask = (given: Given, query: Omit<Query, 'resource'>): Question => {
    const question = store.question({ resource: name, ...query });
    return given.transaction === undefined ? question : given.transaction.ask(question, 'share');
  };
  const values = (given: Given, input: unknown): QueryValues => ({
    // The first condition takes the value; those behind it take none.
    conditions: [input],
    caller: given.caller?.values,
    now: given.now,
    // Code may go on when nobody waits for its answer any more.
    turn: { whose: turn(given).whose },
  });
  const conditionsFor = (given: Given, asService: boolean, { where }: Asking): Condition[] | undefined => {
    const visible = seen(given, asService);
    if (visible === undefined || where === undefined) return visible;
    return [{ kind: 'where', holds: conditions(name, where) }, ...visible];
  };

  return {
    async get(given, asService, id) {
      const visible = seen(given, asService);
      if (visible === undefined || id === undefined || id === null) return undefined;
      const question = ask(given, { conditions: [{ kind: 'equal', field: identity }, ...visible] });
      const row = await question.one(values(given, id));
      return row === undefined ? undefined : resource.toRecord(row);
    },
    async list(given, asService, asking) {
      const visible = conditionsFor(given, asService, asking);
      const { limit, offset } = pageOf(asking);
      if (visible === undefined) return [];
      const order = orderOf(resource.plan, asking.order);
      const rows: Row[] = [];
      let after: readonly unknown[] | undefined;
      for (let round = 0; rows.length < offset + limit; round++) {
        if (round === mostRounds) throw new Error(`a list of ${name} reads too many records: no index answers it`);
        const question = ask(given, { conditions: visible, order, after: after !== undefined });
        const asked = { ...values(given, plainInput(asking.input)), limit: offset + limit - rows.length };
        const found: Maybe<{ rows: readonly Row[]; next?: readonly unknown[] }> = question.many(
          after === undefined ? asked : { ...asked, after },
        );
        const page = found instanceof Promise ? await found : found;
        rows.push(...page.rows);
        if (page.next === undefined) break;
        after = page.next;
      }
      return rows.slice(offset).map((row) => resource.toRecord(row));
    },
    async count(given, asService, asking) {
      const visible = conditionsFor(given, asService, asking);
      if (visible === undefined) return 0;
      // No index counts: outside a transaction it holds up nobody.
      const { milliseconds } = making.ceilings;
      const apart = given.transaction === undefined ? { apart: milliseconds } : {};
      return ask(given, { conditions: visible, ...apart }).count(values(given, plainInput(asking.input)));
    },
  };
}

function pageOf({ limit = mostRecords, offset = 0 }: Asking): { readonly limit: number; readonly offset: number } {
  const whole = (value: number, least: number, most: number): boolean =>
    Number.isInteger(value) && value >= least && value <= most;
  if (!whole(limit, 1, mostRecords)) throw new RangeError(`limit is a whole number from 1 to ${mostRecords}`);
  if (!whole(offset, 0, farthest)) throw new RangeError(`offset is a whole number from 0 to ${farthest}`);
  return { limit, offset };
}

type Order = NonNullable<Query['order']>;

/** `created_at descending, id` as the order of a list; complete with the identity. */
function orderOf(plan: InnerOperationResource, text: string | undefined): Order {
  const order = (text ?? '').split(',').flatMap((part): Order => {
    const [field = '', direction = 'ascending', ...more] = part.trim().split(/\s+/);
    if (field === '' && text === undefined) return [];
    const known = plan.fields.find((one) => one.name === field);
    const plain = known !== undefined && known.storage !== 'json' && known.computed?.shown !== true;
    if (!plain) throw new Error(`order: ${plan.name} has no field \`${field}\` by which it can be ordered`);
    if (!/^(as|des)cending$/.test(direction) || more.length > 0) {
      throw new Error(`order: write \`${field} ascending\` or \`${field} descending\``);
    }
    return [{ field, descending: direction === 'descending' }];
  });
  if (order.some(({ field }) => field === plan.identity)) return order;
  return [...order, { field: plan.identity, descending: order.at(-1)?.descending ?? false }];
}

type InnerOperationResource = NonNullable<InnerOperation['making']['resource']>['plan'];

/** Values as the store takes them: a Date is its moment's text. */
function plainInput(input: Asking['input']): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input ?? {}).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );
}
