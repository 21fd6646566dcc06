import type { Change } from '../../../diff/change.ts';
import { type RowDraft, unknown } from '../../../diff/row.ts';
import type { Span } from '../../../text/location.ts';
import type { Comparison } from '../../diff/comparison.ts';
import { buildRowKey, isBetween, listStatedRows, type Stated } from './rows.ts';

/** How the newest rows of Changes differ from the difference of two documents. */
export type LogFinding =
  /** A row says it. */
  | { readonly kind: 'recorded'; readonly row: RowDraft; readonly what: string; readonly now: Span }
  /** No row says it. */
  | { readonly kind: 'missing'; readonly row: RowDraft; readonly what: string; readonly now?: Span }
  /** A row says it, with another Before than the older document has. */
  | { readonly kind: 'wrong'; readonly row: RowDraft; readonly what: string; readonly now: Span }
  /** A row says what does not differ. */
  | { readonly kind: 'unneeded'; readonly what: string; readonly now: Span };

/**
 * Compares the rows of Changes that the newer document has more with the changes that were found. Of a document whose
 * Versioning is a gap, which lists no versions, no row is missing.
 */
export function checkLog(comparison: Comparison, changes: readonly Change[]): LogFinding[] {
  const { now, old } = comparison;
  if (now.service.versioning.versions.length === 0) return [];
  const stated = listStatedRows(old.service, now.service);
  const left = new Set(stated);
  const byKey = Map.groupBy(stated, (each) => each.key);
  const findings: LogFinding[] = [];
  const seen = new Set<string>();
  for (const change of changes) {
    for (const row of change.rows) {
      const key = buildRowKey(row.change, row.where);
      if (seen.has(key)) continue;
      seen.add(key);
      const found = byKey.get(key) ?? [];
      for (const each of found) left.delete(each);
      const [first] = found.length > 0 || change.where !== row.where ? found : findShownRows(byKey, row);
      if (first !== undefined) left.delete(first);
      if (first === undefined) {
        findings.push({ kind: 'missing', row, what: change.what, ...(change.now && { now: change.now }) });
      } else if (row.change !== 'behavior' && !hasSameBefore(first.before, row.before)) {
        const what = `Before is \`${row.before}\` in the older document`;
        findings.push({ kind: 'wrong', row, what, now: first.row.span });
      } else findings.push({ kind: 'recorded', row, what: change.what, now: first.row.span });
    }
  }
  for (const otherStated of left) {
    const { row, key } = otherStated;
    // prose may speak of code, which no document shows
    if (row.change.value === 'behavior' || isBetween(otherStated, stated)) continue;
    findings.push({ kind: 'unneeded', what: `nothing differs that \`${key}\` says`, now: row.span });
  }
  return findings;
}

/** The row `added` of a field that the older document has: shown to older callers as stated, it says how it is sent now. */
function findShownRows(rows: ReadonlyMap<string, readonly Stated[]>, { where }: RowDraft): readonly Stated[] {
  const added = rows.get(buildRowKey('added', where)) ?? [];
  return added.filter(({ row: { oldResponses } }) => oldResponses !== undefined && oldResponses.kind !== 'absent');
}

/** Cells Before that say the same: spaces and code spans aside; what only the author knows fits everything. */
function hasSameBefore(stated: string, wanted: string): boolean {
  if (wanted.includes(unknown)) return true;
  const plain = (text: string): string =>
    text
      .replace(/[`"\s]/g, '')
      .split(';')
      .toSorted()
      .join(';');
  return plain(stated) === plain(wanted);
}
