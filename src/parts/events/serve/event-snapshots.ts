import type { Making } from '../../../contracts/operation-context.ts';
import type { Maybe, RecordValue, Row } from '../../../contracts/record.ts';
import type { Given } from '../../../contracts/request-context.ts';
import type { Question } from '../../../contracts/store.ts';
import { objectsInside } from '../../../plan/field-path.ts';
import type { Neighbour } from './reads.ts';

/** A record that is to be kept with an event. */
interface Found {
  readonly resource: string;
  readonly row: Row;
}

/** Gives the records that a transaction has erased: they are not found any more, and were neighbours a moment before. */
export type Erased = (resource: string, id: unknown) => Row | undefined;

/** Gives the JSON of the neighbours that are kept with an event, of the record after and before; undefined where it has none. */
export type KeepNeighbours = (
  given: Given,
  records: readonly RecordValue[],
  erased: Erased,
) => Maybe<string | undefined>;

type Surroundings = Pick<Making, 'compiled' | 'store'>;

/** Makes what looks up the neighbours of events' records, as of the same transaction. */
export function neighbourKeeper(of: Surroundings, neighbours: readonly Neighbour[]): KeepNeighbours | undefined {
  if (neighbours.length === 0) return undefined;
  const looks = neighbours.map((one) => lookupOf(of, one));
  return (given, records, erased) => {
    const found = new Map<string, Found>();
    const done = each(records, (record) => each(looks, (look) => look(given, record, erased, found)));
    return done instanceof Promise ? done.then(() => textOf(of, found)) : textOf(of, found);
  };
}

function textOf({ compiled }: Surroundings, found: ReadonlyMap<string, Found>): string | undefined {
  if (found.size === 0) return undefined;
  const texts = [...found.values()].map(
    ({ resource, row }) => `{"resource":${JSON.stringify(resource)},"record":${compiled.events.text(resource, row)}}`,
  );
  return `[${texts.join(',')}]`;
}

type Lookup = (given: Given, record: RecordValue, erased: Erased, found: Map<string, Found>) => Maybe<void>;

function lookupOf(of: Surroundings, { field, resource, within, inner }: Neighbour): Lookup {
  const code = of.compiled.resources.get(resource)!;
  const { identity } = code.plan;
  const question = of.store.question({ resource, conditions: [{ kind: 'equal', field: identity }] });
  const deeper = inner.map((one) => lookupOf(of, one));
  return (given, record, erased, found) => {
    const holders = within.length === 0 ? [record] : objectsInside(record, within);
    const ids = new Set(holders.map((holder) => holder[field]).filter((id) => id !== undefined && id !== null));
    const keep = (id: unknown, row: Row | undefined): Maybe<void> => {
      if (row === undefined) return undefined;
      found.set(`${resource} ${String(id)}`, { resource, row });
      if (deeper.length === 0) return undefined;
      const neighbour = code.toRecord(row);
      return each(deeper, (look) => look(given, neighbour, erased, found));
    };
    return each([...ids], (id) => {
      const gone = erased(resource, id);
      if (gone !== undefined) return keep(id, gone);
      const row = asked(given, question).one({ conditions: [id], now: given.now });
      return row instanceof Promise ? row.then((one) => keep(id, one)) : keep(id, row);
    });
  };
}

function asked({ transaction }: Given, question: Question): Question {
  return transaction === undefined ? question : transaction.ask(question, 'share');
}

function each<T>(all: readonly T[], work: (one: T) => Maybe<void>, from = 0): Maybe<void> {
  for (let at = from; at < all.length; at++) {
    const done = work(all[at]!);
    if (done instanceof Promise) return done.then(() => each(all, work, at + 1));
  }
  return undefined;
}
