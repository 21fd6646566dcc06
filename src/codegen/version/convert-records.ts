import type { Compiled } from '../../contracts/compiled.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { Draft, FieldError, RecordValue, Row } from '../../contracts/record.ts';
import { parsePointer } from '../../plan/fields/json-pointer.ts';
import { isKeptByDefault, mustBePresent } from '../../plan/fields/presence.ts';
import { indexInRow, listStoredFields, stateFields } from '../../plan/records/row.ts';
import type { FieldPlan, ResourcePlan } from '../../plan/resource.ts';
import { findNamed } from '../../text/find-named.ts';
import { createFill, type Fill } from '../records/fill.ts';
import {
  findRenamedValues,
  getPreviousField,
  getPreviousOwner,
  getRenamedValues,
  type Renames,
  renameValues,
} from '../records/renames.ts';
import { type Counters, createCounters } from '../records/sequences.ts';
import { createConversionFinder, type FindConversion, unfit, type ValueConversion } from './convert-values.ts';
import { type ConversionError, createStoredTransform, type Notes } from './stored.ts';

/** A record as the present plan keeps it. Names in `droppedFields` are `Invoice.memo`, as they were before. */
export interface ConvertedRecord {
  readonly row: Row;
  readonly record: RecordValue;
  readonly before: Row;
  readonly errors: readonly ConversionError[];
  readonly droppedFields: ReadonlySet<string>;
  /** The conversions that took place, each by the `conversion` of its step. */
  readonly converted: ReadonlySet<string>;
}

/** Converts records of one resource to the present plan, sequentially. */
export interface RecordConverter {
  /** `found` holds columns that were made by hand, by the field of the present plan that takes them over. */
  convert(row: Row, found: ReadonlyMap<string, unknown>): ConvertedRecord;
  /** The last numbers of the sequences of the present plan among the records that were turned. */
  readonly counters: Counters;
}

/** The dependencies of a conversion. */
export interface ConversionContext {
  readonly old: Compiled;
  readonly now: Compiled;
  readonly renames: Renames;
  readonly platform: Platform;
  /** The moment of the change, milliseconds since 1970. */
  readonly moment: number;
}

/** `turned` is the record as the rows of Changes give it. */
type Source = (record: RecordValue, draft: Draft, notes: Notes, turned: RecordValue) => unknown;

/** Makes the turner of a resource that the present plan has; the older plan has it too, perhaps under another name. */
export function createRecordConverter(context: ConversionContext, resource: ResourcePlan): RecordConverter {
  const { old, now, renames } = context;
  const oldName = getPreviousOwner(renames, resource.name);
  const older = old.resources.get(oldName)!;
  const identityAt = indexInRow(older.plan, older.plan.identity);
  const code = now.resources.get(resource.name)!;
  const find = createConversionFinder(old.plan, now.plan, renames);
  const counters = createCounters(resource);
  const fields = listStoredFields(resource);
  const stored = createStoredTransform(
    renames.turns,
    resource.name,
    listStoredFields(older.plan).map(({ name }) => name),
  );
  // A number counts within other fields, which must be there first.
  const inOrder = fields.toSorted((left, right) => Number(isSequenceField(left)) - Number(isSequenceField(right)));
  const sources = inOrder.map((field) => ({
    name: field.name,
    of: createSource(context, find, older.plan, resource, field, counters, stored?.given.has(field.name) === true),
  }));
  const overwritten = fields.filter((field) => {
    const before = findOlderField(renames, older.plan, resource, field);
    return field.computed !== undefined && before !== undefined && before.computed === undefined;
  });
  const gone = listStoredFields(older.plan).filter((field) => {
    const taken = resource.fields.some(
      (otherField) => getPreviousField(renames, resource.name, otherField.name) === field.name,
    );
    return !taken && field.computed === undefined && stored?.taken.has(field.name) !== true;
  });
  const present = fields.filter((field) => mustBePresent(resource, field));
  const states = resource.machines.flatMap(({ field, states }) =>
    field === undefined ? [] : [{ field, known: new Set<unknown>(states.map(({ name }) => name)) }],
  );
  const moments = stateFields(resource).map((field) => {
    const before = getPreviousField(renames, resource.name, field.name);
    return stateFields(older.plan).findIndex(({ name }) => name === before);
  });

  return {
    counters,
    convert(before, found) {
      const notes: Notes = { errors: [], droppedFields: new Set(), converted: new Set() };
      const { errors, droppedFields, converted } = notes;
      const draft: Draft = {};
      let record: RecordValue = {};
      try {
        record = older.toRecord(before);
      } catch {
        record = { [older.plan.identity]: before[identityAt] };
        errors.push({ field: '', message: 'what is stored cannot be read' });
      }
      for (const { name } of sources) if (found.has(name)) draft[name] = found.get(name);
      const byRows = stored?.apply(record, notes) ?? record;
      for (const { name, of } of sources) {
        const value = of(record, draft, notes, byRows);
        if (value !== undefined) draft[name] = value;
        else delete draft[name];
      }
      for (const { name } of gone)
        if (record[name] !== undefined && record[name] !== null) droppedFields.add(`${oldName}.${name}`);
      const fieldErrors: FieldError[] = [];
      code.compute(draft, fieldErrors);
      code.validate(draft, fieldErrors);
      for (const { name } of overwritten) {
        const was = record[getPreviousField(renames, resource.name, name)];
        if (
          was !== undefined &&
          was !== null &&
          JSON.stringify(was, stringifyBigInt) !== JSON.stringify(draft[name], stringifyBigInt)
        )
          droppedFields.add(`${oldName}.${name}`);
      }
      for (const { field, known } of states) {
        if (draft[field] !== undefined && !known.has(draft[field])) {
          errors.push({ field, message: `the state \`${draft[field]}\` is no longer there` });
        }
      }
      errors.push(
        ...fieldErrors.map(toConversionError).filter((error) => !states.some(({ field }) => field === error.field)),
      );
      for (const { name } of present) {
        const absent = draft[name] === undefined || draft[name] === null;
        if (absent && !errors.some(({ field }) => field === name)) errors.push({ field: name, message: 'is required' });
      }
      counters.count(draft);
      const since = moments.map((at) => (at < 0 ? context.moment : ((before[1 + at] as number | null) ?? null)));
      return {
        row: code.toRow(draft, before[0] as number, since),
        record: draft,
        before,
        errors,
        droppedFields,
        converted,
      };
    },
  };
}

