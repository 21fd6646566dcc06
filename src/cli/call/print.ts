import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { CommandError } from '../../operator/command-error.ts';
import { createWriteError, getPartialPath } from '../../operator/files/writing.ts';
import { toPrintableJson } from '../../text/printable.ts';
import { readText } from '../shared/sender.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Headers that help to go on. */
const shownHeaders = ['Location', 'ETag', 'Link', 'Retry-After', 'Deprecation', 'Sunset'];

const colors = { red: '31', green: '32', yellow: '33', blue: '34', cyan: '36', bold: '1' } as const;

function paint(text: string, color: keyof typeof colors, isColored: boolean): string {
  return isColored ? `\u001b[${colors[color]}m${text}\u001b[0m` : text;
}

/** Prints the status of a response and what helps to go on, to standard error: the body alone goes to standard output. */
export function printHead(response: Response, milliseconds: number, terminal: Terminal): void {
  const { status, headers } = response;
  const color = status < 300 ? 'green' : status < 400 ? 'cyan' : status < 500 ? 'yellow' : 'red';
  const name = `${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();
  const line = headers.get('Nonet-Explain');
  const facts = [`${Math.max(1, Math.round(milliseconds))} ms`, ...(line === null ? [] : [line])];
  terminal.err({ drawing: `${paint(name, color, terminal.colours.err)}  ${facts.join('  ')}` });
  for (const header of shownHeaders) {
    const value = headers.get(header);
    if (value !== null) terminal.err(`${header}: ${value}`);
  }
}

/** Prints the body of a response, and returns its JSON. One that is neither text nor JSON has to be saved with `--out`. */
export async function printBody(response: Response, terminal: Terminal): Promise<unknown> {
  const type = response.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'text/event-stream') return await printStream(response, terminal);
  if (type !== '' && !/^text\/|json$|xml$/.test(type)) {
    await response.body?.cancel();
    const size = response.headers.get('Content-Length');
    const bytes = size === null ? '' : `, ${size} bytes`;
    throw new CommandError(`The response is ${type}${bytes}. To save it, add --out FILE.`);
  }
  const text = await readText(response);
  if (text === '') return undefined;
  const value = type.endsWith('json') ? parse(text) : undefined;
  if (value === undefined) {
    // Whatever is not JSON may hold controls of the terminal, which lines of text show as signs.
    for (const line of text.replace(/\n$/, '').split('\n')) terminal.out(line);
    return undefined;
  }
  // The text of the service keeps the digits of numbers that JavaScript rounds.
  terminal.out(terminal.colours.out ? { drawing: colorJson(indent(text)) } : { json: indent(text) });
  return value;
}

/** Saves the body of a response: the file gets its name once all of it is there. */
export async function saveBody(response: Response, path: string, terminal: Terminal): Promise<void> {
  if (response.body === null) throw new CommandError('The response has no body to save.');
  const partial = getPartialPath(path);
  try {
    const source = Readable.fromWeb(response.body as ReadableStream);
    await pipeline(source, createWriteStream(partial, { flags: 'wx', mode: 0o600 }));
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw createWriteError(path, error);
  }
  terminal.err(`Saved as ${path}.`);
}

/** The most characters of a line of a stream. */
const longestLine = 16 * 1024 * 1024;

/** Prints the lines of a stream as they come, until it ends. Throws a `CommandError` for a line that does not end. */
async function printStream(response: Response, terminal: Terminal): Promise<undefined> {
  let rest = '';
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) terminal.out(line);
    if (rest.length > longestLine) throw new CommandError('A line of the stream has more than 16 MiB.');
    if (terminal.broken?.() === true) break;
  }
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A string, a bracket, a comma, a colon or another value of JSON. */
const tokens = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g;

/** Members further inside are not indented further. */
const deepest = 40;

/** Writes JSON with two spaces for each depth. Numbers keep their digits. */
export function indent(text: string): string {
  let depth = 0;
  let written = '';
  let before = '';
  const newLine = (): string => `\n${'  '.repeat(Math.min(depth, deepest))}`;
  for (const [token] of text.matchAll(tokens)) {
    const closes = token === '}' || token === ']';
    if (closes) depth--;
    if (closes && before !== '{' && before !== '[') written += newLine();
    else if (!closes && (before === '{' || before === '[' || before === ',')) written += newLine();
    written += token === ':' ? ': ' : token;
    if (token === '{' || token === '[') depth++;
    before = token;
  }
  return written;
}

function colorJson(text: string): string {
  return toPrintableJson(text).replace(
    /("(?:[^"\\]|\\.)*")(: )?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g,
    (token, string?: string, colon?: string) => {
      if (string === undefined) return paint(token, 'yellow', true);
      return colon === undefined ? paint(string, 'green', true) : `${paint(string, 'cyan', true)}${colon}`;
    },
  );
}
