import { parseArgs } from 'node:util';
import { whole } from '../benchmarks/command.ts';
import { defaultPlaces } from './areas.ts';

/** The options of one mutation run. */
export interface Options {
  /** Folders, files, or lines of a file, as `src/a.ts:10-20`. Each has a sample of its own. */
  readonly places: readonly string[];
  /** Mutants in the sample of each place. */
  readonly sample: number;
  readonly seed: number;
  /** Test files for each mutant, at most. */
  readonly files: number;
  /** Test files that replace those of the area, as a glob. */
  readonly tests: string | undefined;
  /** Tests whose names match are not run. */
  readonly skip: string | undefined;
  /** The file for the results as JSON. */
  readonly json: string | undefined;
  /** A file of results: its mutants that no test found are run instead of a sample. */
  readonly again: string | undefined;
  readonly help: boolean;
}

/** The text that `npm run mutants -- --help` prints. */
export const usage = `npm run mutants -- [options] [PLACE ...]

Changes the code at random places, one change (a mutant) at a time, and runs the tests that reach it.
Prints the share of mutants that a test finds, and the mutants that none finds (survivors).

  PLACE            a folder, a file, or lines of a file, as src/a.ts:10-20
                   (src/expression, the steps of each part, src/stores)
  --sample N       mutants of each place (20)
  --seed N         selects other mutants; the same seed selects the same ones (1)
  --files N        run at most N test files for each mutant: the nearest, then the fastest (12)
  --tests GLOB     run these test files instead of those of the area
  --skip PATTERN   leave out tests whose names match, for example PostgreSQL
  --json FILE      write the result of each mutant to FILE
  --again FILE     run the mutants of FILE that no test found instead of a sample
`;

/** Reads the command line. Throws an error with a message for the user if an option is wrong. */
export function readOptions(words: readonly string[]): Options {
  const text = { type: 'string' } as const;
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      sample: text,
      seed: text,
      files: text,
      tests: text,
      skip: text,
      json: text,
      again: text,
      help: { type: 'boolean', default: false },
    },
  });
  return {
    places: positionals.length === 0 ? defaultPlaces : positionals,
    sample: whole('sample', values.sample ?? '20'),
    seed: whole('seed', values.seed ?? '1'),
    files: whole('files', values.files ?? '12'),
    tests: values.tests,
    skip: values.skip,
    json: values.json,
    again: values.again,
    help: values.help,
  };
}
