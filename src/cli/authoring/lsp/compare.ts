import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatReportMarkdown } from '../../../diff/markdown.ts';
import type { RowDraft } from '../../../diff/row.ts';
import type { CommitComparison, Unavailable } from '../../../language-server/workspace.ts';
import { type Document, readDocument } from '../../../parts/index.ts';
import { createSource } from '../../../text/location.ts';
import { withRows } from '../../document/compare/changes-written.ts';
import { createReport, findNewVersion } from '../../document/compare/comparing.ts';
import { readCommitted } from '../git.ts';

/** Compares a document without errors with its text in the last commit, and adds the missing rows of Changes to a copy. */
export async function compareWithCommit(uri: string, document: Document): Promise<CommitComparison | Unavailable> {
  if (!uri.startsWith('file:')) return { reason: 'The document is not stored in a file.' };
  const file = fileURLToPath(uri);
  const name = basename(file);
  const committed = await readCommitted(file);
  if (committed === undefined) return { reason: `${name} is not in the last commit of a Git repository.` };
  const old = readDocument(createSource(`${name} in the last commit`, committed));
  if (old.diagnostics.some(({ severity }) => severity === 'error')) {
    return { reason: `${name} has errors in the last commit. Only documents without errors can be compared.` };
  }
  const now = { ...document, source: { ...document.source, name } };
  const report = createReport(old, now);
  const version = report.changelog.some(({ kind }) => kind === 'missing') ? findNewVersion(old, now) : undefined;
  const add = (rows: readonly RowDraft[]) =>
    version === undefined || rows.length === 0 ? undefined : { text: withRows(now, version, rows), rows: rows.length };
  const completed = add(report.missing.filter(({ open }) => open === undefined));
  const drafted = report.missing.some(({ open }) => open !== undefined) ? add(report.missing) : undefined;
  return {
    report: formatReportMarkdown(report),
    ...(completed === undefined ? {} : { completed }),
    ...(drafted === undefined ? {} : { drafted }),
  };
}
