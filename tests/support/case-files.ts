import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { applyHunks, type Hunk, readHunks } from './edits.ts';

/** The folder of the cases; its README states the form of their files. */
export const cases = resolve(import.meta.dirname, '../cases');

/** The edit that fixes the diagnostic of a code; without hunks its suggestion does. */
export interface Fix {
  readonly code: string;
  /** The line of the diagnostic, if the document has several of the code. */
  readonly line: number | undefined;
  /** Edits of the case before it is the wrong document: they remove mistakes that the page is not about. */
  readonly first: readonly Hunk[];
  readonly hunks: readonly Hunk[];
}

/** A case as its file states it. */
export interface StatedCase {
  /** Of the document: `limits/unit.md`. */
  readonly name: string;
  readonly part: string;
  /** Where it is stated: `tests/cases/limits/values.txt:12`. */
  readonly at: string;
  readonly text: string;
  /** The document after a change; only cases of `compare` have it. */
  readonly after: string | undefined;
  readonly module: string | undefined;
  readonly expected: string | undefined;
  readonly fixes: readonly Fix[];
}

const bases: ReadonlyMap<string, string> = new Map(
  globSync('bases/*.md', { cwd: cases }).map((file) => [
    basename(file, '.md'),
    readFileSync(join(cases, file), 'utf8'),
  ]),
);
const header = /^## ([a-z0-9-]+)(?:: ([a-z-]+))?$/;
const withoutEnd = '\\ no line break at the end';

