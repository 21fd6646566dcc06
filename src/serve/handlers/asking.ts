import type { ResourcePlan } from '../../plan/resource.ts';
import type { Query } from '../../steps/store.ts';

/** What code asks of several records. */
export interface Asking {
  readonly where?: string | undefined;
  readonly input?: Readonly<Record<string, unknown>> | undefined;
  readonly order?: string | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly total?: boolean | undefined;
  /** The cursor of a page, behind which the next one begins. */
  readonly after?: string | undefined;
}

const options = ['where', 'input', 'order', 'limit', 'offset', 'total', 'after'];

/** Throws for an option that no read has. */
export function needKnown(asking: Asking): void {
  const unknown = Object.keys(asking).find((name) => !options.includes(name));
  if (unknown !== undefined) throw new Error(`unknown option \`${unknown}\`: the options are ${options.join(', ')}`);
}

/** Throws where a condition reads a member that `input` does not have. */
export function needInput(where: unknown, { input = {} }: Asking): void {
  const missing = inputsOf(where).find((name) => !Object.hasOwn(input, name));
  if (missing !== undefined) throw new Error(`\`where\` reads input.${missing}, and \`input\` has no \`${missing}\``);
}

/** The members of `input` that an expression reads; `has` may ask for one that is not there. */
function inputsOf(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { op, root, steps } = node as { op?: string; root?: string; steps?: readonly { readonly name?: string }[] };
  if (op === 'has') return [];
  const name = op === 'path' && root === 'value' ? steps?.[0]?.name : undefined;
  return [...(name === undefined ? [] : [name]), ...Object.values(node).flatMap(inputsOf)];
}

/** The most records of one list, and so many that an offset may leave out. */
export const mostRecords = 1000;
const farthest = 10_000;

/** The bounds of a list; throws for what is none. */
export function pageOf({ limit = mostRecords, offset = 0 }: Asking): {
  readonly limit: number;
  readonly offset: number;
} {
  const whole = (value: number, least: number, most: number): boolean =>
    Number.isInteger(value) && value >= least && value <= most;
  if (!whole(limit, 1, mostRecords)) throw new RangeError(`limit is a whole number from 1 to ${mostRecords}`);
  if (!whole(offset, 0, farthest)) throw new RangeError(`offset is a whole number from 0 to ${farthest}`);
  return { limit, offset };
}

type Order = NonNullable<Query['order']>;

/** `created_at descending, id` as the order of a list; complete with the identity. */
export function orderOf(plan: Pick<ResourcePlan, 'name' | 'identity' | 'fields'>, text: string | undefined): Order {
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

/** Values as the store takes them: a Date is its moment's text. */
export function plainInput(input: Asking['input']): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input ?? {}).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );
}