/** The stored field of the older resource that a field takes its value from. */
export function findOlderField(
  renames: Renames,
  older: ResourcePlan,
  resource: ResourcePlan,
  field: FieldPlan,
): FieldPlan | undefined {
  const name = getPreviousField(renames, resource.name, field.name);
  return findNamed(listStoredFields(older), name);
}

/** Whether records that lack a field get its default, since from now on no other record lacks it. */
export function getsDefault(before: FieldPlan | undefined, field: FieldPlan): boolean {
  return before !== undefined && isKeptByDefault(field) && !isKeptByDefault(before);
}

function createSource(
  context: ConversionContext,
  find: FindConversion,
  older: ResourcePlan,
  resource: ResourcePlan,
  field: FieldPlan,
  counters: Counters,
  given: boolean,
): Source {
  const { name, schema } = field;
  if (field.computed !== undefined) return () => undefined;
  const before = findOlderField(context.renames, older, resource, field);
  const fill = createFill(context, resource, field, counters);
  const nothing = schema.nullable === true ? null : undefined;
  const values = getRenamedValues(context.renames, resource.name, name);
  const turnBefore = before === undefined ? undefined : find(before.schema, schema);
  const isGiven = mustBePresent(resource, field) || getsDefault(before, field);
  const absent: Fill = isGiven && !isSequenceField(field) ? fill : () => nothing;
  if (given) return (_, draft, __, turned) => toStoredValue(field, turned[name]) ?? absent(draft);
  return (record, draft, notes) => {
    // A column that was made by hand under the field's name is the field's from now on.
    const value = before === undefined ? readFound(field, draft[name]) : record[before.name];
    const convert = before === undefined ? convertFound(find, field, value) : turnBefore;
    if (value === undefined || value === null) return before === undefined ? fill(draft) : absent(draft);
    const renamed = renameValues(values, value);
    for (const renamedValue of findRenamedValues(values, value))
      notes.converted.add(`${resource.name}.${name} ${renamedValue}`);
    const turned = convert === undefined ? renamed : convert(renamed, notes.droppedFields);
    if (turned !== unfit) return turned;
    notes.errors.push({ field: name, message: 'cannot be turned into the new type without loss' });
    return undefined;
  };
}

/** Returns the result of an expression in the stored form of the field. */
function toStoredValue({ storage }: FieldPlan, value: unknown): unknown {
  if (storage === 'int64') return Number.isSafeInteger(value) ? BigInt(value as number) : value;
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function isSequenceField({ assigned }: FieldPlan): boolean {
  return assigned?.by === 'sequence';
}

/** A value of a column that was made by hand, as what it looks like. */
function readFound({ storage }: FieldPlan, value: unknown): unknown {
  if (storage === 'boolean' && (value === 0 || value === 1)) return value === 1;
  if (storage !== 'json' || typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function convertFound(
  find: FindConversion,
  { schema, storage }: FieldPlan,
  value: unknown,
): ValueConversion | undefined {
  const type = typeof value;
  if (storage === 'json' || (type !== 'string' && type !== 'number' && type !== 'boolean')) return undefined;
  return find({ type }, schema);
}

function toConversionError({ pointer = '', message }: FieldError): ConversionError {
  const [first = '', ...rest] = parsePointer(pointer);
  const inside = rest.filter((segment) => !/^\d+$/.test(segment));
  return { field: first, message: inside.length === 0 ? message : `\`${inside.join('.')}\` ${message}` };
}

function stringifyBigInt(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
