import type { FieldError } from './record.ts';
import type { HttpResponse } from './request-context.ts';

/** A refused request. Which code answers it is chosen from the Errors part by condition, location and name. */
export interface Refusal {
  /** A member of `errors/conditions/`. */
  readonly condition: string;
  /** The code that Error, When exceeded or a handler names. */
  readonly named?: string;
  /** A hook inside the transaction refused, by a code that it named or by a write that was refused. */
  readonly byHook?: true;
  /** The operation or transition that code has called, where that one refuses. */
  readonly operation?: string;
  /** Narrows the condition, if not to the operation itself. */
  readonly transition?: string;
  readonly resource?: string;
  /** The caller knows of no such record: a replace may create it instead. */
  readonly unknown?: true;
  /** All field problems found together. */
  readonly fields?: readonly FieldError[];
  /** The field that code names (a name, a path or a JSON Pointer), and its message instead of that of the row. */
  readonly field?: string;
  readonly message?: string;
  /** The line of the document that caused it, for `--explain`. */
  readonly line?: number;
  /** Headers that belong to it: Allow, Accept, Retry-After, WWW-Authenticate. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The whole answer, where a standard gives it and not the document. */
  readonly response?: HttpResponse;
  /** The status of an exceeded server limit, or of a gap: the response has no code. */
  readonly plainStatus?: number;
}
