import type { Span } from '../text/place.ts';
import type { RowDraft } from './row.ts';
import type { Verb } from './verb.ts';

/** Whether a client that fits the older document is well served by the newer one. */
export type ChangeClass = 'compatible' | 'unclear' | 'breaking';

/** What clients send (bodies, parameters, credentials), and what they get (answers, events, refusals). */
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

/** What a change means for clients, in one direction. */
export interface Verdict {
  readonly class: ChangeClass;
  /** The client that breaks, or may break, in one sentence; compatible changes break none. */
  readonly client?: string;
  /** The document's own Compatibility row, `value added in answers`, that laid this class over the built-in one. */
  readonly stated?: string;
}

/** One difference between two documents. */
export interface Change {
  /** The rule that found it: `resources/field-removed` is `src/parts/resources/changes/field-removed.ts`. */
  readonly rule: string;
  readonly part: ChangePart;
  /** The word of the Changes grammar; left out where none fits. */
  readonly verb?: Verb;
  /** What it is about, as the column Where would name it: `Invoice.memo`, `pay Invoice`. */
  readonly where: string;
  /** One sentence. */
  readonly what: string;
  readonly requests?: Verdict;
  readonly answers?: Verdict;
  /** Its place in the older document and in the newer one. */
  readonly old?: Span;
  readonly now?: Span;
  /** The rows of Changes that say it; none where the grammar has no words for it. */
  readonly rows: readonly RowDraft[];
  /** What else to do or to write. */
  readonly advice?: string;
}

const order: readonly ChangeClass[] = ['compatible', 'unclear', 'breaking'];

/** The class of a change: the worse one of its two directions; of what no client sends or sees, compatible. */
export function classOf({ requests, answers }: Pick<Change, 'requests' | 'answers'>): ChangeClass {
  const found = [requests, answers].map((verdict) => order.indexOf(verdict?.class ?? 'compatible'));
  return order[Math.max(...found)]!;
}

/** Which way a change is felt. */
export function directionOf({ requests, answers }: Change): Direction | 'both' | 'neither' {
  if (requests !== undefined && answers !== undefined) return 'both';
  if (requests !== undefined) return 'requests';
  return answers === undefined ? 'neither' : 'answers';
}
