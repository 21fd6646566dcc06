import type { Span } from '../text/location.ts';
import type { RowDraft } from './row.ts';
import type { Verb } from './verb.ts';

/** Whether a client that fits the older document is well served by the newer one. */
export type VerdictClass = 'compatible' | 'unclear' | 'breaking';

/** The class of a change: that of its verdicts, or `exposes` where somebody may see or do more than before. */
export type ChangeClass = VerdictClass | 'exposes';

/** The classes, what matters most first. */
export const changeClasses: readonly ChangeClass[] = ['exposes', 'breaking', 'unclear', 'compatible'];

/** Requests (bodies, parameters, credentials) or responses (responses, events, errors). */
export type Direction = 'requests' | 'answers';

/** The nine parts, by the names of their folders, in the document's order. */
export const changeParts = [
  'purpose',
  'resources',
  'states',
  'endpoints',
  'authentication',
  'events',
  'errors',
  'limits',
  'versioning',
] as const;
/** One of the nine parts. */
export type ChangePart = (typeof changeParts)[number];

/** The effect of a change on clients, in one direction. */
export interface Verdict {
  readonly class: VerdictClass;
  /** The client that breaks, or may break, in one sentence; compatible changes break none. */
  readonly client?: string;
  /** The document's own Compatibility row, `value added in responses`, that laid this class over the built-in one. */
  readonly stated?: string;
}

/** One difference between two documents. */
export interface Change {
  /** The rule that found it: `resources/field-removed` is a row of a table in `src/parts/resources/diff/`. */
  readonly rule: string;
  readonly part: ChangePart;
  /** The word of the Changes grammar; left out where none fits. */
  readonly verb?: Verb;
  /** The subject of the change, as the column What names it: `Invoice.memo`, `pay Invoice`. */
  readonly where: string;
  /** One sentence. */
  readonly what: string;
  readonly requests?: Verdict;
  readonly answers?: Verdict;
  /** New permissions or visibility, in one sentence. */
  readonly exposes?: string;
  /** Its place in the older document and in the newer one. */
  readonly old?: Span;
  readonly now?: Span;
  /** The rows of Changes that say it; none where the grammar has no words for it. */
  readonly rows: readonly RowDraft[];
  /** Further advice. */
  readonly advice?: string;
}

type Classed = Pick<Change, 'requests' | 'answers' | 'exposes'>;

/** The class of a change: `exposes`, else the worse one of its two directions; of what no client sends or sees, compatible. */
export function classifyChange(change: Classed): ChangeClass {
  return changeClasses.find((changeClass) => isOf(change, changeClass)) ?? 'compatible';
}

/** Whether a change is of a class, be it in one direction only: one that exposes may break clients too. */
export function isOf({ requests, answers, exposes }: Classed, name: ChangeClass): boolean {
  if (name === 'exposes') return exposes !== undefined;
  return [requests, answers].some((verdict) => verdict?.class === name);
}

/** Which way a change is felt. */
export function getDirection({ requests, answers }: Change): Direction | 'both' | 'neither' {
  if (requests !== undefined && answers !== undefined) return 'both';
  if (requests !== undefined) return 'requests';
  return answers === undefined ? 'neither' : 'answers';
}
