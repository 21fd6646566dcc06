import type { PartName } from '../markdown/grammar.ts';
import type { Outcome } from './ledger/verdict.ts';
import type { Prover } from './prover.ts';

/** One thing that is tried on a service, for one row of the page. */
export interface Case {
  /** The line of the row that states what is expected. */
  readonly line: number;
  /** The attempt in a few words: `create Invoice without customer`. */
  readonly about: string;
  run(): Promise<Outcome>;
}

/** A way to prove rows of one part. */
export interface Check {
  readonly part: PartName;
  /** The name of its file. */
  readonly name: string;
  /** A sentence for people about what it looks at. */
  readonly says: string;
  /** Lists what it tries for a page, the row of each first. */
  cases(prover: Prover): readonly Case[];
}