/** Returns the cases of all files, by name. Throws for what has not the form, with its file and line. */
export function readCases(): readonly StatedCase[] {
  const files = globSync('*/{*,changes/*}.txt', { cwd: cases }).sort();
  const all = files.flatMap((file) => readCaseFile(file, readFileSync(join(cases, file), 'utf8')));
  refuseDuplicates(all);
  return all.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Throws if two cases of diagnostics, or two of `compare`, have one name. */
export function refuseDuplicates(all: readonly StatedCase[]): void {
  const names = new Map<string, string>();
  for (const { name, at, after } of all) {
    const key = `${name} ${after === undefined}`;
    if (names.has(key)) throw new Error(`${at}: a case of this name is at ${names.get(key)}`);
    names.set(key, at);
  }
}

/** Reads the cases of a file of the folder. */
export function readCaseFile(file: string, text: string): readonly StatedCase[] {
  const part = file.slice(0, file.indexOf('/'));
  return splitCases(text).map(({ line, head, sections }) => {
    const at = `tests/cases/${file}:${line}`;
    try {
      return { part, at, ...readCase(part, head, sections) };
    } catch (error) {
      throw new Error(`${at}: ${(error as Error).message}`);
    }
  });
}

interface Section {
  /** The words after `@@`; empty for the edits of the document itself. */
  readonly name: string;
  readonly text: string;
}

interface Split {
  readonly line: number;
  readonly head: string;
  readonly sections: readonly Section[];
}

function splitCases(text: string): readonly Split[] {
  const lines = text.split('\n');
  const starts = lines.flatMap((line, at) => (line.startsWith('## ') ? [at] : []));
  return starts.map((start, index) => {
    const body = lines.slice(start + 1, starts[index + 1] ?? lines.length).join('\n');
    const [own = '', ...others] = body.split(/^@@ (?!first$)/m);
    const sections = others.map((section) => {
      const [name = '', ...rest] = section.split('\n');
      return { name, text: trimBlankLines(rest.join('\n')) };
    });
    return { line: start + 1, head: lines[start]!, sections: [{ name: '', text: own }, ...sections] };
  });
}

function readCase(part: string, head: string, sections: readonly Section[]): Omit<StatedCase, 'part' | 'at'> {
  const [, name, base] = header.exec(head) ?? [];
  if (name === undefined) throw new Error(`a case begins with "## name: base" or "## name", not "${head}"`);
  const of = (wanted: string): string | undefined => sections.find((section) => section.name === wanted)?.text;
  const known = ['', 'after', 'module', 'diagnostics', 'changes'];
  const wrong = sections.find((section) => !known.includes(section.name) && !section.name.startsWith('fix '));
  if (wrong !== undefined) throw new Error(`there is no section "@@ ${wrong.name}"`);
  const text = base === undefined ? readWhole(of('')!) : applyHunks(readBase(base), readHunks(of('')!));
  const after = of('after');
  const module = of('module');
  const expected = of('diagnostics') ?? of('changes');
  return {
    name: `${part}/${name}.md`,
    text,
    after: after === undefined ? undefined : applyHunks(text, readHunks(after)),
    module: module === undefined ? undefined : `${module}\n`,
    expected: expected === undefined ? undefined : `${expected}\n`,
    fixes: sections.filter((section) => section.name.startsWith('fix ')).map(readFix),
  };
}

function readBase(name: string): string {
  const base = bases.get(name);
  if (base === undefined) throw new Error(`there is no base "${name}"; there are ${[...bases.keys()].join(', ')}`);
  return base;
}

/** Reads a document that is an edit of nothing. */
function readWhole(text: string): string {
  const ends = !text.includes(`\n${withoutEnd}`);
  const hunks = readHunks(text.replace(`\n${withoutEnd}`, ''));
  const lines = hunks.flatMap(({ older, newer }) => {
    if (older.some((line) => line !== '')) throw new Error('a case without a base has only lines that begin with "+ "');
    return newer;
  });
  return lines.join('\n') + (ends && lines.length > 0 ? '\n' : '');
}

function readFix({ name, text }: Section): Fix {
  const [, code, line] = /^fix (\S+\/\S+)(?: at (\d+))?$/.exec(name) ?? [];
  if (code === undefined)
    throw new Error(`a fix begins with "@@ fix area/code" or "@@ fix area/code at 12", not "@@ ${name}"`);
  const blocks = text.split(/^(?=@@(?: first)?$)/m);
  const of = (isFirst: boolean) =>
    blocks
      .filter((block) => block.startsWith('@@ first\n') === isFirst)
      .flatMap((block) => readHunks(block.replace(/^@@.*\n/, '')));
  return { code, line: line === undefined ? undefined : Number(line), first: of(true), hunks: of(false) };
}

/** Writes the expected text of a case into its file, in place of the one there or after its last edit. */
export function writeExpected({ name, at, after }: StatedCase, expected: string): void {
  const section = after === undefined ? 'diagnostics' : 'changes';
  const file = resolve(import.meta.dirname, '../..', at.replace(/:\d+$/, ''));
  const lines = readFileSync(file, 'utf8').split('\n');
  const short = basename(name, '.md');
  const start = lines.findIndex((line) => header.exec(line)?.[1] === short);
  const next = lines.findIndex((line, index) => index > start && line.startsWith('## '));
  const end = next === -1 ? lines.length : next;
  const isMark = (line: string): boolean => line.startsWith('@@ ') && line !== '@@ first';
  const found = lines.findIndex((line, index) => index > start && index < end && line === `@@ ${section}`);
  const isFix = (line: string): boolean => line.startsWith('@@ fix ');
  const from = found === -1 ? findFrom(lines, start, end, isFix) : found;
  const to = found === -1 ? from : findFrom(lines, found, end, isMark);
  const text = expected.trim() === '' ? [] : [...trimBlankLines(expected).split('\n'), ''];
  const before = lines.slice(0, from).join('\n').trimEnd();
  writeFileSync(file, [before, '', `@@ ${section}`, '', ...text, ...lines.slice(to)].join('\n').replace(/\n+$/, '\n'));
}

/** The number of the first such line after another, or `end`. */
function findFrom(lines: readonly string[], after: number, end: number, is: (line: string) => boolean): number {
  const found = lines.findIndex((line, index) => index > after && index < end && is(line));
  return found === -1 ? end : found;
}

function trimBlankLines(text: string): string {
  return text.replaceAll(/^\n+|\n+$/g, '');
}
