import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { deepestStored, parseJson } from '../../codegen/json.ts';
import type { CredentialRecord } from '../../contracts/caller.ts';
import { deepestRecord, isNestedDeeper } from '../../plan/bodies/nesting.ts';
import { isObject } from '../../plan/fields/is-object.ts';
import type { Plan } from '../../plan/plan.ts';
import { isCountable, lastCountable } from '../../plan/records/countable.ts';
import type { MovedEvent } from '../../stores/transfer/events.ts';
import type { LastNumber } from '../../stores/transfer.ts';
import { findNearest } from '../../text/nearest.ts';
import { present } from '../../text/present.ts';
import { CommandError } from '../command-error.ts';
import { readCredential } from './credential-line.ts';
import { isCsv, readCsv } from './csv.ts';

/** The location of a line. */
export interface LineLocation {
  readonly file: string;
  readonly line: number;
}

/** A parsed line of a data file. */
export type DataLine = LineLocation &
  (
    | {
        readonly kind: 'record';
        readonly resource: string;
        readonly record: object;
        readonly version?: number;
        readonly since?: Readonly<Record<string, number>>;
        readonly apiVersion?: string;
      }
    | ({ readonly kind: 'sequence' } & LastNumber)
    | { readonly kind: 'credential'; readonly credential: CredentialRecord }
    | { readonly kind: 'event'; readonly event: MovedEvent }
    | { readonly kind: 'error'; readonly message: string }
  );

/** Reads files of JSON lines or comma-separated values sequentially. */
export async function* readLines(plan: Plan, files: readonly string[]): AsyncIterable<DataLine> {
  for (const file of files) {
    const whole = plan.resources.find(
      ({ name }) => name.toLowerCase() === basename(file).replace(/\..*$/, '').toLowerCase(),
    );
    if (isCsv(file)) {
      for await (const read of readCsv(plan, file, whole?.name)) yield { ...read, file };
      continue;
    }
    let line = 0;
    for await (const found of readUtf8Lines(file)) {
      line++;
      if ('wrong' in found) {
        yield { ...createError(found.wrong), file, line } as DataLine;
        continue;
      }
      const bare = line === 1 ? found.text.replace(/^\uFEFF/, '') : found.text;
      if (bare.trim() !== '') yield { ...read(plan, bare, whole?.name), file, line } as DataLine;
    }
  }
}

/** The maximum number of bytes of a line: an event holds a record twice. */
const maxLineBytes = 16 * 1024 * 1024;

/** Reads the lines of a file. A line that is too long is read past, not kept. */
async function* readUtf8Lines(file: string): AsyncIterable<{ readonly text: string } | { readonly wrong: string }> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let size = 0;
  const keep = (piece: Buffer): void => {
    size += piece.length;
    if (size > maxLineBytes) pieces = [];
    else pieces.push(piece);
  };
  const end = (): { readonly text: string } | { readonly wrong: string } => {
    const [whole, isLong] = [pieces, size > maxLineBytes];
    [pieces, size] = [[], 0];
    if (isLong) return { wrong: 'is longer than 16 MiB' };
    try {
      return { text: decoder.decode(Buffer.concat(whole)) };
    } catch {
      return { wrong: 'is not UTF-8' };
    }
  };
  let pieces: Buffer[] = [];
  try {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', from)) {
        keep(chunk.subarray(from, at));
        yield end();
        from = at + 1;
      }
      keep(chunk.subarray(from));
    }
  } catch (error) {
    throw new CommandError(`Failed to read ${file}: ${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}.`);
  }
  yield end();
}

/** Throws a `CommandError` for a file that does not exist, and for a device or a pipe: files are read more than once. */
export function mustBeThere(files: readonly string[]): void {
  for (const file of files) {
    try {
      const found = statSync(file);
      if (found.isDirectory()) throw new CommandError(`${file} is a folder. Name the files in it.`);
      if (!found.isFile())
        throw new CommandError(
          `${file} is not a regular file. To load from a pipe, write \`-\` and pipe into the command.`,
        );
    } catch (error) {
      if (error instanceof CommandError) throw error;
      throw new CommandError(`${file} does not exist or cannot be read.`);
    }
  }
}

type Said<T = DataLine> = T extends LineLocation ? Omit<T, keyof LineLocation> : never;

/** The last version that a record may have when it is loaded: there are as many left for its changes. */
const lastVersion = 2 ** 52;

const members = ['resource', 'record', 'version', 'since', 'apiVersion'];

/** The members of lines that are not a record alone. */
const markers: ReadonlySet<string> = new Set([...members, 'sequence', 'within', 'last', 'credential', 'event']);

function read(plan: Plan, text: string, whole: string | undefined): Said {
  const parsed = parseJson(text, deepestStored);
  if (!('value' in parsed)) return createError(parsed.problem.replace('at line 1, column', 'at column'));
  const value = parsed.value as Record<string, unknown>;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return createError('is not a JSON object');
  // In a file named after its resource, fields may have the names of these members.
  const fields = plan.resources.find(({ name }) => name === whole)?.fields.map(({ name }) => name) ?? [];
  const names = Object.keys(value);
  const mayBeRecord = names.length > 0 && names.every((name) => fields.includes(name));
  const isRecord = mayBeRecord && names.some((name) => !markers.has(name));
  const said = isRecord ? undefined : readMarked(plan, value, whole);
  if (said !== undefined && !(mayBeRecord && said.kind === 'error')) return said;
  if (isNestedDeeper(value, deepestRecord)) return createError(`is nested deeper than ${deepestRecord} levels`);
  return { kind: 'record', resource: whole!, record: value };
}

