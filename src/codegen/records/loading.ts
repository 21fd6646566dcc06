import type { Compiled } from '../../contracts/compiled.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { Draft, FieldError, RecordValue, Row } from '../../contracts/record.ts';
import { formatOf } from '../../parts/registry.ts';
import { unhashedMessage } from '../../plan/fields/field-errors.ts';
import { mustBePresent } from '../../plan/fields/presence.ts';
import { cleanFileName, isMediaType } from '../../plan/files/file-names.ts';
import { StoredFile } from '../../plan/files/stored-file.ts';
import { lastCountable } from '../../plan/records/countable.ts';
import { listStoredFields, stateFields } from '../../plan/records/row.ts';
import type { FieldPlan, ResourcePlan } from '../../plan/resource.ts';
import { inherited, toJsonPointer } from '../module.ts';
import { createFill } from './fill.ts';
import { type Counters, createCounters } from './sequences.ts';

/** A record that is loaded: as it is kept, or with all that is wrong with it. */
export interface Loaded {
  readonly record: RecordValue;
  readonly row: Row;
  readonly fieldErrors: readonly FieldError[];
}

/** Makes records of one resource out of what a file says of them. */
export interface Loader {
  readonly counters: Counters;
  /** `version` and `since` (moments by state field) are kept where they are given. */
  load(given: object, version?: number, since?: Readonly<Record<string, number>>): Loaded;
}

/**
 * Creates the loader of a resource. It stores the values of a record, including assigned ones; for missing fields it does
 * what a creation does: defaults, the only initial state, the timestamp, numbers after the largest. It always computes computed fields.
 */
export function createLoader(compiled: Compiled, resource: ResourcePlan, platform: Platform, moment: number): Loader {
  const code = compiled.resources.get(resource.name)!;
  const counters = createCounters(resource);
  const lastNumbers = listLastCountable(resource, counters);
  const fields = listStoredFields(resource);
  const known = new Set(resource.fields.map(({ name }) => name));
  const moments = stateFields(resource).map(({ name }) => name);
  const numbers = fields.filter(({ assigned }) => assigned?.by === 'sequence');
  const others = fields.filter((field) => field.computed === undefined && !numbers.includes(field));
  const fillOf = (field: FieldPlan): Fill => ({
    name: field.name,
    fill: createFill({ platform, moment }, resource, field, counters),
  });
  const fills = others.map(fillOf);
  const counted = numbers.map(fillOf);
  const files = fields.flatMap(({ name, schema }) => (schema.type === 'file' ? [name] : []));
  const odd = fields.map(({ name }) => name).filter((name) => inherited.has(name));
  return {
    counters,
    load(given, version = 1, since = {}) {
      const fieldErrors: FieldError[] = [];
      const draft: Draft = {};
      for (const name of odd) draft[name] = undefined;
      for (const [name, value] of Object.entries(given)) {
        if (known.has(name)) draft[name] = value;
        else fieldErrors.push({ pointer: toJsonPointer(name), problem: 'unknown', message: 'is not a known field' });
      }
      for (const name of files) draft[name] = toStoredFile(draft[name]);
      for (const field of resource.fields) if (field.computed !== undefined) delete draft[field.name];
      fillIn(fills, draft);
      // Computed fields may read sequence numbers.
      if (numbers.length > 0) code.compute(draft, []);
      reportUncountable(lastNumbers, draft, fieldErrors);
      counters.count(draft);
      fillIn(counted, draft);
      code.compute(draft, fieldErrors);
      code.validate(draft, fieldErrors);
      for (const field of fields) reportMissingField(resource, field, draft, fieldErrors);
      const row =
        fieldErrors.length > 0
          ? []
          : code.toRow(
              draft,
              version,
              moments.map((name) => since[name] ?? moment),
            );
      return { record: draft, row, fieldErrors: fieldErrors.map(toLoaded) };
    },
  };
}

/** Reads a file as `nonet export` writes it; any other value stays as it is. */
function toStoredFile(value: unknown): unknown {
  const { hash, name, type, size } = (value ?? {}) as Partial<Record<keyof StoredFile, unknown>>;
  const fits =
    typeof hash === 'string' &&
    /^[0-9a-f]{64}$/.test(hash) &&
    typeof name === 'string' &&
    name !== '' &&
    cleanFileName(name) === name &&
    typeof type === 'string' &&
    isMediaType(type) &&
    Number.isSafeInteger(size);
  return fits ? new StoredFile(hash, name, type, size as number) : value;
}

/** Words the error of a password for a loaded record: `load` takes hashes alone. */
function toLoaded(fieldError: FieldError): FieldError {
  if (fieldError.message === 'must be sent as a file')
    return { ...fieldError, message: 'must be a file of `nonet export`: its hash, name, type and size' };
  return fieldError.message === unhashedMessage
    ? { ...fieldError, message: 'must be a stored hash (`$scrypt$…`) with ln from 13 to 19, r=8 and p from 1 to 10' }
    : fieldError;
}

/** Fills a field that is left out. */
interface Fill {
  readonly name: string;
  fill(draft: Draft): unknown;
}

function fillIn(fills: readonly Fill[], draft: Draft): void {
  for (const { name, fill } of fills) {
    if (draft[name] !== undefined) continue;
    const value = fill(draft);
    if (value !== undefined) draft[name] = value;
  }
}

/** Reports numbers after which no other record could get the next one. */
function reportUncountable(last: ReadonlyMap<string, number>, draft: Draft, fieldErrors: FieldError[]): void {
  for (const [name, most] of last) {
    const value = draft[name];
    if ((typeof value !== 'number' && typeof value !== 'bigint') || value <= most) continue;
    const message = `must be at most ${most}, so that the next number can be counted`;
    fieldErrors.push({ pointer: toJsonPointer(name), problem: 'too large', message });
  }
}

/** The last number of each field that counts after which its format has a next one. */
function listLastCountable({ fields }: ResourcePlan, { last }: Counters): ReadonlyMap<string, number> {
  return new Map(
    last.map(({ sequence }) => {
      const schema = fields.find(({ name }) => name === sequence.field)?.schema;
      const maximum = schema && formatOf(schema)?.schema().maximum;
      return [sequence.field, typeof maximum === 'number' ? Math.min(maximum - 1, lastCountable) : lastCountable];
    }),
  );
}

function reportMissingField(resource: ResourcePlan, field: FieldPlan, draft: Draft, fieldErrors: FieldError[]): void {
  if (!mustBePresent(resource, field) || (draft[field.name] !== undefined && draft[field.name] !== null)) return;
  const pointer = toJsonPointer(field.name);
  if (fieldErrors.some((fieldError) => fieldError.pointer === pointer)) return;
  fieldErrors.push({ pointer, problem: 'missing', message: 'is required', line: field.line });
}
