import { createAllEventRecords, type EventRecords, parseStoredJson } from '../../codegen/events/records.ts';
import { stringifyExact } from '../../codegen/json/text.ts';
import { getPreviousOwner } from '../../codegen/records/renames.ts';
import { type ConversionContext, createRecordConverter } from '../../codegen/version/convert-records.ts';
import type { RecordValue, Row } from '../../contracts/record.ts';
import type { MigrationStore } from './store.ts';

/** A record of an event, by the name of its resource. */
interface Snapshot {
  readonly resource: string;
  readonly record: Readonly<Record<string, unknown>>;
}

const batch = 500;

/**
 * Converts the records of stored events as it converts those of the tables: payloads and row rules read them by the names, and with the
 * types, of the present document. Values that cannot be converted are absent. Events of a resource that is gone stay as they are.
 */
export async function convertEvents(store: MigrationStore, context: ConversionContext): Promise<void> {
  const convert = createSnapshotConverter(context);
  let after = '';
  for (;;) {
    const where = `id > ${store.quoteText(after)} AND (record IS NOT NULL OR refs IS NOT NULL)`;
    const rows = await store.read(
      `SELECT id, resource, record, record_before, refs FROM nonet_event WHERE ${where} ORDER BY id LIMIT ${batch}`,
    );
    for (const [id, resource, record, before, refs] of rows as readonly (readonly (string | null)[])[]) {
      const one = (text: string | null | undefined): Snapshot | undefined =>
        text == null || resource == null
          ? undefined
          : convert({ resource, record: parseStoredJson(text) as Snapshot['record'] });
      const [own, past] = [one(record), one(before)];
      const others = refs == null ? undefined : (parseStoredJson(refs) as readonly Snapshot[]).map(convert);
      const values = [
        own?.resource ?? resource,
        own === undefined ? record : stringifyExact(own.record),
        past === undefined ? before : stringifyExact(past.record),
        others === undefined ? refs : stringifyExact(others),
        id,
      ];
      await store.run(
        'UPDATE nonet_event SET resource = $1, record = $2, record_before = $3, refs = $4 WHERE id = $5',
        values,
      );
    }
    if (rows.length < batch) return;
    after = String(rows.at(-1)![0]);
  }
}

function createSnapshotConverter(context: ConversionContext): (snapshot: Snapshot) => Snapshot {
  const { old, now, renames } = context;
  const asRow = (): ((row: Row) => RecordValue) => (row) => row as unknown as RecordValue;
  const [before, after] = [createAllEventRecords(old.plan, asRow), createAllEventRecords(now.plan, asRow)];
  const converters = new Map<string, (record: Snapshot['record']) => Snapshot>();
  for (const resource of now.plan.resources) {
    const name = getPreviousOwner(renames, resource.name);
    const [reader, writer] = [before.get(name), after.get(resource.name)];
    if (reader === undefined || writer === undefined) continue;
    const { convert } = createRecordConverter(context, resource);
    const rewrite = (record: Snapshot['record']): string =>
      writer.text(convert(readRow(reader, record), new Map()).row);
    // A value of which the conversion fails has a type that its field cannot store any more.
    const fits = (name: string, value: unknown): boolean => {
      try {
        return rewrite({ [name]: value }) !== '';
      } catch {
        return false;
      }
    };
    converters.set(name, (record) => {
      let text: string;
      try {
        text = rewrite(record);
      } catch {
        text = rewrite(Object.fromEntries(Object.entries(record).filter(([name, value]) => fits(name, value))));
      }
      return { resource: resource.name, record: parseStoredJson(text) as Snapshot['record'] };
    });
  }
  return (snapshot) => converters.get(snapshot.resource)?.(snapshot.record) ?? snapshot;
}

function readRow(records: EventRecords, record: Snapshot['record']): Row {
  return records.record(record) as unknown as Row;
}
