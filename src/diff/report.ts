import type { Source } from '../text/location.ts';
import { type Change, type ChangeClass, changeClasses, changeParts, classifyChange } from './change.ts';
import type { Proof } from './proof.ts';
import type { RowDraft } from './row.ts';

/** All that is said of two documents, however it is shown. */
export interface ChangeReport {
  readonly old: Source;
  readonly now: Source;
  readonly changes: readonly Reported[];
  readonly changelog: readonly LogLine[];
  /** Differences between the older document and the downgraded interface. */
  readonly mismatches: readonly { readonly version: string; readonly what: string }[];
  /** The version that rows are written for; `…` where the newer document names no new one. */
  readonly version: string;
  /** The rows of Changes that are missing. */
  readonly missing: readonly RowDraft[];
  readonly migration: readonly StoredTable[];
  /** The stores whose statements `migration` has, each with its name for people. */
  readonly stores: readonly { readonly name: string; readonly title: string }[];
  /** Left out: the service of the newer document was not started. */
  readonly proof?: Proof;
}

/** A change with what it does to what is stored. */
export interface Reported extends Change {
  readonly migration: readonly string[];
}

/** A row of Changes that says a change, or is missing, wrong or unneeded; `line` in the newer document. */
export interface LogLine {
  readonly kind: 'recorded' | 'missing' | 'wrong' | 'unneeded';
  readonly what: string;
  readonly line?: number;
  readonly row?: RowDraft;
}

/** The change of one table, in words and in the SQL of each store. */
export interface StoredTable {
  readonly name: string;
  readonly steps: readonly { readonly name: string; readonly words: string; readonly line?: number }[];
  /** By the name of the store. */
  readonly sql: Readonly<Record<string, readonly { readonly text: string; readonly each: boolean }[]>>;
}

/** How many changes there are of each class. */
export function countChanges(changes: readonly Change[]): Readonly<Record<ChangeClass, number>> {
  const counts = { exposes: 0, breaking: 0, unclear: 0, compatible: 0 };
  for (const change of changes) counts[classifyChange(change)] += 1;
  return counts;
}

/** The titles of the parts, as documents have them. */
export const partTitles = {
  purpose: 'What the service does',
  resources: 'Resources and their fields',
  states: 'States and transitions',
  endpoints: 'Endpoints',
  authentication: 'Authentication',
  events: 'Events',
  errors: 'Errors',
  limits: 'Limits',
  versioning: 'Versioning',
} as const;

/** Groups the changes for display: first those that expose data, then by part. */
export function groupIntoSections<C extends Change>(
  changes: readonly C[],
): readonly { readonly title: string; readonly changes: readonly C[] }[] {
  const sections = Map.groupBy(changes, (change) => (classifyChange(change) === 'exposes' ? 'exposes' : change.part));
  return (['exposes', ...changeParts] as const).flatMap((name) => {
    const own = sections.get(name);
    return own === undefined ? [] : [{ title: name === 'exposes' ? exposing : partTitles[name], changes: own }];
  });
}

const exposing = 'Wider access';

/** `1 exposes, 2 breaking, 1 unclear, 3 compatible`; the words for none. */
export function summarizeReport(changes: readonly Change[]): string {
  const counts = countChanges(changes);
  const said = changeClasses.filter((changeClass) => counts[changeClass] > 0);
  return said.length === 0
    ? 'no difference'
    : said.map((changeClass) => `${counts[changeClass]} ${changeClass}`).join(', ');
}
