import { formatTableRow } from '../text/table-row.ts';
import type { Verb } from './verb.ts';

/** A row of the Changes table that a difference asks for; cells as they are written, empty where there is nothing to say. */
export interface RowDraft {
  readonly change: Verb;
  readonly where: string;
  readonly before: string;
  readonly callers: string;
  readonly requests: string;
  /** A value that only the author knows: its cell has `…`. */
  readonly open?: string;
}

/** The content of a cell that only the author can fill. */
export const unknown = '…';

/** A row with nothing in the cells that are not given. */
export function createRowDraft(
  change: Verb,
  where: string,
  cells: Partial<Omit<RowDraft, 'change' | 'where'>> = {},
): RowDraft {
  return { change, where, before: '', callers: '', requests: '', ...cells };
}

/** A row as text, in the order of the columns Version, Change, What, Before, Old responses, Old requests. */
export function formatRow(version: string, { change, where, before, callers, requests }: RowDraft): string {
  return formatTableRow([version, change, where, before, callers, requests]);
}

/** The header of rows written by `rowText`. */
export const rowHeader = [
  '| Version | Change | What | Before | Old responses | Old requests |',
  '| --- | --- | --- | --- | --- | --- |',
] as const;
