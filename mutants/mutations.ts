import { globSync, readFileSync, statSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { type Mutant, mutated } from './mutant.ts';

/** Texts are left out: SQL and messages without their words fail at once, and say little about the tests. */
const excludedMutations = ['StringLiteral'];

/** Returns all mutants of a place. Throws an error if no source file is there. */
export async function mutantsOf(root: string, place: string): Promise<readonly Mutant[]> {
  const [, path, first, last] = /^(.+?)(?::(\d+)(?:-(\d+))?)?$/.exec(place)!;
  const files = sourcesIn(root, path!);
  if (files.length === 0) throw new Error(`no source file is in ${place}`);
  const from = Number(first ?? 1);
  const to = first === undefined ? Number.POSITIVE_INFINITY : Number(last ?? first);
  const found = await Promise.all(files.map((file) => mutantsIn(root, file)));
  return found.flat().filter(({ line }) => from <= line && line <= to);
}

function sourcesIn(root: string, path: string): readonly string[] {
  return globSync(path, { cwd: root })
    .flatMap((found) => (statSync(join(root, found)).isFile() ? [found] : globSync(`${found}/**/*.ts`, { cwd: root })))
    .filter((file) => !/\.(test|suite|fixture)\.ts$/.test(file))
    .sort();
}

async function mutantsIn(root: string, file: string): Promise<readonly Mutant[]> {
  const { Instrumenter } = await import('@stryker-mutator/instrumenter');
  const content = readFileSync(join(root, file), 'utf8');
  const silent = { isDebugEnabled: () => false, debug() {}, info() {}, warn() {} };
  const options = { plugins: null, excludedMutations, ignorers: [] };
  const { mutants } = await new Instrumenter(silent as never).instrument(
    [{ name: file, mutate: true, content }],
    options,
  );
  const lineStarts = [0, ...[...content.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ location: { start, end }, mutatorName, replacement }): Mutant => {
      const from = lineStarts[start.line]! + start.column;
      const to = lineStarts[end.line]! + end.column;
      const original = content.slice(from, to);
      return { file, line: start.line + 1, start: from, end: to, kind: mutatorName, original, replacement };
    })
    .filter((mutant) => isSyntax(mutated(content, mutant)));
}

/** A replacement is generated from a syntax tree, and may need parentheses where it comes to stand. */
function isSyntax(text: string): boolean {
  try {
    stripTypeScriptTypes(text);
    return true;
  } catch {
    return false;
  }
}
