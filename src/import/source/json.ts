import { createBuilder, deepest, SourceFault, type TreeBuilder } from './build.ts';
import type { SourceFile, Tree } from './tree.ts';

/** Reads JSON (RFC 8259) into a tree. Throws a `SourceFault` with the offset of the first mistake. */
export function readJson(file: SourceFile): Tree {
  const reader = { text: file.text, at: 0, builder: createBuilder(file) };
  const tree = readValue(reader, '', 0);
  skipSpace(reader);
  if (reader.at < reader.text.length) throw new SourceFault('Expected the end of the source.', reader.at);
  return tree;
}

interface Reader {
  readonly text: string;
  at: number;
  readonly builder: TreeBuilder;
}

const space = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const words: readonly (readonly [string, boolean | null])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

function skipSpace(reader: Reader): void {
  const code = reader.text.charCodeAt(reader.at);
  if (code > 0x20) return;
  space.lastIndex = reader.at;
  space.test(reader.text);
  reader.at = space.lastIndex;
}

function readValue(reader: Reader, key: string | number, depth: number): Tree {
  skipSpace(reader);
  const { text, at: start, builder } = reader;
  if (depth > deepest) throw new SourceFault(`The source is nested more than ${deepest} deep.`, start);
  const sign = text[start];
  if (sign === '{') return readMap(reader, key, depth);
  if (sign === '[') return readList(reader, key, depth);
  if (sign === '"') return builder.scalar(readText(reader), start, key);
  for (const [word, value] of words) {
    if (!text.startsWith(word, start)) continue;
    reader.at += word.length;
    return builder.scalar(value, start, key);
  }
  number.lastIndex = start;
  const found = number.exec(text);
  if (found === null) throw new SourceFault(`Expected a JSON value${describe(sign)}.`, start);
  reader.at += found[0].length;
  return builder.scalar(Number(found[0]), start, key);
}

function describe(sign: string | undefined): string {
  return sign === undefined ? ', found the end of the source' : `, found \`${sign}\``;
}

function readText(reader: Reader): string {
  const { text, at: start } = reader;
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 1) continue;
    reader.at = end + 1;
    const raw = text.slice(start, end + 1);
    try {
      return JSON.parse(raw) as string;
    } catch {
      throw new SourceFault('This string has a character or an escape that JSON does not allow.', start);
    }
  }
  throw new SourceFault('This string has no end.', start);
}

function readMap(reader: Reader, key: string | number, depth: number): Tree {
  const { at: start, builder } = reader;
  const first = builder.next;
  const entries = new Map<string, Tree>();
  readMembers(reader, '}', () => {
    if (reader.text[reader.at] !== '"')
      throw new SourceFault(`Expected a name in double quotes${describe(reader.text[reader.at])}.`, reader.at);
    const at = reader.at;
    const name = readText(reader);
    if (entries.has(name)) throw new SourceFault(`\`${name}\` is stated twice in this object.`, at);
    skipSpace(reader);
    if (reader.text[reader.at] !== ':')
      throw new SourceFault(`Expected \`:\`${describe(reader.text[reader.at])}.`, reader.at);
    reader.at += 1;
    entries.set(name, readValue(reader, name, depth + 1));
  });
  return builder.map(entries, start, key, first);
}

function readList(reader: Reader, key: string | number, depth: number): Tree {
  const { at: start, builder } = reader;
  const first = builder.next;
  const items: Tree[] = [];
  readMembers(reader, ']', () => {
    items.push(readValue(reader, items.length, depth + 1));
  });
  return builder.list(items, start, key, first);
}

function readMembers(reader: Reader, end: '}' | ']', readOne: () => void): void {
  reader.at += 1;
  skipSpace(reader);
  if (reader.text[reader.at] === end) {
    reader.at += 1;
    return;
  }
  for (;;) {
    skipSpace(reader);
    readOne();
    skipSpace(reader);
    const sign = reader.text[reader.at];
    if (sign !== end && sign !== ',')
      throw new SourceFault(`Expected \`,\` or \`${end}\`${describe(sign)}.`, reader.at);
    reader.at += 1;
    if (sign === end) return;
  }
}
