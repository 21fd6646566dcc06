import type { OperationContext } from '../../../../contracts/operation-context.ts';
import type { Row } from '../../../../contracts/record.ts';
import type { Refusal } from '../../../../contracts/refusal.ts';
import type { RequestContext } from '../../../../contracts/request-context.ts';
import { computeMaxRecordSize, defaultBodySize } from '../../../../plan/bodies/max-record-size.ts';
import { measureRow } from '../../../../plan/records/row-size.ts';
import { createInvalidInput } from '../bodies/body.ts';
import { isPaged, listOrders } from './list.ts';

type Values = readonly unknown[] | undefined;

/** By order of a list: the positions of the values of its fields in a row. */
export function indexOrderColumns(op: OperationContext): readonly (readonly number[])[] {
  const { name } = op.resource!.plan;
  return listOrders(op).map(({ order }) => order.map(({ field }) => op.columnOf(name, field)));
}

/** Whether clients may continue a page by its cursor. */
function acceptsCursor({ operation }: OperationContext): boolean {
  return operation.parameters.some(({ mapsTo }) => mapsTo.kind === 'cursor');
}

/** Whether a page may end before it has the requested number of records: only a cursor continues there. */
function createEarlyEnd(op: OperationContext): (ctx: RequestContext) => boolean {
  const endless = acceptsCursor(op);
  return (ctx) => endless && ctx.page!.skip === undefined;
}

/** How many characters the records of one page hold together: as many as eight of the largest records, at least 8 MiB. */
export function computeMaxPageBytes({ plan, resource, serverLimits }: OperationContext): number {
  return (
    8 * Math.max(defaultBodySize, computeMaxRecordSize(plan.operations, resource!.plan.name, serverLimits.maxBodySize))
  );
}

/** The first rows that have room together, one at least. */
function takeRowsThatFit(rows: readonly Row[], room: number): readonly Row[] {
  let left = room;
  for (let at = 0; at < rows.length; at++) {
    left -= measureRow(rows[at]!);
    if (left < 0 && at > 0) return rows.slice(0, at);
  }
  return rows;
}

/** Refuses a page that is too long and cannot end early: the client can only request fewer records, if the list has such a parameter. */
function createPageRefusal({ operation }: OperationContext, why: string): Refusal {
  const sized = operation.parameters.find(({ mapsTo }) => mapsTo.kind === 'page size');
  if (sized === undefined) return { condition: 'unavailable', line: operation.line };
  const message = `${why}: request fewer records`;
  return createInvalidInput([{ parameter: sized.name, problem: 'constraint', message }]);
}

/** Creates the function that stores the rows of a page, and the values from which the next and previous pages continue. */
export function createPageSettler(
  op: OperationContext,
): (ctx: RequestContext, rows: readonly Row[], stopped: Values) => Refusal | undefined {
  const { operation } = op;
  const places = indexOrderColumns(op);
  const endless = acceptsCursor(op);
  const mayEnd = createEarlyEnd(op);
  const tooMany: Refusal = { condition: 'unavailable', line: operation.line };
  const paged = isPaged(operation);
  const room = computeMaxPageBytes(op);
  const tooLong = createPageRefusal(op, `makes the response longer than ${room} characters`);
  return (ctx, rows, stopped) => {
    const { limit, order, after, backward, skip } = ctx.page!;
    const over = rows.length > limit;
    if (over ? !paged : stopped !== undefined && !endless) return tooMany;
    const shown = takeRowsThatFit(over ? rows.slice(0, limit) : rows, room);
    const cut = shown.length < Math.min(rows.length, limit);
    if (cut && !mayEnd(ctx)) return tooLong;
    const valuesOf = (row: Row | undefined): Values => row && places[order]!.map((place) => row[place]);
    // Only an empty page ends at a record that the caller cannot see.
    const further = over || cut || stopped !== undefined ? (valuesOf(shown.at(-1)) ?? stopped) : undefined;
    const begun = after !== undefined || (skip ?? 0) > 0 ? valuesOf(shown[0]) : undefined;
    ctx.rows = backward === true ? shown.toReversed() : shown;
    const [next, previous] = backward === true ? [begun, further] : [further, begun];
    ctx.listed = { next, previous, more: further !== undefined, total: undefined };
    return undefined;
  };
}

/**
 * Creates the function that ends a page early where its records are too long together with embedded records: after the first `fitting`
 * records in the direction of reading, one at least. Refuses the request if the page cannot end there.
 */
export function createPageShortener(
  op: OperationContext,
): (ctx: RequestContext, fitting: number) => Refusal | undefined {
  const { operation } = op;
  const tooLong: Refusal = { condition: 'unavailable', line: operation.line };
  if (operation.kind !== 'list' || operation.resource === undefined) return () => tooLong;
  const places = indexOrderColumns(op);
  const mayEnd = createEarlyEnd(op);
  const refusal = createPageRefusal(op, 'makes the response with its embedded records too long');
  return (ctx, fitting) => {
    const { rows } = ctx;
    if (!mayEnd(ctx)) return refusal;
    const count = Math.max(1, fitting);
    const { backward = false, order } = ctx.page!;
    const shown = backward ? rows.slice(-count) : rows.slice(0, count);
    const last = backward ? shown[0]! : shown.at(-1)!;
    const values = places[order]!.map((place) => last[place]);
    ctx.rows = shown;
    ctx.listed = { ...ctx.listed!, more: true, ...(backward ? { previous: values } : { next: values }) };
    return undefined;
  };
}
