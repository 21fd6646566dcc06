import type { Span } from '../text/place.ts';

/** An error keeps a document from being served; a warning is worth a look; neither stops reading. */
export type Severity = 'error' | 'warning';

/** A mistake of the author: what is wrong, where, what the rule is, and what would be right. */
export interface Problem {
  /** The address: `limits/unknown-unit` is the entry `unknown-unit` of `src/parts/limits/problems.ts`. */
  readonly code: string;
  readonly severity: Severity;
  readonly span: Span;
  /** One sentence: what is wrong, naming what was found. */
  readonly message: string;
  /** A few words beside the caret; they may quote the source under the span. */
  readonly label?: string;
  /** The rule of the language that was broken, one or two sentences. */
  readonly rule: string;
  /** What would be right, ready to be written in place of the span's text where that is possible. */
  readonly suggestion?: string;
  /** Other places that belong to it: the first definition of a doubled name, say. */
  readonly also?: readonly { readonly span: Span; readonly label: string }[];
}

/** What one entry says for one occurrence. */
export interface Said {
  readonly message: string;
  readonly label?: string;
  readonly suggestion?: string | undefined;
  readonly also?: NonNullable<Problem['also']>;
}

/** One kind of problem: its rule, the same at each occurrence, and the words for one occurrence. */
export interface ProblemEntry<A extends readonly unknown[]> {
  readonly severity?: Severity;
  readonly rule: string;
  readonly says: (...args: A) => string | Said;
}

type Makers<E> = {
  readonly [K in keyof E]: E[K] extends ProblemEntry<infer A> ? (span: Span, ...args: A) => Problem : never;
};

/** The entries of every area by their address, for the pages of `docs/problems/` and for tests. */
export const catalogue = new Map<string, { readonly severity: Severity; readonly rule: string }>();

/** Turns an area's entries into functions that make its problems. */
// biome-ignore lint/suspicious/noExplicitAny: the arguments of each entry are inferred one by one
export function defineProblems<E extends Record<string, ProblemEntry<any>>>(area: string, entries: E): Makers<E> {
  const makers: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(entries)) {
    const code = `${area}/${name}`;
    const severity = entry.severity ?? 'error';
    catalogue.set(code, { severity, rule: entry.rule });
    makers[name] = (span: Span, ...args: unknown[]): Problem => {
      const said = entry.says(...args);
      const { rule } = entry;
      // Written out: a large document may have a million problems, and what is spread into an object costs twice as much.
      if (typeof said === 'string') return { code, severity, span, message: said, rule };
      const { message, label, suggestion, also } = said;
      if (label === undefined && also === undefined) {
        if (suggestion === undefined) return { code, severity, span, message, rule };
        return { code, severity, span, message, rule, suggestion };
      }
      return {
        ...{ code, severity, span, message, rule },
        ...(label === undefined ? {} : { label }),
        ...(suggestion === undefined ? {} : { suggestion }),
        ...(also === undefined ? {} : { also }),
      };
    };
  }
  return makers as Makers<E>;
}
