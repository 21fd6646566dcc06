import type { Maybe, RecordValue, Row } from '../../../contracts/record.ts';
import type { Given } from '../../../contracts/request-context.ts';
import { emittedBy } from './matching.ts';
import { eventMaker, type MakeEvent, type RecordMaking, recordAll } from './recorder.ts';

/** Records an event that code emits of a record, as the record then stands in the transaction. */
export type Emit = (given: Given, event: string, of: RecordValue | undefined) => Maybe<void>;

/** Makes what records the events that the code of an operation emits. */
export function emitOf(making: RecordMaking, operation: string): Emit {
  const known = new Map<string, (given: Given, of: RecordValue | undefined) => Maybe<void>>();
  return (given, name, of) => {
    let emit = known.get(name);
    if (emit === undefined) {
      const event = emittedBy(making.plan, operation, name);
      if (event === undefined) throw new Error(`${operation} may not emit ${name}`);
      emit = emitterFor(making, name, event.resource, eventMaker(making, event));
      known.set(name, emit);
    }
    return emit(given, of);
  };
}

function emitterFor({ compiled, store }: RecordMaking, name: string, resource: string | undefined, make: MakeEvent) {
  const code = compiled.resources.get(resource ?? '');
  if (code === undefined) {
    // Without a record there is nothing to look up.
    return (given: Given) => recordAll(given, [() => make(given, { row: [], version: 0, record: {} })]);
  }
  const { identity } = code.plan;
  const question = store.question({ resource: code.plan.name, conditions: [{ kind: 'equal', field: identity }] });
  return (given: Given, of: RecordValue | undefined): Maybe<void> => {
    const id = of?.[identity];
    const what = `emit: the event ${name} needs a ${resource}`;
    if (id === undefined || id === null) throw new Error(`${what}, and was given none`);
    const record = (row: Row | undefined): Maybe<void> => {
      if (row === undefined) throw new Error(`${what}, and there is none with the identity ${String(id)}`);
      const told = { row, version: Number(row[0]), record: code.toRecord(row) };
      return recordAll(given, [() => make(given, { ...told, before: told.record })]);
    };
    const row = given.transaction!.ask(question).one({ conditions: [id], now: given.now });
    return row instanceof Promise ? row.then(record) : record(row);
  };
}
