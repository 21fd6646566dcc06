import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { CsvError } from 'csv-parse';
import { deepestStored, parseJson } from '../../codegen/json.ts';
import type { Plan } from '../../plan/plan.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { ValueSchema } from '../../plan/schema.ts';
import { findNearest } from '../../text/nearest.ts';
import { CommandError } from '../command-error.ts';

/** The maximum number of characters of a record. */
const maxRecordSize = 16 * 1024 * 1024;

const delimiters = [',', ';', '\t'];

/** A column: where its values go in a record, and their type. */
interface Column {
  readonly path: readonly string[];
  readonly schema: ValueSchema;
}

/** A line of a CSV file: a record, or what is wrong with it. */
export type CsvLine =
  | { readonly kind: 'record'; readonly line: number; readonly resource: string; readonly record: object }
  | { readonly kind: 'error'; readonly line: number; readonly message: string };

/** Whether a file is read as comma-separated values. */
export function isCsv(file: string): boolean {
  return /\.csv$/i.test(file);
}

/**
 * Reads a file of comma-separated values (RFC 4180) whose first line names fields: `name`, or `address.city` for a member of an object. The
 * delimiter is a comma, a semicolon or a tab, whichever the first line has most of. An empty value leaves the field out. Text is read
 * as it is, any other type as JSON.
 */
export async function* readCsv(plan: Plan, file: string, resource: string | undefined): AsyncIterable<CsvLine> {
  const createError = (line: number, message: string): CsvLine => ({ kind: 'error', line, message });
  const of = plan.resources.find(({ name }) => name === resource);
  if (of === undefined) {
    const names = plan.resources.map(({ name }) => `${name}.csv`).join(', ');
    yield createError(1, `a CSV file must have the name of a resource: ${names}`);
    return;
  }
  const { parse } = await import('csv-parse');
  const parser = parse({
    delimiter: await findDelimiter(file),
    info: true,
    max_record_size: maxRecordSize,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  const text = Readable.from(decode(file));
  text.on('error', (error) => parser.destroy(error));
  text.pipe(parser);
  let columns: readonly Column[] | undefined;
  let last = 0;
  try {
    for await (const { record: values, info } of parser as AsyncIterable<{
      readonly record: readonly string[];
      readonly info: { readonly lines: number };
    }>) {
      last = info.lines;
      const line = last - values.join('').split('\n').length + 1;
      if (columns === undefined) {
        const { found, wrong } = readHeader(plan, of, values);
        columns = found;
        for (const message of wrong) yield createError(line, message);
        if (wrong.length > 0) return;
      } else if (values.length > columns.length)
        yield createError(line, `has ${values.length} values, but the first line names ${columns.length} fields`);
      else yield { kind: 'record', resource: of.name, line, record: toRecord(columns, values) };
    }
  } catch (error) {
    const { code = '', lines = last + 1 } = error as CsvError & { readonly lines?: number };
    const fault = faults[code];
    if (fault === undefined) throw error;
    yield createError(lines, fault);
  }
}

const notUtf8 = 'NOT_UTF8';

const faults: Readonly<Record<string, string>> = {
  [notUtf8]: 'is not UTF-8',
  CSV_QUOTE_NOT_CLOSED: 'has a quotation mark that is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'has text after a closing quotation mark',
  INVALID_OPENING_QUOTE: 'has a quotation mark inside a value that does not begin with one',
  CSV_MAX_RECORD_SIZE: 'is longer than 16 MiB',
};

/** Reads the text of a file, without its byte-order mark. Throws for bytes that are not UTF-8, with the number of their line. */
async function* decode(file: string): AsyncIterable<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let lines = 1;
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      const text = decodeOr(chunk, () => lines + countLinesBeforeFault(chunk));
      lines += text.split('\n').length - 1;
      yield text;
    }
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    throw syscall === undefined ? error : new CommandError(`Failed to read ${file}: ${code ?? 'unknown reason'}.`);
  }
  yield decodeOr(undefined, () => lines);

  function decodeOr(bytes: Buffer | undefined, line: () => number): string {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw Object.assign(new Error('not UTF-8'), { code: notUtf8, lines: line() });
    }
  }
}

