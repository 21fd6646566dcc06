import type { RecordValue, Row } from '../../contracts/record.ts';
import { isObject } from '../../plan/fields/is-object.ts';
import type { Plan } from '../../plan/plan.ts';
import { findFirstFieldIndex, listStoredFields } from '../../plan/records/row.ts';
import type { FieldPlan, ResourcePlan } from '../../plan/resource.ts';
import { stringifyExact } from '../json/text.ts';
import { deepestStored, parseJson } from '../json.ts';

/**
 * Writes rows of a resource as events keep them, and reads them again, whatever fields the resource has got or lost since. A value that is
 * not of the field's type any more is absent; one whose format or constraints have changed is as it was.
 */
export interface EventRecords {
  /** The JSON of a row, by field: what is absent or null is left out, and secrets stay as they are kept. */
  text(row: Row): string;
  record(kept: Readonly<Record<string, unknown>>): RecordValue;
}

/** Makes what writes and reads the records of events; `toRecord` makes records out of rows. */
export function createEventRecords(resource: ResourcePlan, toRecord: (row: Row) => RecordValue): EventRecords {
  const first = findFirstFieldIndex(resource);
  const fields = listStoredFields(resource).map((field) => ({
    name: field.name,
    key: `${JSON.stringify(field.name)}:`,
    storage: field.storage,
    toCell: createCellReader(field),
  }));
  const before: readonly null[] = new Array<null>(first).fill(null);
  return {
    text(row) {
      let text = '';
      for (let at = 0; at < fields.length; at++) {
        const cell = row[first + at];
        if (cell === null || cell === undefined) continue;
        const { key, storage } = fields[at]!;
        text += (text === '' ? '{' : ',') + key + formatCell(storage, cell);
      }
      return text === '' ? '{}' : `${text}}`;
    },
    record(kept) {
      return toRecord([
        ...before,
        ...fields.map(({ name, toCell }) => (Object.hasOwn(kept, name) ? toCell(kept[name]) : null)),
      ]);
    },
  };
}

/** Creates what makes a cell of a value of JSON; null for a value that is not of the field's type. */
function createCellReader({ storage, schema }: FieldPlan): (value: unknown) => unknown {
  switch (storage) {
    case 'text':
    case 'decimal':
      return (value) => (typeof value === 'string' ? value : null);
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? value : null);
    case 'int64':
      return (value) => (typeof value === 'bigint' || Number.isSafeInteger(value) ? value : null);
    case 'integer':
      return (value) => (Number.isSafeInteger(value) ? value : null);
    case 'number':
      return (value) => (typeof value === 'number' ? value : typeof value === 'bigint' ? Number(value) : null);
    case 'json': {
      const fits = schema.type === 'any' ? () => true : schema.type === 'list' ? Array.isArray : isObject;
      return (value) => (value !== null && fits(value) ? stringifyExact(value) : null);
    }
  }
}

function formatCell(storage: ReturnType<typeof listStoredFields>[number]['storage'], cell: unknown): string {
  switch (storage) {
    case 'text':
    case 'decimal':
      return JSON.stringify(cell);
    case 'boolean':
      return cell === true || cell === 1 ? 'true' : 'false';
    default:
      return String(cell);
  }
}

/** The records of all resources of a plan. */
export function createAllEventRecords(
  plan: Plan,
  toRecord: (resource: string) => (row: Row) => RecordValue,
): ReadonlyMap<string, EventRecords> {
  return new Map(
    plan.resources.map((resource) => [
      resource.name,
      createEventRecords(resource, (row) => toRecord(resource.name)(row)),
    ]),
  );
}

/** Reads JSON that the service has written itself; integers beyond 2^53 are BigInts. */
export function parseStoredJson(text: string): unknown {
  const parsed = parseJson(text, deepestStored);
  if ('value' in parsed) return parsed.value;
  throw new Error(`the record of an event cannot be read: it ${parsed.problem}`);
}
