import type { Diagnostic, Severity } from './diagnostic.ts';

/** Diagnostics of one code of a document that are listed in JSON, and diagnostics of all codes together. */
export const mostOfCode = 1000;
export const mostOfAll = 10_000;

/** Diagnostics of one code that are counted and not listed. */
export interface Unlisted {
  readonly code: string;
  readonly severity: Severity;
  readonly count: number;
}

/** The first diagnostics of each code in their order, and how many of each code follow that are not among them. */
export function limitDiagnostics(diagnostics: readonly Diagnostic[]): {
  readonly listed: readonly Diagnostic[];
  readonly more: readonly Unlisted[];
} {
  const listed: Diagnostic[] = [];
  const seen = new Map<string, number>();
  const more = new Map<string, Unlisted>();
  for (const diagnostic of diagnostics) {
    const { code, severity } = diagnostic;
    const before = seen.get(code) ?? 0;
    if (before < mostOfCode && listed.length < mostOfAll) {
      seen.set(code, before + 1);
      listed.push(diagnostic);
    } else more.set(code, { code, severity, count: (more.get(code)?.count ?? 0) + 1 });
  }
  return { listed, more: [...more.values()] };
}
