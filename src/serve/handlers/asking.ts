import type { Query } from '../../contracts/store.ts';
import { listStoredFields } from '../../plan/records/row.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import { type Options, suggestName } from './arguments.ts';

/** The options of a list. */
export interface Asking {
  readonly where?: string | undefined;
  readonly input?: Readonly<Record<string, unknown>> | undefined;
  readonly order?: string | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly total?: boolean | undefined;
  /** The cursor of a page: the next page begins after it. */
  readonly after?: string | undefined;
}

const filter = { where: 'string', input: 'object' } as const;

/** The options of each call that finds records. */
export const optionsOf: Readonly<Record<string, Options>> = {
  find: { ...filter, order: 'string', offset: 'number' },
  list: { ...filter, order: 'string', limit: 'number', offset: 'number', total: 'boolean' },
  count: filter,
  page: { ...filter, order: 'string', limit: 'number', after: 'string' },
  all: { ...filter, order: 'string' },
  deleteAll: { ...filter, limit: 'number' },
};

/** The maximum number of records in one list, and the maximum offset. */
export const mostRecords = 1000;
const farthest = 10_000;

/** Returns the limit and offset of a list. Throws for invalid ones. */
export function resolvePage(
  what: string,
  { limit = mostRecords, offset = 0 }: Asking,
): {
  readonly limit: number;
  readonly offset: number;
} {
  const whole = (value: number, least: number, most: number): boolean =>
    Number.isInteger(value) && value >= least && value <= most;
  if (!whole(limit, 1, mostRecords)) throw new RangeError(`${what}: limit is a whole number from 1 to ${mostRecords}`);
  if (!whole(offset, 0, farthest)) throw new RangeError(`${what}: offset is a whole number from 0 to ${farthest}`);
  return { limit, offset };
}

type Order = NonNullable<Query['order']>;

/** Parses `-created_at, id` as an order, completed with the identity. */
export function parseOrder(
  what: string,
  plan: Pick<ResourcePlan, 'name' | 'identity' | 'fields'>,
  text: string | undefined,
): Order {
  const order = (text ?? '').split(',').flatMap((part): Order => {
    const [name = '', ...more] = part.trim().split(/\s+/);
    if (name === '' && text === undefined) return [];
    const descending = name.startsWith('-');
    const field = descending ? name.slice(1) : name;
    const plain = listStoredFields(plan).filter(({ storage }) => storage !== 'json');
    const names = plain.map(({ name }) => name);
    if (!names.includes(field)) {
      const why = `${plan.name} has no field \`${field}\` by which it can be ordered`;
      throw new Error(`${what}: order: ${why}${suggestName(field, names)}`);
    }
    if (more.length > 0) throw new Error(`${what}: order: write \`${field}\`, or \`-${field}\` for descending order`);
    return [{ field, descending }];
  });
  if (order.some(({ field }) => field === plan.identity)) return order;
  return [...order, { field: plan.identity, descending: order.at(-1)?.descending ?? false }];
}
