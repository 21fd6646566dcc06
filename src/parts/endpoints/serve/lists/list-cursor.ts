import type { OperationContext } from '../../../../contracts/operation-context.ts';
import type { PageRequest, RequestContext } from '../../../../contracts/request-context.ts';
import type { Expression } from '../../../../expression/tree.ts';
import type { OperationPlan, ParameterPlan } from '../../../../plan/operation.ts';
import { hasBit } from '../../../../plan/sets/bitset.ts';
import { createDigest, openCursors, stringifyCursorValue, toBase64url } from './cursor.ts';
import { listOrders } from './list.ts';
import { digestLongValues, hasDigests } from './long-values.ts';

/** An order of a list, and the name by which it is asked for. */
export interface OrderOf {
  readonly name: string;
  readonly order: readonly unknown[];
}

/** The cursors of one list; a backward one leads to the page that ends before its values. */
export interface ListCursors {
  /** Returns the binding of a page's cursors. */
  bind(ctx: RequestContext, page: PageRequest): string;
  read(page: PageRequest, boundTo: string, text: string): CursorPosition | undefined;
  /** Returns a cursor of a page, which has its binding. */
  write(page: PageRequest, values: readonly unknown[], backward: boolean): string;
}

/** Where the page of a cursor begins. */
export interface CursorPosition {
  readonly values: readonly unknown[];
  readonly backward: boolean;
  /** The identity of the record that has the long values; left out if no value is a digest. */
  readonly id?: unknown;
}

/** Stands behind the values of a backward cursor. */
const back = 'back';

/**
 * Makes the cursors of a list. They are bound to the operation in its version, its path, the order, the filters as they were sent,
 * the caller's scopes and what the row rule reads of the caller; not to the credential, and not to the rest of the plan: a cursor
 * outlives a change of the document as long as its list and what it holds stay.
 */
export function listCursors(
  op: OperationContext,
  orders: readonly OrderOf[],
  filters: readonly { readonly name: string }[],
): ListCursors {
  const { operation, platform, store } = op;
  const ofCaller = createCallerBinding(operation);
  const filtering = operation.parameters.filter(({ name }) => filters.some((filter) => filter.name === name));
  const shown = listShownOrders(op);
  const fixed = orders.map(({ order }, at) => {
    const held = order.map((sortKey) => getCursorForm(op, (sortKey as { readonly field: string }).field));
    const facts = JSON.stringify([operation.name, shown[at], held]);
    return toBase64url(platform.sha256(facts));
  });
  const paged = operation.parameters.some(({ mapsTo }) => mapsTo.kind === 'cursor');
  const cursors = paged ? openCursors({ platform, store }) : undefined;
  const identityAt = orders.map(({ order }) => findIdentityIndex(op, order));
  const digest = createDigest(platform);
  return {
    bind(ctx, page) {
      const facts = [ctx.version?.name ?? '', listSentFilters(filtering, ctx), ctx.pathValues, ...ofCaller(ctx)];
      return fixed[page.order]! + stringifyCursorValue(facts);
    },
    read(page, boundTo, text) {
      const found = cursors?.read(text, boundTo);
      const { length } = orders[page.order]!.order;
      const backward = found?.length === length + 1 && found[length] === back;
      if (found === undefined || (found.length !== length && !backward)) return undefined;
      const values = backward ? found.slice(0, length) : found;
      return hasDigests(values) ? { values, backward, id: values[identityAt[page.order]!] } : { values, backward };
    },
    write({ order, boundTo = '' }, values, backward) {
      const short = digestLongValues(values, identityAt[order]!, digest);
      return cursors?.write(backward ? [...short, back] : short, boundTo) ?? '';
    },
  };
}

/** Creates what reads the facts of a caller that cursors are bound to: the scopes that apply, and the attributes that row rules read. */
export function createCallerBinding({
  access: { grants },
}: Pick<OperationPlan, 'access'>): (
  ctx: RequestContext,
) => readonly [scopes: readonly string[], of: readonly unknown[]] {
  const read = listReadAttributes(grants.map((grant) => grant.where).filter((where) => where !== undefined));
  return (ctx) => [
    grants.flatMap(({ scope }, i) => (hasBit(ctx.grants, i) ? [scope] : [])),
    read.map((name) => [name, ctx.caller?.values[name]]),
  ];
}

/** The orders of a list by the names of the version that is served. */
export function listShownOrders({ operation, resource, transform }: OperationContext): readonly OrderOf[] {
  const older = transform?.shown.resources.find(({ name }) => name === transform.older.resource);
  return older === undefined
    ? listOrders({ operation, resource })
    : listOrders({ operation: transform!.older, resource: { plan: older } });
}

function findIdentityIndex({ resource }: OperationContext, order: readonly unknown[]): number {
  return order.findIndex((sortKey) => (sortKey as { readonly field: string }).field === resource?.plan.identity);
}

/** What decides how the values of a field stand in a cursor. */
function getCursorForm({ resource }: OperationContext, name: string): unknown {
  const field = resource?.plan.fields.find((candidate) => candidate.name === name);
  const schema = field?.schema as
    | { readonly type: string; readonly values?: unknown; readonly nullable?: true }
    | undefined;
  return [schema?.type, schema?.values, schema?.nullable, field?.storage];
}

/** The filters of a list as the request has them. */
function listSentFilters(
  filtering: readonly ParameterPlan[],
  { incoming, parameters }: RequestContext,
): readonly unknown[] {
  const sent = filtering.filter(({ name }) => parameters[name] !== undefined);
  if (sent.length === 0) return sent;
  const query = new URLSearchParams(incoming.query);
  return sent.map(({ name, in: place }) => [
    name,
    place === 'header' ? incoming.header(name.toLowerCase()) : query.get(name),
  ]);
}

/** The attributes of the caller that row rules read. */
function listReadAttributes(wheres: readonly (Expression | 'disabled')[]): readonly string[] {
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
