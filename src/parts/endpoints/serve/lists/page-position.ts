import type { OperationContext } from '../../../../contracts/operation-context.ts';
import type { FieldError } from '../../../../contracts/record.ts';
import type { PageRequest, RequestContext } from '../../../../contracts/request-context.ts';
import type { ParameterPlan } from '../../../../plan/operation.ts';
import { listCursors, type OrderOf } from './list-cursor.ts';

/** Finds where in a list the requested page begins, from the first page; adds field errors. */
export type LocatePage = (ctx: RequestContext, first: PageRequest, fieldErrors: FieldError[]) => PageRequest;

/** Creates what locates pages by the one parameter that the list has for it. */
export function createPageLocator(
  op: OperationContext,
  orders: readonly OrderOf[],
  filters: readonly { readonly name: string }[],
): LocatePage {
  const { parameters } = op.operation;
  const named = (kind: ParameterPlan['mapsTo']['kind']): ParameterPlan | undefined =>
    parameters.find(({ mapsTo }) => mapsTo.kind === kind);
  const cursor = named('cursor');
  if (cursor !== undefined) return locateByCursor(op, cursor, orders, filters);
  const offset = named('offset') ?? named('page number');
  if (offset !== undefined) return locateByCount(offset);
  const after = named('after id');
  const before = named('before id');
  return after === undefined && before === undefined ? (_, first) => first : locateById(after, before);
}

function locateByCursor(
  op: OperationContext,
  cursor: ParameterPlan,
  orders: readonly OrderOf[],
  filters: readonly { readonly name: string }[],
): LocatePage {
  const cursors = listCursors(op, orders, filters);
  const { name, line } = cursor;
  return (ctx, first, fieldErrors) => {
    const boundTo = cursors.bind(ctx, first);
    const text = ctx.parameters[name];
    if (text === undefined) return { ...first, boundTo };
    const found = cursors.read(first, boundTo, String(text));
    if (found !== undefined) {
      const { id, values, backward } = found;
      if (id === undefined) return { ...first, boundTo, after: values, backward };
      return { ...first, boundTo, backward, beside: { id, parameter: name, values, line } };
    }
    fieldErrors.push({ parameter: name, problem: 'constraint', message: 'must be a cursor from this list', line });
    return first;
  };
}

function locateByCount({ name, mapsTo: means }: ParameterPlan): LocatePage {
  const pages = means.kind === 'page number';
  return (ctx, first) => {
    const asked = ctx.parameters[name];
    if (asked === undefined) return { ...first, skip: 0 };
    const skip = pages ? (Number(asked) - 1) * first.limit : Number(asked);
    // So many records no table has, and beyond it numbers are not exact.
    return { ...first, skip: Math.min(skip, Number.MAX_SAFE_INTEGER) };
  };
}

function locateById(after: ParameterPlan | undefined, before: ParameterPlan | undefined): LocatePage {
  return (ctx, first, fieldErrors) => {
    const from = after && ctx.parameters[after.name];
    const to = before && ctx.parameters[before.name];
    if (from !== undefined && to !== undefined) {
      const message = `must not be combined with ${after!.name}`;
      fieldErrors.push({ parameter: before!.name, problem: 'constraint', message, line: before!.line });
      return first;
    }
    const parameter = from === undefined ? before : after;
    const id = from ?? to;
    return id === undefined
      ? first
      : { ...first, beside: { id, parameter: parameter!.name }, backward: to !== undefined };
  };
}
