import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Environment } from '../../expression/symbol-table.ts';
import type { Service } from '../../parts/service.ts';
import { getLineNumber, type Span } from '../../text/location.ts';

/** Where a request shape stands; `input request`: of a transition or of code, which only hands `input` on. */
export type RequestPlace = 'create request' | 'update request' | 'replace request' | 'input request';

/**
 * Where an answer shape stands. `create answer` may show what is shown once; `list answer` holds records (of a resource, or
 * events where there is none); `code answer` shapes what a handler gives back; `shown as` is the line of a resource.
 */
export type AnswerPlace =
  | 'answer'
  | 'create answer'
  | 'list answer'
  | 'code answer'
  | 'event answer'
  | 'shown as'
  | 'payload'
  | 'envelope';

/** What a request shape is resolved with. */
export interface InputContext {
  readonly service: Service;
  readonly place: RequestPlace;
  /** The operation's own resource. */
  readonly resource?: string | undefined;
  /** Fields that the path fixes: a body may leave them out or repeat them. */
  readonly fixed?: readonly string[];
}

/** What an answer shape is resolved with. */
export interface AnswerContext {
  readonly service: Service;
  readonly place: AnswerPlace;
  /** The resource of the record that is answered or told of. */
  readonly resource?: string | undefined;
  /** The roles of this place; in a list those outside of its records. */
  readonly roles: readonly string[];
  /** The roles inside the records of a list (events have some). */
  readonly recordRoles?: readonly string[];
  /** What `=` may name where a record is at hand; without it no expression may stand here. */
  readonly environment?: Environment | undefined;
}

/** The line of a place. */
export function getLine(service: Service, span: Span): number {
  return getLineNumber(service.source, span);
}

/** Adds a diagnostic unless the same stands there already. */
export function addDiagnostic(diagnostics: Diagnostic[], diagnostic: Diagnostic): void {
  const same = diagnostics.some(
    (other) =>
      other.code === diagnostic.code &&
      other.span.start === diagnostic.span.start &&
      other.span.end === diagnostic.span.end,
  );
  if (!same) diagnostics.push(diagnostic);
}
