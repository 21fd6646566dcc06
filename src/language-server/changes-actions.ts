import type { CodeAction } from 'vscode-languageserver';
import { findPlan } from '../language-service/explanation.ts';
import { readSection } from '../language-service/section.ts';
import type { Document } from '../parts/index.ts';
import { getLineNumber } from '../text/location.ts';
import type { ServerContext } from './context.ts';
import { toTextEdits } from './convert.ts';

/**
 * Lists the actions that add the missing rows of Changes, compared with the last commit: in the part Versioning, and wherever the
 * editor asks for actions of the whole source.
 */
export async function listChangesActions(
  { sdk, workspace }: ServerContext,
  uri: string,
  document: Document,
  { offset, only = [] }: { readonly offset: number; readonly only?: readonly string[] | undefined },
): Promise<CodeAction[]> {
  const { source } = document;
  const isAsked = only.some((kind) => kind.startsWith(sdk.lsp.CodeActionKind.Source));
  const part = readSection(source, getLineNumber(source, { start: offset, end: offset })).part?.part;
  if ((part !== 'versioning' && !isAsked) || findPlan(document) === undefined) return [];
  const compared = await workspace.compareWithCommit(uri, document);
  if ('reason' in compared) return [];
  const { completed, drafted } = compared;
  const create = (title: string, text: string): CodeAction => ({
    title,
    kind: isAsked ? `${sdk.lsp.CodeActionKind.Source}.addChanges` : sdk.lsp.CodeActionKind.QuickFix,
    edit: { changes: { [uri]: toTextEdits(source, [findDifference(source.text, text)]) } },
  });
  return [
    ...(completed === undefined ? [] : [create(`Add ${formatRows(completed.rows)} to Changes`, completed.text)]),
    ...(drafted === undefined
      ? []
      : [create(`Add ${formatRows(drafted.rows)} to Changes, with … where you choose a value`, drafted.text)]),
  ];
}

function formatRows(count: number): string {
  return count === 1 ? '1 row' : `${count} rows`;
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
