import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { nonetHere } from './here.ts';
import { type NatsReply, openNatsFake } from './nats-fake.ts';
import { receiver, type Session, serveHere } from './transcript-service.ts';
import { steady, valuesIn } from './transcript-values.ts';

/** One step of a transcript: comments, the line that is typed, the lines of input below it, and what is shown for it. */
interface Step {
  readonly comments: readonly string[];
  readonly typed: string;
  readonly input: readonly string[];
}

/** What a transcript has seen so far, which later lines name: `{key}`, `{id}`. */
interface Seen {
  readonly folder: string;
  readonly values: Map<string, string>;
  session?: Session | undefined;
  nats?: Awaited<ReturnType<typeof openNatsFake>>;
  /** Headers of each request. */
  headers?: string;
  readonly receivers: { close(): void }[];
}

/**
 * Types every line of a transcript anew and returns the transcript with what is shown now. A line begins with `$ `; comments with
 * `# `; input with `> `. Lines are: `[NAME=value …] nonet …` (`| grep PATTERN`: the lines that it matches, each once), `cat > FILE` with input, `cat FILE`, `edit FILE OLD NEW`, `cp FILE FILE`, `sql FILE STATEMENT` on a database of SQLite, `rm FILE`, `serve FILE …` and
 * `stop` (`stop for TEXT` in its log), requests to that service, `POST /notes {"title":"x"} -H 'Name: value'` (`--no-key`: without the last key that was shown),
 * `headers -H 'Name: value'` for each request from there on, `send BYTES` of HTTP, `wait for TEXT` in its log, and `receiver STATUS`, which answers webhooks at `{receiver}`. Other values that were shown are `{key}`,
 * `{id}`, `{inv}` (the last id with that prefix), `{cred}`, `{event}`, `{token}`, `{etag}` and `{secret}`.
 */
export async function retype(transcript: string, files: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-transcript-'));
  for (const path of files) {
    cpSync(path, statSync(path).isDirectory() ? folder : join(folder, basename(path)), { recursive: true });
  }
  const seen: Seen = { folder, values: new Map(), receivers: [] };
  const shown: string[] = [];
  try {
    for (const { comments, typed, input } of stepsOf(transcript)) {
      const output = await outputOf(typed, input, seen);
      for (const [name, value] of valuesIn(output)) seen.values.set(name, value);
      const lines = [...comments, `$ ${typed}`, ...input.map((line) => `> ${line}`.trimEnd())];
      shown.push([...lines, ...(output === '' ? [] : [steady(output, folder)])].join('\n'));
    }
  } finally {
    await seen.session?.close();
    for (const listener of seen.receivers) listener.close();
    rmSync(folder, { recursive: true });
  }
  return `${shown.join('\n\n')}\n`;
}

