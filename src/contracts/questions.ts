import type { Question } from '../expression/tree.ts';

/** The questions of one evaluation, with and without an answer. */
export interface AskedQuestions {
  /** The answers, by question and the text of the values given with it; undefined where there is no value. */
  readonly answers: Map<Question, Map<string, unknown>>;
  /** The values given with the questions that have no answer yet, by the same text. */
  readonly open: Map<Question, Map<string, readonly unknown[]>>;
  /** The answer that is given meanwhile: an evaluation with a guess counts for nothing. */
  guess: boolean;
}
