import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { RecordValue, Row } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import { computeMaxRecordSize } from '../../../plan/bodies/max-record-size.ts';
import { deepestRecord, isNestedDeeper, mayNestFreely } from '../../../plan/bodies/nesting.ts';
import { encodePointerStep } from '../../../plan/fields/json-pointer.ts';
import { measureRow } from '../../../plan/records/row-size.ts';
import { createSentErrorMapper } from '../serve.ts';

/** The timestamps of a record without states. */
const noMoments: readonly (number | null)[] = [];

/** Sets `ctx.row`. Returns a refusal if the record exceeds its maximum size or depth. */
export type RowWriter = (ctx: RequestContext, version: number, was?: Row) => Refusal | undefined;

/** Creates the writer of a request's row. A record that already exceeds the maximum size must not grow. */
export function createRowWriter({ resource, plan, operation, serverLimits, columnOf }: OperationContext): RowWriter {
  const { plan: own, toRow } = resource!;
  const maxSize = computeMaxRecordSize(plan.operations, own.name, serverLimits.maxBodySize);
  const asSent = createSentErrorMapper(operation);
  const columns = own.fields.map(({ name, line }) => ({ name, line, at: columnOf(own.name, name) }));
  const nesting = own.fields.filter(({ schema }) => mayNestFreely(plan, schema));
  const tooDeep = (record: RecordValue): Refusal | undefined => {
    const field = nesting.find(({ name }) => isNestedDeeper(record[name], deepestRecord - 1));
    if (field === undefined) return undefined;
    const pointer = `/${encodePointerStep(field.name)}`;
    const message = `makes the record nested deeper than ${deepestRecord} levels`;
    const fields = asSent([{ pointer, problem: 'constraint', message, line: field.line }]);
    return { condition: 'invalid input', fields, line: field.line };
  };
  const message = `makes the record larger than ${maxSize} characters`;
  const refusal = (row: Row | undefined, was: Row | undefined): Refusal => {
    let [largest, length] = [columns[0], -1];
    for (const column of columns) {
      const cell = column.at < 0 ? undefined : row?.[column.at];
      if (typeof cell !== 'string' || cell.length <= length || cell === was?.[column.at]) continue;
      [largest, length] = [column, cell.length];
    }
    const pointer = length < 0 ? '' : `/${encodePointerStep(largest!.name)}`;
    const line = length < 0 ? own.line : largest!.line;
    return { condition: 'invalid input', fields: asSent([{ pointer, problem: 'constraint', message, line }]), line };
  };
  return (ctx, version, was) => {
    const deep = nesting.length === 0 ? undefined : tooDeep(ctx.after!);
    if (deep !== undefined) return deep;
    let row: Row;
    try {
      row = toRow(ctx.after!, version, ctx.since ?? noMoments);
    } catch (error) {
      // The JSON exceeds the maximum length of a string.
      if (error instanceof RangeError) return refusal(undefined, was);
      throw error;
    }
    const length = measureRow(row);
    if (length > maxSize && (was === undefined || length > measureRow(was))) return refusal(row, was);
    ctx.row = row;
    return undefined;
  };
}
