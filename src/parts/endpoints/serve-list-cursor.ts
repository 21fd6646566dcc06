import type { Expression } from '../../expression/tree.ts';
import type { Given, PageAsked } from '../../steps/given.ts';
import type { Making } from '../../steps/maker.ts';
import { type Cursors, cursorsWith, exactJson, toBase64url } from './serve-cursor.ts';

/** An order of a list, and the name by which it is asked for. */
export interface OrderOf {
  readonly name: string;
  readonly order: readonly unknown[];
}

/** The cursors of one list; a backward one leads to the page that ends before its values. */
export interface ListCursors {
  read(
    given: Given,
    page: PageAsked,
    text: string,
  ): { readonly values: readonly unknown[]; readonly backward: boolean } | undefined;
  write(given: Given, page: PageAsked, values: readonly unknown[], backward: boolean): string;
}

/** Stands behind the values of a backward cursor. */
const back = 'back';

const known = new WeakMap<object, Cursors>();

/**
 * Makes the cursors of a list. They are bound to the plan, the operation, its path, the order, the filters and what the row
 * rule reads of the caller; not to the credential.
 */
export function listCursors(
  making: Making,
  orders: readonly OrderOf[],
  filters: readonly { readonly name: string }[],
): ListCursors {
  const { operation, host, store, plan } = making;
  const read = attributesOf(operation.access.grants.map((grant) => grant.where).filter((where) => where !== undefined));
  const fixed = orders.map((order) => {
    const facts = JSON.stringify([plan.digest, operation.name, order, filters.map(({ name }) => name)]);
    return toBase64url(host.sha256(facts));
  });
  const paged = operation.parameters.some(({ means }) => means.kind === 'cursor');
  const cursors = paged ? cursorsOf(host, store) : undefined;
  const boundTo = (given: Given, page: PageAsked): string => {
    const of = read.map((name) => given.caller?.values[name]);
    const facts = [page.filters, page.values, given.pathValues, given.grants, of];
    return fixed[page.order]! + exactJson(facts);
  };
  return {
    read(given, page, text) {
      const values = cursors?.read(text, boundTo(given, page));
      const { length } = orders[page.order]!.order;
      if (values?.length === length) return { values, backward: false };
      if (values?.length !== length + 1 || values[length] !== back) return undefined;
      return { values: values.slice(0, length), backward: true };
    },
    write: (given, page, values, backward) =>
      cursors?.write(backward ? [...values, back] : values, boundTo(given, page)) ?? '',
  };
}

/** The secret is asked for when the service is opened, never while it serves. */
function cursorsOf(host: Making['host'], store: Making['store']): Cursors {
  const made = known.get(store) ?? cursorsWith(host, store.secret('cursors'));
  known.set(store, made);
  return made;
}

/** The attributes of the caller that row rules read. */
function attributesOf(wheres: readonly (Expression | 'closed')[]): readonly string[] {
  const found = new Set<string>();
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { op, root, steps } = node as { op?: string; root?: string; steps?: readonly { name: string }[] };
    if (op === 'path' && root === 'caller' && steps?.[0] !== undefined) found.add(steps[0].name);
    for (const value of Object.values(node)) look(value);
  };
  for (const where of wheres) look(where);
  return [...found];
}
