import type { Diagnostic, Severity } from './diagnostic.ts';

/** The diagnostics of one code that a document's list holds at most. */
export const mostOfCode = 1000;

/** Takes diagnostics: an array, or the list of a document. */
export interface DiagnosticSink {
  /** How many it has taken. */
  readonly length: number;
  push(...diagnostics: readonly Diagnostic[]): unknown;
}

/** Diagnostics of one code that are counted and not listed. */
export interface Unlisted {
  readonly code: string;
  readonly severity: Severity;
  readonly count: number;
}

/** The diagnostics of a document: the first thousand of each code; further ones are counted, and their words never written. */
export class DiagnosticList implements DiagnosticSink {
  length = 0;
  readonly #listed: Diagnostic[] = [];
  readonly #found = new Map<string, { readonly severity: Severity; count: number }>();

  push(...diagnostics: readonly Diagnostic[]): void {
    for (const diagnostic of diagnostics) {
      const { code, severity } = diagnostic;
      const found = this.#found.get(code) ?? { severity, count: 0 };
      this.#found.set(code, found);
      found.count += 1;
      this.length += 1;
      // The words are written now: their arguments may change later.
      if (found.count <= mostOfCode && diagnostic.message !== '') this.#listed.push(diagnostic);
    }
  }

  /** Returns a list with the same diagnostics and counts. */
  copy(): DiagnosticList {
    const copy = new DiagnosticList();
    copy.length = this.length;
    copy.#listed.push(...this.#listed);
    for (const [code, found] of this.#found) copy.#found.set(code, { ...found });
    return copy;
  }

  /** The listed diagnostics in the order of the document, without repeated ones. */
  get listed(): readonly Diagnostic[] {
    return dropRepeated(sortDiagnostics(this.#listed));
  }

  /** The diagnostics that are not listed, by code. */
  get more(): readonly Unlisted[] {
    return [...this.#found].flatMap(([code, { severity, count }]) =>
      count > mostOfCode ? [{ code, severity, count: count - mostOfCode }] : [],
    );
  }

  /** Whether an error is among them. */
  get hasErrors(): boolean {
    return this.#found.values().some(({ severity }) => severity === 'error');
  }
}

/** Drops a diagnostic whose place has another one with the same message or the same edit: both have one cause. */
function dropRepeated(sorted: readonly Diagnostic[]): readonly Diagnostic[] {
  const known = new Set<string>();
  return sorted.filter(({ code, span, message, suggestion }) => {
    const place = `${span.start} ${span.end}`;
    const keys = [`${place} ${code} ${message}`, ...(suggestion === undefined ? [] : [`${place} write ${suggestion}`])];
    const isRepeated = keys.some((key) => known.has(key));
    for (const key of keys) known.add(key);
    return !isRepeated;
  });
}

/** Counts the diagnostics of a severity, listed or not. */
export function countOf(severity: Severity, listed: readonly Diagnostic[], more: readonly Unlisted[]): number {
  const isOf = (one: { readonly severity: Severity }): boolean => one.severity === severity;
  return more.filter(isOf).reduce((sum, { count }) => sum + count, listed.filter(isOf).length);
}

/** Returns diagnostics in the order of the document, errors before warnings at one place, else as given. */
export function sortDiagnostics(...lists: readonly (readonly Diagnostic[])[]): readonly Diagnostic[] {
  const rank = ({ severity }: Diagnostic): number => (severity === 'error' ? 0 : 1);
  return lists.flat().sort((a, b) => a.span.start - b.span.start || rank(a) - rank(b));
}