function stepsOf(transcript: string): readonly Step[] {
  const lines = transcript.split('\n');
  const starts = lines.flatMap((line, i) => (line.startsWith('$ ') ? [i] : []));
  return starts.map((start) => {
    let first = start;
    while (first > 0 && /^(# .*)?$/.test(lines[first - 1]!)) first--;
    let end = start + 1;
    while (lines[end]?.startsWith('>')) end++;
    return {
      comments: lines.slice(first, start).filter((line) => line !== ''),
      typed: lines[start]!.slice(2),
      input: lines.slice(start + 1, end).map((line) => line.slice(2)),
    };
  });
}

const units: Readonly<Record<string, number>> = { seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

async function outputOf(typed: string, input: readonly string[], seen: Seen): Promise<string> {
  const line = typed.replaceAll(/\{(\w+)\}/g, (all, name: string) => seen.values.get(name) ?? all);
  const words = wordsOf(line);
  const variables: Record<string, string> = {};
  while (/^[A-Z_]+=/.test(words[0] ?? '')) {
    const [, name = '', value = ''] = /^([A-Z_]+)=([\s\S]*)$/.exec(words.shift()!)!;
    variables[name] = value;
  }
  const [verb = '', first = '', second = '', third = ''] = words;
  const at = (name: string): string => join(seen.folder, name);
  switch (verb) {
    case 'nonet': {
      const [command, pattern] = splitPipe(words.slice(1));
      const shown = await commandOutput(command, input, variables, seen.folder);
      return pattern === undefined ? shown : matchingLines(shown, pattern);
    }
    case 'until': {
      for (let times = 0; times < 2_400; times++) {
        const shown = await commandOutput(words.slice(3), input, variables, seen.folder);
        if (shown.includes(first)) return shown;
        await setTimeout(25);
      }
      throw new Error(`not shown: ${typed}`);
    }
    case 'cat':
      if (first !== '>') return readFileSync(at(first), 'utf8').trimEnd();
      writeFileSync(at(second), input.map((line) => `${line}\n`).join(''));
      return '';
    case 'edit': {
      const [old, now] = [second, third].map((part) => part.replaceAll('\\n', '\n'));
      const text = readFileSync(at(first), 'utf8');
      if (!text.includes(old!)) throw new Error(`${first} does not hold ${old}`);
      writeFileSync(
        at(first),
        text.replace(old!, () => now!),
      );
      return '';
    }
    case 'sql': {
      const database = new DatabaseSync(at(first));
      database.exec(second);
      database.close();
      return '';
    }
    case 'cp':
      cpSync(at(first), at(second));
      return '';
    case 'rm':
      for (const name of readdirSync(seen.folder)) if (name.startsWith(first)) rmSync(at(name), { recursive: true });
      return '';
    case 'serve':
      await seen.session?.close();
      seen.session = undefined;
      seen.session = await serveHere(at(first), readFileSync(at(first), 'utf8'), words.slice(2));
      return seen.session.opened;
    case 'stop': {
      await seen.session?.close();
      const line = first === 'for' ? await seen.session?.waitFor(second) : '';
      seen.session = undefined;
      return line ?? '';
    }
    case 'send':
      return (await seen.session?.send(line.slice('send '.length))) ?? '';
    case 'stream':
      return (
        (await seen.session?.stream(
          `GET ${line.slice('stream '.length)}${seen.headers ?? ''}`,
          seen.values.get('key'),
        )) ?? ''
      );
    case 'later':
      seen.session?.later(Number(first) * units[second]!);
      return '';
    case 'fail':
      seen.session?.fail(words.slice(1));
      return '';
    case 'headers':
      seen.headers = line.slice('headers'.length);
      return '';
    case 'wait':
      return (await seen.session?.waitFor(second)) ?? '';
    case 'nats': {
      if (seen.nats === undefined) {
        seen.nats = await openNatsFake();
        seen.receivers.push(seen.nats);
        seen.values.set('nats', seen.nats.address);
      }
      seen.nats.reply = words.slice(1).join(' ') as NatsReply;
      return '';
    }
    case 'receiver': {
      const opened = await receiver(first === 'silent' ? undefined : Number(first));
      seen.receivers.push(opened);
      seen.values.set('receiver', opened.url);
      return '';
    }
    default:
      if (seen.session === undefined) throw new Error(`no line of a transcript: ${typed}`);
      return await seen.session.ask(`${line}${seen.headers ?? ''}`, seen.values.get('key'));
  }
}

/** The words of a command, and the pattern of a `| grep` after them. */
function splitPipe(words: readonly string[]): readonly [readonly string[], string?] {
  const pipe = words.indexOf('|');
  if (pipe === -1) return [words];
  if (words[pipe + 1] !== 'grep') throw new Error(`only grep stands after |: ${words.join(' ')}`);
  return [words.slice(0, pipe), words[pipe + 2]!];
}

/** The lines that a pattern matches, each once. */
function matchingLines(text: string, pattern: string): string {
  return [...new Set(text.split('\n').filter((line) => new RegExp(pattern).test(line)))].join('\n');
}

async function commandOutput(
  words: readonly string[],
  input: readonly string[],
  variables: Readonly<Record<string, string>>,
  cwd: string,
): Promise<string> {
  const before = { ...process.env };
  Object.assign(process.env, variables);
  try {
    const { status, out, err } = await nonetHere(words, { cwd, input: input.map((line) => `${line}\n`).join('') });
    return `${out}${err}${status === 0 ? '' : `(exit status ${status})\n`}`.trimEnd();
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

/** The words of a line, as a shell has them: split at spaces but in quotes. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"]|(?<=\S)['"])+/g)].map(([word]) => {
    if (/^[{[]/.test(word)) return word;
    return word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, one: string, two: string) => one ?? two);
  });
}
