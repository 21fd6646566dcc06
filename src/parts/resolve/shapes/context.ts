import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Environment } from '../../../expression/symbol-table.ts';
import { diagnostics } from '../../../shape/diagnostics.ts';
import { getLineNumber, type Name, type Span } from '../../../text/location.ts';
import type { Service } from '../../service.ts';

/** The position of a request shape; `input request`: of a transition or a handler, which only passes `input` on. */
export type RequestPlace = 'create request' | 'update request' | 'replace request' | 'input request';

/**
 * The position of a response shape. `create answer` may show values that are shown once; `list answer` has records (of a resource, or else
 * events); `code answer` shapes the result of a handler; `shown as` is the line of a resource.
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

/** The context in which a request shape is resolved. */
export interface InputContext {
  readonly service: Service;
  readonly place: RequestPlace;
  /** The operation's own resource. */
  readonly resource?: string | undefined;
  /** Fields that the path fixes: a body may leave them out or repeat them. */
  readonly fixed?: readonly string[];
  /** The built-in values of this place; most requests have none. */
  readonly roles?: readonly string[];
}

/** The context in which a response shape is resolved. */
export interface AnswerContext {
  readonly service: Service;
  readonly place: AnswerPlace;
  /** The resource of the record that is shown. */
  readonly resource?: string | undefined;
  /** The roles of this place; in a list those outside of its records. */
  readonly roles: readonly string[];
  /** The roles inside the records of a list (events have some). */
  readonly recordRoles?: readonly string[];
  /** Returns the names for `=` with a record; without it no expression is allowed here. */
  readonly environment?: (() => Environment) | undefined;
}

/** The line of a place. */
export function getLine(service: Service, span: Span): number {
  return getLineNumber(service.source, span);
}

/** Reports a name that occurs twice among the members of one object. */
export function checkUnique(
  { diagnostics: into }: { readonly diagnostics: Diagnostic[] },
  seen: Map<string, Span>,
  { value, span }: Pick<Name, 'value' | 'span'>,
): boolean {
  const first = seen.get(value);
  if (first === undefined) seen.set(value, span);
  else addDiagnostic(into, diagnostics['duplicate-member'](span, value, first));
  return first === undefined;
}

/** Adds a diagnostic unless it was added before. */
export function addDiagnostic(diagnostics: Diagnostic[], diagnostic: Diagnostic): void {
  const same = diagnostics.some(
    (other) =>
      other.code === diagnostic.code &&
      other.span.start === diagnostic.span.start &&
      other.span.end === diagnostic.span.end,
  );
  if (!same) diagnostics.push(diagnostic);
}
