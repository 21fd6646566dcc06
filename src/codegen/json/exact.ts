import { parseExactNumber } from './number.ts';
import { findClosingQuote, type Parsed } from './scan.ts';

interface ScanState {
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

/** Parses JSON token by token: numbers exactly, with words for each fault. Its callers limit the depth. */
export function parseExact(text: string): Parsed {
  const state: ScanState = { text, at: 0 };
  try {
    const value = readValue(state);
    skip(state);
    if (state.at < text.length) throw createSyntaxError(state);
    return { value };
  } catch (thrown) {
    if (thrown instanceof Unreadable) return { problem: thrown.problem };
    throw thrown;
  }
}

function createSyntaxError({ text, at }: ScanState): Unreadable {
  if (at >= text.length) return new Unreadable('is not valid JSON: it ends too early');
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  return new Unreadable(
    `is not valid JSON: unexpected character at line ${line}, column ${at - before.lastIndexOf('\n')}`,
  );
}

function skip(state: ScanState): number {
  space.lastIndex = state.at;
  space.test(state.text);
  state.at = space.lastIndex;
  return state.text.charCodeAt(state.at);
}

function readValue(state: ScanState): unknown {
  const unit = skip(state);
  if (unit === 34) return readString(state);
  if (unit === 123) return readObject(state);
  if (unit === 91) return readList(state);
  for (const [word, value] of words) {
    if (!state.text.startsWith(word, state.at)) continue;
    state.at += word.length;
    return value;
  }
  number.lastIndex = state.at;
  const found = number.exec(state.text);
  if (found === null) throw createSyntaxError(state);
  state.at = number.lastIndex;
  return parseExactNumber(found[0]);
}

const words = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;

function readString(state: ScanState): string {
  const { text, at } = state;
  const end = text.charCodeAt(at) === 34 ? findClosingQuote(text, at) : -1;
  if (end < 0) throw createSyntaxError(text.charCodeAt(at) === 34 ? { text, at: text.length } : state);
  try {
    const value = JSON.parse(text.slice(at, end + 1)) as string;
    state.at = end + 1;
    return value;
  } catch {
    throw createSyntaxError(state);
  }
}

function readObject(state: ScanState): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  state.at++;
  if (skip(state) === 125) {
    state.at++;
    return object;
  }
  for (;;) {
    skip(state);
    const name = readString(state);
    if (Object.hasOwn(object, name)) throw new Unreadable(`must not contain the field ${JSON.stringify(name)} twice`);
    if (skip(state) !== 58) throw createSyntaxError(state);
    state.at++;
    const value = readValue(state);
    if (name === '__proto__') define(object, name, value);
    else object[name] = value;
    const unit = skip(state);
    if (unit !== 44 && unit !== 125) throw createSyntaxError(state);
    state.at++;
    if (unit === 125) return object;
  }
}

function define(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
}

function readList(state: ScanState): unknown[] {
  const list: unknown[] = [];
  state.at++;
  if (skip(state) === 93) {
    state.at++;
    return list;
  }
  for (;;) {
    list.push(readValue(state));
    const unit = skip(state);
    if (unit !== 44 && unit !== 93) throw createSyntaxError(state);
    state.at++;
    if (unit === 93) return list;
  }
}
