import type { Draft, RecordValue } from '../../contracts/record.ts';
import { collectReferences } from '../../expression/references.ts';
import type { ResourcePlan } from '../../plan/resource.ts';

/** A field that counts, for each value of the fields `within`. */
export interface Sequence {
  readonly field: string;
  readonly within: readonly string[];
}

/** Returns the sequences of a resource: assigned ones, and those of effects. */
export function collectSequences(resource: ResourcePlan): readonly Sequence[] {
  const assigned = resource.fields.flatMap(({ name, assigned }) =>
    assigned?.by === 'sequence' ? [{ field: name, within: assigned.within }] : [],
  );
  const taken = resource.machines.flatMap(({ transitions }) =>
    transitions.flatMap(({ effects }) => effects.flatMap(({ value }) => collectReferences(value).next)),
  );
  const all = new Map([...assigned, ...taken].map((sequence) => [JSON.stringify(sequence), sequence]));
  return [...all.values()];
}

/** The last numbers of a resource's sequences, as they are counted along its records. */
export interface Counters {
  /** Notes the numbers of a record. */
  count(record: RecordValue): void;
  /** Returns the number after the last one that was assigned or noted. */
  next(field: string, record: Draft): number;
  /** By sequence and by the text under which a store keeps the values of `within`: the last number. */
  readonly last: readonly { readonly sequence: Sequence; readonly numbers: ReadonlyMap<string, number> }[];
}

/** Creates the counters of a resource's sequences: they note the numbers of records, and return the next one for a record without a number. */
export function createCounters(resource: ResourcePlan): Counters {
  const last = collectSequences(resource).map((sequence) => ({ sequence, numbers: new Map<string, number>() }));
  return {
    last,
    count(record) {
      for (const { sequence, numbers } of last) {
        const value = Number(record[sequence.field] ?? Number.NaN);
        if (!Number.isSafeInteger(value)) continue;
        const key = toSequenceKey(sequence.within.map((name) => record[name]));
        if (value > (numbers.get(key) ?? 0)) numbers.set(key, value);
      }
    },
    next(field, record) {
      const { sequence, numbers } = last.find((candidate) => candidate.sequence.field === field)!;
      const key = toSequenceKey(sequence.within.map((name) => record[name]));
      const number = (numbers.get(key) ?? 0) + 1;
      numbers.set(key, number);
      return number;
    },
  };
}

/** The text under which the last number for these values is kept. */
export function toSequenceKey(values: readonly unknown[]): string {
  return JSON.stringify(values.map((value) => (typeof value === 'bigint' ? String(value) : (value ?? null))));
}
