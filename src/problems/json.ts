import { positionAt, type Source } from '../text/location.ts';
import type { Problem, Severity } from './problem.ts';
import { correctionOf } from './words.ts';

/** A problem as JSON output holds it: lines and columns count from 1, columns in UTF-16 units, the end not included. */
export interface ProblemJson {
  readonly code: string;
  readonly severity: Severity;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly message: string;
  readonly suggestion?: string;
}

/** Turns a problem into plain JSON; `suggestion` is left out where there is none. */
export function formatProblemsJson(source: Source, problem: Problem): ProblemJson {
  const { code, severity, message, span } = problem;
  const suggestion = correctionOf(source, problem);
  const start = positionAt(source, span.start);
  const end = positionAt(source, span.end);
  const place = { line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
  const json = { code, severity, file: source.name, ...place, message };
  return suggestion === undefined ? json : { ...json, suggestion };
}