/** Counts the lines that end before the first bytes that are not UTF-8. The bytes may begin inside a character. */
function countLinesBeforeFault(bytes: Buffer): number {
  let from = bytes.subarray(0, 3).findIndex((byte) => (byte & 0xc0) !== 0x80);
  if (from < 0) return 0;
  for (let count = 0; ; count++) {
    const end = bytes.indexOf('\n', from);
    if (end < 0 || !isUtf8(bytes.subarray(from, end))) return count;
    from = end + 1;
  }
}

/** Returns the delimiter that the first line has most of. */
async function findDelimiter(file: string): Promise<string> {
  const stream = createReadStream(file, { encoding: 'latin1', end: 65_535 });
  let text = '';
  for await (const chunk of stream) text += chunk;
  const first = text.split(/[\r\n]/, 1)[0]!.replace(/"[^"]*"/g, '');
  const counts = delimiters.map((delimiter) => first.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))]!;
}

function readHeader(
  plan: Plan,
  of: ResourcePlan,
  names: readonly string[],
): { readonly found: readonly Column[]; readonly wrong: readonly string[] } {
  const found: Column[] = [];
  const wrong: string[] = [];
  for (const [at, name] of names.entries()) {
    const path = name.trim().split('.');
    const schema = findSchema(plan, of, path);
    if (schema === undefined) {
      const near = findNearest(
        name.trim(),
        of.fields.map((field) => field.name),
      );
      const hint = near === undefined ? '' : `; did you mean \`${near}\`?`;
      wrong.push(
        name.trim() === '' ? `column ${at + 1} has no name` : `\`${name}\` is not a field of ${of.name}${hint}`,
      );
    } else if (found.some((column) => overlap(column.path, path))) wrong.push(`\`${name}\` is named twice`);
    else found.push({ path, schema });
  }
  return { found, wrong };
}

/** Whether one of two paths begins with the other. */
function overlap(one: readonly string[], other: readonly string[]): boolean {
  return one.every((name, at) => at >= other.length || name === other[at]);
}

/** Returns the type at a path of members of objects; undefined if there is none. */
function findSchema(plan: Plan, of: ResourcePlan, [first, ...rest]: readonly string[]): ValueSchema | undefined {
  let schema = of.fields.find(({ name }) => name === first)?.schema;
  for (const name of rest) {
    const object: ValueSchema | undefined = schema;
    if (object?.type !== 'named') return undefined;
    const members = plan.objects.find((candidate) => candidate.name === object.name)?.members;
    schema = members?.find((member) => member.name === name)?.schema;
  }
  return schema && resolveSchema(plan, schema);
}

/** Returns the type of a reference: that of the identity it names. */
function resolveSchema(plan: Plan, schema: ValueSchema): ValueSchema {
  if (schema.type !== 'ref') return schema;
  const target = plan.resources.find(({ name }) => name === schema.resource)!;
  return resolveSchema(plan, target.fields.find(({ name }) => name === target.identity)!.schema);
}

function toRecord(columns: readonly Column[], values: readonly string[]): object {
  const record = Object.create(null) as Record<string, unknown>;
  for (const [at, { path, schema }] of columns.entries()) {
    const text = values[at] ?? '';
    if (text === '') continue;
    let target = record;
    for (const name of path.slice(0, -1)) {
      target[name] ??= Object.create(null);
      target = target[name] as Record<string, unknown>;
    }
    target[path.at(-1)!] = toValue(schema, text);
  }
  return record;
}

/** Text that is not the JSON of its type stays text, which the check of the record rejects. */
function toValue({ type }: ValueSchema, text: string): unknown {
  if (type === 'string' || type === 'choice') return text;
  const parsed = parseJson(text, deepestStored);
  return 'value' in parsed ? parsed.value : text;
}
