import type { Span } from '../text/location.ts';

/** An error keeps a document from being served; a warning is worth a look; neither stops reading. */
export type Severity = 'error' | 'warning';

/** A mistake of the author: what is wrong, where, what is expected there, and the edit that fixes it. */
export interface Diagnostic {
  /** The address: `limits/unknown-unit` is the entry `unknown-unit` of `src/parts/limits/diagnostics.ts`. */
  readonly code: string;
  readonly severity: Severity;
  readonly span: Span;
  /** One sentence: what is wrong, naming what was found. */
  readonly message: string;
  /** A few words after the caret; they may quote the source under the span. */
  readonly label?: string | undefined;
  /** The form that the language expects there, one or two sentences. */
  readonly note: string;
  /** The correct text, ready to replace the text of the span where that is possible. */
  readonly suggestion?: string | undefined;
  /** The edit that fixes it, as an imperative without a full stop; without it the help is to write the suggestion. */
  readonly help?: string | undefined;
  /** Other locations that belong to it, such as the first definition of a duplicate name. */
  readonly also?: readonly { readonly span: Span; readonly label: string }[] | undefined;
}

/** Returns the same diagnostic with some of its words replaced. (Spread into an object, it would lose its words.) */
export function withWords(diagnostic: Diagnostic, words: Partial<Said>): Diagnostic {
  const { code, severity, span, note, message, label, suggestion, help, also } = diagnostic;
  return { code, severity, span, note, message, label, suggestion, help, also, ...words };
}

/** The words of one occurrence. */
export type Said = Pick<Diagnostic, 'message' | 'label' | 'suggestion' | 'help' | 'also'>;

/** One kind of diagnostic: the sentences that are the same at each occurrence, and the words for one occurrence. */
export interface DiagnosticEntry<A extends readonly unknown[]> {
  readonly severity?: Severity;
  /** The fault that all occurrences share, one or two sentences, for its page in `docs/diagnostics/`. */
  readonly means: string;
  /** Why the rule exists, one sentence, for its page. */
  readonly why: string;
  readonly note: string;
  /** The help and the label of every occurrence that states no other. */
  readonly help?: string;
  readonly label?: string;
  readonly says: (...args: A) => string | Said;
}

type DiagnosticFactories<E> = {
  readonly [K in keyof E]: E[K] extends DiagnosticEntry<infer A> ? (span: Span, ...args: A) => Diagnostic : never;
};

/** The entries of every area by their address, for the pages of `docs/diagnostics/` and for tests. */
export const catalogue = new Map<string, Described>();

/** The sentences of a diagnostic that its page shows. */
export interface Described {
  readonly severity: Severity;
  readonly means: string;
  readonly why: string;
  readonly note: string;
}

/** An entry with what is the same at each of its occurrences. */
interface Kind extends DiagnosticEntry<readonly unknown[]> {
  readonly code: string;
  readonly severity: Severity;
}

/** A diagnostic whose words are written when they are first read: a list that is full reads none. */
class Occurrence implements Diagnostic {
  readonly span: Span;
  readonly #kind: Kind;
  readonly #args: readonly unknown[];
  #said: Said | undefined;

  constructor(kind: Kind, span: Span, args: readonly unknown[]) {
    this.#kind = kind;
    this.span = span;
    this.#args = args;
  }

  get code(): string {
    return this.#kind.code;
  }

  get severity(): Severity {
    return this.#kind.severity;
  }

  get note(): string {
    return this.#kind.note;
  }

  get message(): string {
    return this.#words.message;
  }

  get label(): string | undefined {
    return this.#words.label;
  }

  get suggestion(): string | undefined {
    return this.#words.suggestion;
  }

  get help(): string | undefined {
    return this.#words.help;
  }

  get also(): Diagnostic['also'] {
    return this.#words.also;
  }

  get #words(): Said {
    this.#said ??= writeWords(this.#kind, this.#args);
    return this.#said;
  }
}

function writeWords({ says, help, label }: Kind, args: readonly unknown[]): Said {
  const said = says(...args);
  return { help, label, ...(typeof said === 'string' ? { message: said } : said) };
}

/** Makes a diagnostic of one kind: the place, then what its entry says. */
export type DiagnosticFactory = (span: Span, ...args: readonly unknown[]) => Diagnostic;

/** Returns the function that makes the diagnostics of an address, if an entry has it. */
export function findDiagnostic(code: string): DiagnosticFactory | undefined {
  const kind = catalogue.get(code) as Kind | undefined;
  return kind && ((span, ...args) => new Occurrence(kind, span, args));
}

/** Turns entries of an area into functions that make its diagnostics; throws where the area has an entry of that name already. */
// biome-ignore lint/suspicious/noExplicitAny: the arguments of each entry are inferred one by one
export function defineDiagnostics<E extends Record<string, DiagnosticEntry<any>>>(
  area: string,
  entries: E,
): DiagnosticFactories<E> {
  const makers: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(entries)) {
    const kind: Kind = { ...entry, code: `${area}/${name}`, severity: entry.severity ?? 'error' };
    if (catalogue.has(kind.code)) throw new Error(`the diagnostic ${kind.code} is defined twice`);
    catalogue.set(kind.code, kind);
    makers[name] = (span: Span, ...args: unknown[]): Diagnostic => new Occurrence(kind, span, args);
  }
  return makers as DiagnosticFactories<E>;
}
