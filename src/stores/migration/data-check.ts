import { toSequenceKey } from '../../codegen/records/sequences.ts';
import {
  type ConversionContext,
  type ConvertedRecord,
  createRecordConverter,
  type RecordConverter,
} from '../../codegen/version/convert-records.ts';
import type { RecordValue } from '../../contracts/record.ts';
import { compileExpression } from '../../expression/javascript.ts';
import { runtime } from '../../expression/runtime.ts';
import type { Expression } from '../../expression/tree.ts';
import { readUniqueValues } from '../../plan/records/unique-values.ts';
import { KeySet } from '../queries/key-set.ts';
import type { Reader } from './reading.ts';
import type { Blocker } from './step.ts';
import type { TableChange } from './tables.ts';

/** The result of checking the records of a table. */
export interface Surveyed {
  readonly records: number;
  readonly rewritten: number;
  /** By name, how many records lose something. */
  readonly lost: ReadonlyMap<string, number>;
  /** By the `conversion` of a step, how many records it converts. */
  readonly converted: ReadonlyMap<string, number>;
  readonly obstacles: readonly Blocker[];
}

const nothing: ReadonlyMap<string, number> = new Map();
const mostExamples = 3;

/** Looks at every record that a change concerns. `identities` gives those of another resource after its own change. */
export async function survey(
  change: TableChange,
  context: ConversionContext,
  reader: Reader,
  identities: (resource: string) => Promise<KeySet>,
): Promise<Surveyed> {
  const { before, after } = change;
  if (before === undefined) return { records: 0, rewritten: 0, lost: nothing, converted: nothing, obstacles: [] };
  if (after === undefined) {
    const records = await reader.count(before.table);
    return {
      records,
      rewritten: 0,
      lost: records === 0 ? nothing : new Map([[change.name, records]]),
      converted: nothing,
      obstacles: [],
    };
  }
  const needs = change.looked || change.gone.length > 0 || change.uniques.length > 0;
  if (!needs)
    return {
      records: await reader.count(before.table),
      rewritten: 0,
      lost: nothing,
      converted: nothing,
      obstacles: [],
    };
  return new Survey(change, createRecordConverter(context, after.resource), identities).run(reader);
}

class Survey {
  readonly #change: TableChange;
  readonly #turner: RecordConverter;
  readonly #identities: (resource: string) => Promise<KeySet>;
  readonly #obstacles = new Map<
    string,
    { kind: Blocker['kind']; name: string; words: string; records: number; examples: string[] }
  >();
  readonly #lost = new Map<string, number>();
  readonly #converted = new Map<string, number>();
  #records = 0;
  #rewritten = 0;

  constructor(change: TableChange, converter: RecordConverter, identities: (resource: string) => Promise<KeySet>) {
    this.#change = change;
    this.#turner = converter;
    this.#identities = identities;
  }

  async run(reader: Reader): Promise<Surveyed> {
    const refs = await this.#refs();
    const twice = this.#twice();
    const { mayNotFit } = this.#change;
    for await (const batch of reader.records(this.#change)) {
      for (const { row, found } of batch) {
        const converted = this.#turner.convert(row, found);
        this.#records++;
        if (differ(this.#change, converted)) this.#rewritten++;
        for (const { field, message, value } of converted.errors) {
          if (mayNotFit === 'all' || field === '' || mayNotFit.has(field))
            this.#note('value', field, message, converted, value);
        }
        for (const name of converted.droppedFields) this.#lost.set(name, (this.#lost.get(name) ?? 0) + 1);
        for (const name of converted.converted) this.#converted.set(name, (this.#converted.get(name) ?? 0) + 1);
        for (const { column, byHand } of this.#change.gone) {
          const name = `${this.#change.before!.resource.name}.${column}`;
          if (byHand && found.get(column) !== undefined) this.#lost.set(name, (this.#lost.get(name) ?? 0) + 1);
        }
        for (const { field, known } of refs) {
          const value = converted.record[field];
          if (value !== undefined && value !== null && !known.has(String(value))) {
            this.#note('value', field, 'names a record that is not there', converted);
          }
        }
        for (const { name, words, test } of twice)
          if (test(converted.record)) this.#note('twice', name, words, converted);
      }
    }
    return {
      records: this.#records,
      rewritten: this.#rewritten,
      lost: this.#lost,
      converted: this.#converted,
      obstacles: [...this.#obstacles.values()],
    };
  }

  #note(kind: Blocker['kind'], field: string, message: string, { record }: ConvertedRecord, value?: unknown): void {
    const { resource } = this.#change.after!;
    const key = JSON.stringify([kind, field, message]);
    const known = this.#obstacles.get(key);
    const obstacle = known ?? {
      kind,
      name: field === '' ? resource.name : `${resource.name}.${field}`,
      words: message,
      records: 0,
      examples: [],
    };
    if (known === undefined) this.#obstacles.set(key, obstacle);
    obstacle.records++;
    if (obstacle.examples.length === mostExamples) return;
    const id = String(record[resource.identity] ?? '?');
    obstacle.examples.push(value === undefined ? id : `${id}: ${formatShort(value)}`);
  }

  /** The fields that may reference missing records: they referenced no record, or one of another resource. */
  async #refs(): Promise<readonly { readonly field: string; readonly known: KeySet }[]> {
    const { columns, before } = this.#change;
    const refs: { field: string; known: KeySet }[] = [];
    for (const { column, from } of columns) {
      if (column.refers === undefined) continue;
      const older = before!.columns.find(({ name }) => name === from);
      const same = older?.refers === column.refers && !this.#change.looked;
      if (!same && column.field !== undefined)
        refs.push({ field: column.field, known: await this.#identities(column.refers) });
    }
    return refs;
  }

  #twice(): readonly { readonly name: string; readonly words: string; test(record: RecordValue): boolean }[] {
    const { resource } = this.#change.after!;
    const keys = this.#change.uniques.map((at) => resource.uniques[at]!);
    const all = this.#change.identity ? [{ fields: [resource.identity] }, ...keys] : keys;
    return all.map((unique) => {
      const seen = new KeySet();
      const holds = compileCondition('where' in unique ? unique.where : undefined);
      return {
        name: unique.fields.join(', '),
        words: 'holds the same as another record',
        test(record) {
          const values = readUniqueValues(unique, record);
          return values !== undefined && holds(record) && !seen.add(toSequenceKey(values));
        },
      };
    });
  }
}

function formatShort(value: unknown): string {
  const text = typeof value === 'bigint' ? String(value) : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Compiles a condition over a record alone; one that fails does not hold. */
export function compileCondition(of: Expression | undefined): (record: RecordValue) => boolean {
  if (of === undefined) return () => true;
  const { source } = compileExpression(of, { roots: { record: 'r' } });
  const run = new Function('$', 'r', `return ${source};`);
  return (record) => {
    try {
      return run(runtime, record) === true;
    } catch {
      // A condition that fails does not hold.
      return false;
    }
  };
}

/** Whether a record is kept otherwise than it was, where its table stays. */
export function differ({ before, after, structure }: TableChange, converted: ConvertedRecord): boolean {
  if (structure || before!.columns.length !== after!.columns.length) return true;
  return converted.row.some((value, at) => toPlainValue(value) !== toPlainValue(converted.before[at]));
}

/** Stores give truth as 1 and 0 or as it is, and wide integers as text. */
function toPlainValue(value: unknown): unknown {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'bigint' ? String(value) : (value ?? null);
}
