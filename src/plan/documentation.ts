/** Markdown of the document, with the line on which it begins. */
export interface MarkdownPlan {
  readonly text: string;
  readonly line: number;
}

/** The prose of a row of the document. */
export interface Documented {
  /** The cell Meaning, Markdown of one line. */
  readonly meaning?: string;
}

/** A heading of the document, and the prose below it. */
export interface Described {
  /** Paragraphs, lists and code, in the order of the document. */
  readonly description?: readonly MarkdownPlan[];
}

/** A part of the document for readers. Prose below the heading of a resource or an operation belongs to that item. */
export interface PartPlan extends Described {
  /** The language's own name of the part. */
  readonly part: string;
  /** The heading as the document has it. */
  readonly title: string;
  readonly line: number;
}

/**
 * Members that documentation, descriptions and clients are written from, and nothing that runs reads: Meaning cells, prose,
 * the source texts of expressions, names of shapes, rows as stated, and what HTTP carries. Only a whole plan has them.
 */
const documentation: ReadonlySet<string> = new Set([
  'meaning',
  'description',
  'source',
  'shapeName',
  'stated',
  'scopeRows',
  'tenantLine',
  'parts',
  'sends',
  'exchange',
  'bodies',
]);

/** Members that are a value of the author's, or whose own members have names that the author chose. */
const authored: ReadonlySet<string> = new Set(['default', 'own', 'cells', 'sort']);

/** Returns whether a member of the plan is only read by people. */
export function isDocumentation(member: string): boolean {
  return documentation.has(member);
}

/** Returns whether the names inside a member of the plan are the author's own: none of them means what it means elsewhere. */
export function isAuthored(member: string, { kind }: { readonly kind?: unknown }): boolean {
  if (kind === 'choice') return member === 'down' || member === 'up';
  return authored.has(member) || (kind === 'default' && member === 'value');
}
