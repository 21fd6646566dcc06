import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A file with more lines than these is two files. */
const wall = 400;

/** A file beyond the wall. */
export interface SizeFault {
  readonly file: string;
  readonly lines: number;
}

const begins = /^(?:export )?const \w+[^=]*= (?:Object\.freeze\(|new (?:Map|Set)[^(]*\(|\w+\('?\w+'?, )?[[{`]/;
const endsAt = /^(?:[\]}]|.*`;$)/;

/**
 * Counts the lines of a file without its tables of data: what a constant of the file holds as a list, an object or a text (a
 * document, the messages of a part, cases of a test), from the line of its name to the one that closes it at the margin.
 */
export function linesOf(text: string): number {
  let count = 0;
  let isData = false;
  for (const line of text.trimEnd().split('\n')) {
    if (isData) {
      isData = !endsAt.test(line);
      continue;
    }
    isData = begins.test(line) && !line.endsWith(';');
    if (!isData) count++;
  }
  return count;
}

/** Finds the files beyond the wall. */
export function sizeFaults(root: string): readonly SizeFault[] {
  const files = globSync(['{benchmarks,bin,census,examples,mutants,playground,scripts,site,src,tests}/**/*.ts'], {
    cwd: root,
    exclude: ['**/node_modules/**'],
  });
  if (files.length === 0) throw new Error('no file was found');
  return files
    .map((file) => ({ file, lines: linesOf(readFileSync(join(root, file), 'utf8')) }))
    .filter(({ lines }) => lines > wall)
    .sort((entry, other) => (entry.file < other.file ? -1 : 1));
}

if (import.meta.main) {
  const faults = sizeFaults(resolve(import.meta.dirname, '..'));
  for (const { file, lines } of faults) {
    console.error(`${file}: ${lines} lines besides tables of data; the wall is at ${wall}. Make it two files.`);
  }
  if (faults.length > 0) process.exitCode = 1;
  else console.log('sizes: all files within the wall');
}
