import type { Making } from '../../../../contracts/operation-context.ts';
import type { FieldProblem } from '../../../../contracts/record.ts';
import type { Given, PageAsked } from '../../../../contracts/request-context.ts';
import type { ParameterPlan } from '../../../../plan/operation.ts';
import { listCursors, type OrderOf } from './list-cursor.ts';

/** Tells where in a list the page that is asked for begins, from the first page; adds what is wrong. */
export type Way = (given: Given, first: PageAsked, problems: FieldProblem[]) => PageAsked;

/** Makes the way in which a list is paged: it has one. */
export function wayOf(making: Making, orders: readonly OrderOf[], filters: readonly { readonly name: string }[]): Way {
  const { parameters } = making.operation;
  const named = (kind: ParameterPlan['means']['kind']): ParameterPlan | undefined =>
    parameters.find(({ means }) => means.kind === kind);
  const cursor = named('cursor');
  if (cursor !== undefined) return byCursor(making, cursor, orders, filters);
  const offset = named('offset') ?? named('page number');
  if (offset !== undefined) return byCount(offset);
  const after = named('after id');
  const before = named('before id');
  return after === undefined && before === undefined ? (_, first) => first : byId(after, before);
}

function byCursor(
  making: Making,
  cursor: ParameterPlan,
  orders: readonly OrderOf[],
  filters: readonly { readonly name: string }[],
): Way {
  const cursors = listCursors(making, orders, filters);
  const { name, line } = cursor;
  return (given, first, problems) => {
    const text = given.parameters[name];
    if (text === undefined) return first;
    const found = cursors.read(given, first, String(text));
    if (found !== undefined) return { ...first, after: found.values, backward: found.backward };
    problems.push({ parameter: name, problem: 'constraint', message: 'is no cursor of this list', line });
    return first;
  };
}

function byCount({ name, means }: ParameterPlan): Way {
  const pages = means.kind === 'page number';
  return (given, first) => {
    const asked = given.parameters[name];
    if (asked === undefined) return { ...first, skip: 0 };
    const skip = pages ? (Number(asked) - 1) * first.limit : Number(asked);
    // So many records no table has, and beyond it numbers are not exact.
    return { ...first, skip: Math.min(skip, Number.MAX_SAFE_INTEGER) };
  };
}

function byId(after: ParameterPlan | undefined, before: ParameterPlan | undefined): Way {
  return (given, first, problems) => {
    const from = after && given.parameters[after.name];
    const to = before && given.parameters[before.name];
    if (from !== undefined && to !== undefined) {
      const message = `may not be given together with ${after!.name}`;
      problems.push({ parameter: before!.name, problem: 'constraint', message, line: before!.line });
      return first;
    }
    const parameter = from === undefined ? before : after;
    const id = from ?? to;
    return id === undefined
      ? first
      : { ...first, beside: { id, parameter: parameter!.name }, backward: to !== undefined };
  };
}
