import type { OperationContext, ServerLimits } from '../../../../contracts/operation-context.ts';
import type { FieldError } from '../../../../contracts/record.ts';
import type { Refusal } from '../../../../contracts/refusal.ts';
import type { PageRequest, RequestContext } from '../../../../contracts/request-context.ts';
import type { Step } from '../../../../contracts/step.ts';
import type { OperationPlan, ParameterPlan } from '../../../../plan/operation.ts';
import { type Bits, withBit } from '../../../../plan/sets/bitset.ts';
import { normalizeDecimal } from '../../../../text/numbers/decimals.ts';
import { pageSize as kind } from '../../../limits/kinds/page-size.ts';
import { collectScopedBounds, createStrictestBound } from '../../../limits/serve/bounds.ts';
import { formatOf } from '../../../resources/formats/index.ts';
import { createInvalidInput } from '../bodies/body.ts';
import { isPaged, listFilters, listOrders, showsTotal } from './list.ts';
import { listShownOrders } from './list-cursor.ts';
import { createPageLocator } from './page-position.ts';

/** Works out which page of a list is asked for; refuses the request with all errors of its parameters. */
export function createListStep(op: OperationContext): Step {
  const { operation } = op;
  const orders = listOrders(op);
  const shown = listShownOrders(op);
  const filters = listFilters(op);
  const normal = filters.map(({ name }) => takesDecimals(operation, name));
  const named = (kind: ParameterPlan['mapsTo']['kind']): ParameterPlan | undefined =>
    operation.parameters.find(({ mapsTo }) => mapsTo.kind === kind);
  const size = createPageSizeReader(op, named('page size'));
  const sort = named('sort');
  const total = named('total');
  const counted = showsTotal(operation);
  const locatePage = createPageLocator(op, orders, filters);
  return (ctx) => {
    const fieldErrors = ctx.fieldErrors ?? [];
    const { parameters } = ctx;
    const limit = size(ctx)(parameters, fieldErrors);
    if (typeof limit !== 'number') return limit;
    const order = sort === undefined ? 0 : orderAsked(shown, parameters[sort.name], sort, fieldErrors);
    let bits: Bits = 0;
    const values: unknown[] = [];
    for (let i = 0; i < filters.length; i++) {
      const value = parameters[filters[i]!.name];
      if (value === undefined) continue;
      bits = withBit(bits, i);
      values.push(normal[i] === true ? (value as readonly string[]).map(normalizeDecimal) : value);
    }
    const asked = total === undefined ? counted : parameters[total.name] === true;
    const first: PageRequest = { limit, order, filters: bits, values, after: undefined, total: asked };
    ctx.page = locatePage(ctx, first, fieldErrors);
    return fieldErrors.length > 0 ? createInvalidInput(fieldErrors) : undefined;
  };
}

/** Whether a filter takes several decimals: equal ones, such as 1 and 1.0, must count once, because the records of each are read. */
function takesDecimals({ parameters }: OperationPlan, name: string): boolean {
  const { mapsTo: means, schema } = parameters.find((parameter) => parameter.name === name)!;
  if (means.kind !== 'filter' || means.operator !== 'in' || schema === undefined) return false;
  return formatOf(schema)?.storage === 'decimal';
}

function orderAsked(
  orders: readonly { readonly name: string }[],
  asked: unknown,
  sort: ParameterPlan,
  fieldErrors: FieldError[],
): number {
  if (asked === undefined) return 0;
  const at = orders.findIndex(({ name }, i) => i > 0 && name === asked);
  if (at !== -1) return at;
  const names = orders.slice(1).map(({ name }) => name);
  const message = `must be one of ${names.join(', ')}`;
  fieldErrors.push({ parameter: sort.name, problem: 'constraint', message, line: sort.line });
  return 0;
}

type PageSize = (parameters: Record<string, unknown>, fieldErrors: FieldError[]) => number | Refusal;

/** The page sizes of an operation: its own, and for callers of some scopes smaller ones. */
export function createPageSizeReader(
  op: OperationContext,
  parameter: ParameterPlan | undefined,
): (ctx: RequestContext) => PageSize {
  const { plan, operation, serverLimits } = op;
  if (!isPaged(operation)) return () => () => serverLimits.maxPageSize;
  const boundOf = (paging: OperationPlan['paging']) => ({
    most: paging?.maxSize ?? serverLimits.maxPageSize,
    size: createLimitedSizeReader(paging, serverLimits, parameter),
  });
  const scoped = collectScopedBounds(plan, operation, kind).map(({ scopes, value, clamp, code, line }) => {
    const named = code === undefined ? {} : { code };
    const paging = { defaultSize: value.defaultSize!, maxSize: value.maxSize!, clamp: clamp === true, line, ...named };
    return { scopes: new Set(scopes), value: boundOf(paging) };
  });
  const strictest = createStrictestBound(boundOf(operation.paging), scoped, ({ most }) => most);
  return (ctx) => strictest(ctx).size;
}

function createLimitedSizeReader(
  paging: OperationPlan['paging'],
  serverLimits: ServerLimits,
  parameter: ParameterPlan | undefined,
): PageSize {
  const defaultSize = Math.min(paging?.defaultSize ?? serverLimits.maxPageSize, serverLimits.maxPageSize);
  const maxSize = Math.min(paging?.maxSize ?? serverLimits.maxPageSize, serverLimits.maxPageSize);
  if (parameter === undefined) return () => defaultSize;
  return (parameters, fieldErrors) => {
    const asked = parameters[parameter.name];
    if (asked === undefined) return defaultSize;
    const limit = Number(asked);
    if (limit <= maxSize) return limit;
    if (paging === undefined || paging.clamp || limit <= (paging.maxSize ?? limit)) return maxSize;
    const field: FieldError = {
      parameter: parameter.name,
      problem: 'constraint',
      message: `must be at most ${maxSize}`,
      ...(paging.line === undefined ? {} : { line: paging.line }),
    };
    if (paging.code !== undefined) return { ...createInvalidInput([...fieldErrors, field]), named: paging.code };
    fieldErrors.push(field);
    return defaultSize;
  };
}
