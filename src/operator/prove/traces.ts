import { createReadStream, readFileSync, statSync } from 'node:fs';
import { isObject } from '../../plan/fields/is-object.ts';
import type { Recorded } from '../../prove/traces/recorded.ts';
import { CommandError } from '../command-error.ts';

/** The largest file of HAR, which is read as a whole, and the longest line of the other form, in bytes. */
const mostHarBytes = 64 * 1024 * 1024;
const mostLineBytes = 16 * 1024 * 1024;

/** Reads recorded requests in their order, of HAR 1.2 or of JSON lines. Throws a `CommandError` that names the place of a mistake. */
export async function* readTraces(file: string): AsyncGenerator<Recorded> {
  const size = requireFile(file);
  if (!file.toLowerCase().endsWith('.har')) return yield* readLines(file);
  if (size > mostHarBytes)
    throw new CommandError(
      `${file} has more than ${mostHarBytes / 1024 / 1024} MiB. Write it as JSON lines: these are read line by line.`,
    );
  yield* readHar(file, readFileSync(file, 'utf8'));
}

function requireFile(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) throw new CommandError(`${file} does not exist.`);
  if (!found.isFile()) throw new CommandError(`${file} is not a file.`);
  return found.size;
}

async function* readLines(file: string): AsyncGenerator<Recorded> {
  let rest: string[] = [];
  let size = 0;
  let line = 1;
  for await (const piece of createReadStream(file, 'utf8') as AsyncIterable<string>) {
    const [first = '', ...more] = piece.split('\n');
    rest.push(first);
    size += first.length;
    for (const next of more) {
      const text = rest.join('');
      if (text.trim() !== '') yield readLine(`${file}:${line}`, text);
      line++;
      rest = [next];
      size = next.length;
    }
    if (size > mostLineBytes)
      throw new CommandError(`${file}:${line} has more than ${mostLineBytes / 1024 / 1024} MiB.`);
  }
  const text = rest.join('');
  if (text.trim() !== '') yield readLine(`${file}:${line}`, text);
}

function readLine(place: string, text: string): Recorded {
  const line = parse(text);
  if (!isObject(line)) throw new CommandError(`${place} is not a JSON object.`);
  const { method, url, status, requestHeaders, requestBody, responseHeaders, responseBody, at, duration } = line;
  const moment = typeof at === 'string' ? Date.parse(at) : at;
  if (moment !== undefined && !Number.isFinite(moment)) throw new CommandError(`${place}: \`at\` is not a moment.`);
  return {
    ...requireRequest(place, method, url, status),
    requestHeaders: readHeaders(place, 'requestHeaders', requestHeaders) ?? {},
    ...optional('requestBody', readBody(requestBody)),
    ...optional('responseHeaders', readHeaders(place, 'responseHeaders', responseHeaders)),
    ...optional('responseBody', readBody(responseBody)),
    ...optional('at', moment as number | undefined),
    ...optional('duration', typeof duration === 'number' && duration >= 0 ? duration : undefined),
  };
}

function* readHar(file: string, text: string): Generator<Recorded> {
  const root = parse(text);
  const log = isObject(root) ? root.log : undefined;
  const entries = isObject(log) ? log.entries : undefined;
  if (!Array.isArray(entries)) throw new CommandError(`${file} is not a HAR file: it has no list \`log.entries\`.`);
  for (const [at, entry] of (entries as readonly unknown[]).entries()) {
    const place = `${file}: entry ${at + 1}`;
    const { request, response, startedDateTime, time } = isObject(entry) ? entry : {};
    if (!isObject(request) || !isObject(response))
      throw new CommandError(`${place} has no \`request\` and \`response\`.`);
    // A request that was blocked or broken off.
    if (response.status === 0) continue;
    const content = isObject(response.content) ? response.content : {};
    const begin = typeof startedDateTime === 'string' ? Date.parse(startedDateTime) : Number.NaN;
    const posted = isObject(request.postData) ? readBody(request.postData.text) : undefined;
    yield {
      ...requireRequest(place, request.method, request.url, response.status),
      requestHeaders: readHarHeaders(request.headers) ?? {},
      ...optional('requestBody', posted),
      ...optional('responseHeaders', readHarHeaders(response.headers)),
      ...optional('responseBody', readContent(response.status as number, content)),
      ...optional('at', Number.isNaN(begin) ? undefined : begin),
      ...optional('duration', typeof time === 'number' && time >= 0 ? time : undefined),
    };
  }
}

/** The body of a response; one of 204 has none, and recorders leave others out. */
function readContent(status: number, { text, encoding, size }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof text !== 'string' || (text === '' && size !== 0)) return status === 204 ? '' : undefined;
  return encoding === 'base64' ? Buffer.from(text, 'base64').toString('utf8') : text;
}

function readHarHeaders(list: unknown): Readonly<Record<string, string>> | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined;
  return Object.fromEntries(
    (list as readonly unknown[]).flatMap((header) =>
      isObject(header) && typeof header.name === 'string' && typeof header.value === 'string'
        ? [[header.name.toLowerCase(), header.value] as const]
        : [],
    ),
  );
}

function requireRequest(place: string, method: unknown, url: unknown, status: unknown) {
  if (typeof method !== 'string' || typeof url !== 'string')
    throw new CommandError(`${place} needs a text in \`method\` and in \`url\`.`);
  if (!Number.isInteger(status) || (status as number) < 100 || (status as number) > 599)
    throw new CommandError(`${place} needs a number from 100 to 599 in \`status\`.`);
  return { method, url, status: status as number };
}

function readHeaders(place: string, name: string, given: unknown): Readonly<Record<string, string>> | undefined {
  if (given === undefined || given === null) return undefined;
  if (!isObject(given)) throw new CommandError(`${place}: \`${name}\` is not an object.`);
  return Object.fromEntries(
    Object.entries(given).map(([header, value]) => [header, Array.isArray(value) ? value.join(', ') : String(value)]),
  );
}

/** A body is its text, or its value where it is JSON. */
function readBody(given: unknown): string | undefined {
  if (given === undefined || given === null) return undefined;
  return typeof given === 'string' ? given : JSON.stringify(given);
}

function optional<Name extends keyof Recorded>(name: Name, value: Recorded[Name] | undefined): Pick<Recorded, never> {
  return value === undefined ? {} : { [name]: value };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
