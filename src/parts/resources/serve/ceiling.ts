import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Row } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import { recordCeiling } from '../../../plan/bodies/ceiling.ts';
import { encodePointerStep } from '../../../plan/fields/json-pointer.ts';
import { createSentErrorMapper } from '../serve.ts';

/** The moments of a record without states. */
const noMoments: readonly (number | null)[] = [];

/** Writes the row of a record into `ctx.row`, or refuses what makes the record larger than its ceiling. */
export type RowWriter = (ctx: RequestContext, version: number, was?: Row) => Refusal | undefined;

/**
 * Makes what turns the record of a request into its row. A record that is above its ceiling already may be changed as long as it
 * does not grow.
 */
export function createRowWriter({ resource, plan, operation, serverLimits, columnOf }: OperationContext): RowWriter {
  const { plan: own, toRow } = resource!;
  const most = recordCeiling(plan.operations, own.name, serverLimits.maxBodySize);
  const asSent = createSentErrorMapper(operation);
  const places = own.fields.map(({ name, line }) => ({ name, line, at: columnOf(own.name, name) }));
  const message = `makes the record larger than ${most} characters`;
  const refusal = (row: Row | undefined, was: Row | undefined): Refusal => {
    let [largest, length] = [places[0], -1];
    for (const place of places) {
      const cell = place.at < 0 ? undefined : row?.[place.at];
      if (typeof cell !== 'string' || cell.length <= length || cell === was?.[place.at]) continue;
      [largest, length] = [place, cell.length];
    }
    const pointer = length < 0 ? '' : `/${encodePointerStep(largest!.name)}`;
    const line = length < 0 ? own.line : largest!.line;
    return { condition: 'invalid input', fields: asSent([{ pointer, problem: 'constraint', message, line }]), line };
  };
  return (ctx, version, was) => {
    let row: Row;
    try {
      row = toRow(ctx.after!, version, ctx.since ?? noMoments);
    } catch (error) {
      // No string is long enough for its JSON.
      if (error instanceof RangeError) return refusal(undefined, was);
      throw error;
    }
    const length = measureRow(row);
    if (length > most && (was === undefined || length > measureRow(was))) return refusal(row, was);
    ctx.row = row;
    return undefined;
  };
}

/** How many characters the texts and the JSON of a row hold. */
export function measureRow(row: Row): number {
  let length = 0;
  for (let at = 0; at < row.length; at++) {
    const cell = row[at];
    if (typeof cell === 'string') length += cell.length;
  }
  return length;
}