/** Reads a line as its members name it. */
function readMarked(plan: Plan, value: Record<string, unknown>, whole: string | undefined): Said {
  if (typeof value.sequence === 'string') return readSequenceLine(plan, value);
  if (isObject(value.credential)) {
    const credential = readCredential(value.credential);
    return credential === undefined
      ? createError('is not a credential as `nonet export --credentials` writes it')
      : { kind: 'credential', credential };
  }
  if (isObject(value.event)) return readEventLine(value.event as Record<string, unknown>);
  const record = isObject(value.record) ? value.record : value;
  if (isNestedDeeper(record, deepestRecord)) return createError(`is nested deeper than ${deepestRecord} levels`);
  const wrapped = typeof value.resource === 'string' && isObject(value.record);
  if (!wrapped && whole !== undefined) return { kind: 'record', resource: whole, record: value };
  if (!wrapped) {
    return createError('must be `{"resource": "…", "record": {…}}`, or the file must have the name of a resource');
  }
  const names = plan.resources.map(({ name }) => name);
  const resource = value.resource as string;
  if (!names.includes(resource)) {
    const near = findNearest(resource, names);
    return createError(
      `the document has no resource \`${resource}\`${near === undefined ? '' : `; did you mean \`${near}\`?`}`,
    );
  }
  const unknown = Object.keys(value).find((name) => !members.includes(name));
  if (unknown !== undefined)
    return createError(
      `\`${unknown}\` is not a known field: expected ${members.map((member) => `\`${member}\``).join(', ')}`,
    );
  const { version, since, apiVersion } = value;
  if (version !== undefined && !(isCountable(version, 1) && version <= lastVersion)) {
    return createError(`\`version\` must be a whole number from 1 to ${lastVersion}`);
  }
  if (
    since !== undefined &&
    !(
      isObject(since) &&
      Object.values(since).every((candidate) => candidate === null || Number.isSafeInteger(candidate))
    )
  ) {
    return createError('`since` must hold milliseconds since 1970 by state field');
  }
  if (apiVersion !== undefined && (typeof apiVersion !== 'string' || apiVersion === '')) {
    return createError('`apiVersion` must be the name of an API version');
  }
  if (apiVersion !== undefined && !plan.deliveries.some(({ to }) => to?.kind === 'each' && to.resource === resource)) {
    return createError(
      `\`apiVersion\` is only allowed for subscriptions, and no delivery goes to each \`${resource}\``,
    );
  }
  return {
    kind: 'record',
    resource,
    record: value.record as object,
    ...present({ version }),
    ...(since === undefined ? {} : { since: since as Record<string, number> }),
    ...present({ apiVersion }),
  };
}

function readSequenceLine(plan: Plan, value: Record<string, unknown>): Said {
  const text = value.sequence as string;
  const resource = plan.resources.find(({ name }) => text.startsWith(`${name}.`));
  const field = text.slice((resource?.name.length ?? 0) + 1);
  if (resource === undefined || !resource.fields.some(({ name }) => name === field)) {
    return createError(`the document has no numbered field \`${text}\``);
  }
  const { within, last } = value;
  if (!Array.isArray(within) || !isCountable(last, 0)) {
    return createError(`a sequence must have a list \`within\` and a whole number \`last\` from 0 to ${lastCountable}`);
  }
  return { kind: 'sequence', resource: resource.name, field, within, last };
}

const eventTexts = ['id', 'kind', 'traceId'];
const optionalTexts = ['resource', 'recordId', 'record', 'before', 'refs', 'traceparent', 'caller', 'version'];

const eventRecord = ['resource', 'recordId', 'record'];

/** Parses stored JSON; undefined for other text. */
function parseStored(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

function readEventLine(value: Record<string, unknown>): Said {
  const whole = (name: string, least: number): boolean => isCountable(value[name], least);
  const fits =
    eventTexts.every((name) => typeof value[name] === 'string') &&
    optionalTexts.every((name) => value[name] === undefined || typeof value[name] === 'string') &&
    whole('recordVersion', 0) &&
    whole('at', 0) &&
    value.id !== '' &&
    value.kind !== '' &&
    // A record, its resource and its identity are there together.
    new Set(eventRecord.map((name) => value[name] === undefined)).size === 1 &&
    ['record', 'before'].every((name) => value[name] === undefined || isObject(parseStored(value[name]))) &&
    (value.refs === undefined || Array.isArray(parseStored(value.refs))) &&
    (value.number === undefined || whole('number', 1));
  return fits
    ? { kind: 'event', event: value as unknown as MovedEvent }
    : createError('is not an event as `nonet export --events` writes it');
}

function createError(message: string): Said {
  return { kind: 'error', message };
}
