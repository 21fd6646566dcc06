import { createAllEventRecords, parseStoredJson } from '../../codegen/events/records.ts';
import { stringifyExact } from '../../codegen/json/text.ts';
import { getPreviousOwner } from '../../codegen/records/renames.ts';
import { isToken } from '../../codegen/records/tokens.ts';
import { type ConversionContext, createRecordConverter } from '../../codegen/version/convert-records.ts';
import type { RecordValue, Row } from '../../contracts/record.ts';
import { hashToken } from '../../text/hashes/token-hash.ts';
import type { MigrationStore } from './store.ts';

type Kept = Readonly<Record<string, unknown>>;

/** The present name of a resource, and what converts the text of one of its records. */
interface Converter {
  readonly resource: string;
  convert(record: Kept): string;
}

type EventTexts = readonly [
  id: string,
  resource: string | null,
  record: string | null,
  before: string | null,
  refs: string | null,
];

const batch = 500;
const update = 'UPDATE nonet_event SET resource = $2, record = $3, record_before = $4, refs = $5 WHERE id = $1';

/**
 * Converts the records of stored events as it converts those of the tables: payloads and row rules read them by the names, and with the
 * types, of the present document. Values that cannot be converted are absent. Events of a resource that is gone stay as they are.
 */
export async function convertEvents(store: MigrationStore, context: ConversionContext): Promise<void> {
  const converters = createConverters(context);
  for (let after = ''; ; ) {
    const where = `id > ${store.quoteText(after)} AND (record IS NOT NULL OR refs IS NOT NULL)`;
    const rows = (await store.read(
      `SELECT id, resource, record, record_before, refs FROM nonet_event WHERE ${where} ORDER BY id LIMIT ${batch}`,
    )) as unknown as readonly EventTexts[];
    for (const row of rows) {
      const converted = convertEvent(converters, row);
      if (converted.some((text, at) => text !== row[at])) await store.run(update, converted);
    }
    if (rows.length < batch) return;
    after = rows.at(-1)![0];
  }
}

function convertEvent(
  converters: ReadonlyMap<string, Converter>,
  [id, resource, record, before, refs]: EventTexts,
): EventTexts {
  const own = converters.get(resource ?? '');
  const one = (text: string | null): string | null =>
    text === null || own === undefined ? text : own.convert(parseStoredJson(text) as Kept);
  const others = refs === null ? undefined : (parseStoredJson(refs) as { resource: string; record: Kept }[]);
  const texts = others?.map(({ resource: name, record: kept }) => {
    const other = converters.get(name);
    const text = other === undefined ? stringifyExact(kept) : other.convert(kept);
    return `{"resource":${JSON.stringify(other?.resource ?? name)},"record":${text}}`;
  });
  return [id, own?.resource ?? resource, one(record), one(before), texts === undefined ? refs : `[${texts.join(',')}]`];
}

/** The converters of the present resources, by the names that these had. */
function createConverters(context: ConversionContext): ReadonlyMap<string, Converter> {
  const { old, now, renames } = context;
  const asRow = (): ((row: Row) => RecordValue) => (row) => row as unknown as RecordValue;
  const [readers, writers] = [createAllEventRecords(old.plan, asRow), createAllEventRecords(now.plan, asRow)];
  const converters = new Map<string, Converter>();
  for (const resource of now.plan.resources) {
    const name = getPreviousOwner(renames, resource.name);
    const [reader, writer] = [readers.get(name), writers.get(resource.name)];
    if (reader === undefined || writer === undefined) continue;
    const converter = createRecordConverter(context, resource);
    const keepTokens = createTokenKeeper(old.plan, name);
    const rewrite = (record: Kept): string => {
      const { row } = converter.convert(reader.record(record) as unknown as Row, new Map());
      return writer.text(keepTokens(row, record));
    };
    converters.set(name, { resource: resource.name, convert: (record) => convertWhatFits(rewrite, record) });
  }
  return converters;
}

/** Creates what puts the tokens that an event holds for its emails back: a row has their hashes. */
function createTokenKeeper(plan: ConversionContext['old']['plan'], name: string): (row: Row, record: Kept) => Row {
  const fields = plan.resources.find((resource) => resource.name === name)?.fields ?? [];
  const tokens = fields.flatMap((field) => (isToken(field.schema) ? [field.name] : []));
  if (tokens.length === 0) return (row) => row;
  return (row, record) => {
    const held = new Map(tokens.map((field) => [hashToken(record[field]), record[field]]));
    return row.map((cell) => held.get(cell) ?? cell);
  };
}

/** Converts a record without the values of which the conversion fails: their fields cannot store them any more. */
function convertWhatFits(rewrite: (record: Kept) => string, record: Kept): string {
  try {
    return rewrite(record);
  } catch {
    const fits = (name: string, value: unknown): boolean => {
      try {
        return rewrite({ [name]: value }) !== '';
      } catch {
        return false;
      }
    };
    return rewrite(Object.fromEntries(Object.entries(record).filter(([name, value]) => fits(name, value))));
  }
}
