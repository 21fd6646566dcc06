import type { CodeAction, WorkspaceEdit } from 'vscode-languageserver';
import { findPlan } from '../language-service/explanation.ts';
import { readSection } from '../language-service/section.ts';
import type { Document } from '../parts/index.ts';
import { getLineNumber } from '../text/location.ts';
import type { ServerContext } from './context.ts';
import { toTextEdits } from './convert.ts';
import type { Unavailable } from './workspace.ts';

/** The command of the action: it adds the missing rows of Changes, compared with the last commit. */
export const addChangesCommand = 'nonet.addChanges' as const;

/**
 * Lists the action that adds the missing rows of Changes: in the part Versioning, and wherever the editor asks for actions of the whole
 * source. Nothing is compared before the action is chosen: editors ask at each move of the cursor.
 */
export function listChangesActions(
  { sdk, appliesEdits }: ServerContext,
  uri: string,
  document: Document,
  { offset, only = [] }: { readonly offset: number; readonly only?: readonly string[] | undefined },
): readonly CodeAction[] {
  const { source, service } = document;
  const isSource = only.some((kind) => kind.startsWith(sdk.lsp.CodeActionKind.Source));
  const part = readSection(source, getLineNumber(source, { start: offset, end: offset })).part?.part;
  if (!appliesEdits || (part !== 'versioning' && !isSource) || service.versioning.versions.length === 0) return [];
  if (findPlan(document) === undefined) return [];
  const title = 'Add the rows of Changes that are missing since the last commit';
  const kind = isSource ? `${sdk.lsp.CodeActionKind.Source}.addChanges` : sdk.lsp.CodeActionKind.QuickFix;
  // An action of the whole source may run at each save: it adds only rows that are complete.
  const rows = isSource ? 'complete' : 'all';
  return [{ title, kind, command: { title, command: addChangesCommand, arguments: [uri, rows] } }];
}

/**
 * Returns the edit that adds the missing rows: `all`, with … where the author chooses a value, or only the `complete` ones; undefined
 * if there is nothing to say about it, as after most saves.
 */
export async function createChangesEdit(
  { workspace }: ServerContext,
  uri: string,
  document: Document,
  rows: string,
): Promise<WorkspaceEdit | Unavailable | undefined> {
  const compared = await workspace.compareWithCommit(uri, document);
  if ('reason' in compared) return compared;
  const isAll = rows === 'all';
  const { text } = (isAll ? compared.drafted : undefined) ?? compared.completed ?? {};
  if (text === undefined)
    return isAll ? { reason: 'No rows of Changes are missing since the last commit.' } : undefined;
  const { source } = document;
  return { changes: { [uri]: toTextEdits(source, [findDifference(source.text, text)]) } };
}

/** Returns the shortest single edit from one text to another. */
function findDifference(before: string, after: string) {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { span: { start, end: before.length - end }, text: after.slice(start, after.length - end) };
}
