import { exactNumber } from './number.ts';
import { closing, type Parsed } from './scan.ts';

interface Reading {
  readonly text: string;
  at: number;
}

class Unreadable {
  readonly problem: string;
  constructor(problem: string) {
    this.problem = problem;
  }
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const space = /[ \t\n\r]*/y;

/** Reads JSON piece by piece: numbers exactly, and with words for what is wrong. The text is at most 64 levels deep. */
export function parseExact(text: string): Parsed {
  const reading: Reading = { text, at: 0 };
  try {
    const value = readValue(reading);
    skip(reading);
    if (reading.at < text.length) throw unexpected(reading);
    return { value };
  } catch (thrown) {
    if (thrown instanceof Unreadable) return { problem: thrown.problem };
    throw thrown;
  }
}

function unexpected({ text, at }: Reading): Unreadable {
  if (at >= text.length) return new Unreadable('is not JSON: it ends too early');
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  return new Unreadable(`is not JSON at line ${line}, column ${at - before.lastIndexOf('\n')}`);
}

function skip(reading: Reading): number {
  space.lastIndex = reading.at;
  space.test(reading.text);
  reading.at = space.lastIndex;
  return reading.text.charCodeAt(reading.at);
}

function readValue(reading: Reading): unknown {
  const unit = skip(reading);
  if (unit === 34) return readString(reading);
  if (unit === 123) return readObject(reading);
  if (unit === 91) return readList(reading);
  for (const [word, value] of words) {
    if (!reading.text.startsWith(word, reading.at)) continue;
    reading.at += word.length;
    return value;
  }
  number.lastIndex = reading.at;
  const found = number.exec(reading.text);
  if (found === null) throw unexpected(reading);
  reading.at = number.lastIndex;
  return exactNumber(found[0]);
}

const words = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;

function readString(reading: Reading): string {
  const { text, at } = reading;
  const end = text.charCodeAt(at) === 34 ? closing(text, at) : -1;
  if (end < 0) throw unexpected(text.charCodeAt(at) === 34 ? { text, at: text.length } : reading);
  try {
    const value = JSON.parse(text.slice(at, end + 1)) as string;
    reading.at = end + 1;
    return value;
  } catch {
    throw unexpected(reading);
  }
}

function readObject(reading: Reading): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  reading.at++;
  if (skip(reading) === 125) {
    reading.at++;
    return object;
  }
  for (;;) {
    skip(reading);
    const name = readString(reading);
    if (Object.hasOwn(object, name)) throw new Unreadable(`names the member ${JSON.stringify(name)} twice`);
    if (skip(reading) !== 58) throw unexpected(reading);
    reading.at++;
    const value = readValue(reading);
    if (name === '__proto__') define(object, name, value);
    else object[name] = value;
    const unit = skip(reading);
    if (unit !== 44 && unit !== 125) throw unexpected(reading);
    reading.at++;
    if (unit === 125) return object;
  }
}

function define(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}

function readList(reading: Reading): unknown[] {
  const list: unknown[] = [];
  reading.at++;
  if (skip(reading) === 93) {
    reading.at++;
    return list;
  }
  for (;;) {
    list.push(readValue(reading));
    const unit = skip(reading);
    if (unit !== 44 && unit !== 93) throw unexpected(reading);
    reading.at++;
    if (unit === 93) return list;
  }
}
