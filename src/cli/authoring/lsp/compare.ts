import { execFile } from 'node:child_process';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { formatReportMarkdown } from '../../../diff/markdown.ts';
import type { RowDraft } from '../../../diff/row.ts';
import type { CommitComparison, Unavailable } from '../../../language-server/workspace.ts';
import { type Document, readDocument } from '../../../parts/index.ts';
import { createSource } from '../../../text/location.ts';
import { withRows } from '../../document/compare/changes-written.ts';
import { createReport, findNewVersion } from '../../document/compare/comparing.ts';

const run = promisify(execFile);

/** The last comparison: editors ask for actions at each move of the cursor. */
let last:
  | { readonly document: Document; readonly committed: string; readonly comparison: CommitComparison }
  | undefined;

/** Compares a document without errors with its text in the last commit, and adds the missing rows of Changes to a copy. */
export async function compareWithCommit(uri: string, document: Document): Promise<CommitComparison | Unavailable> {
  if (!uri.startsWith('file:')) return { reason: 'The document is not stored in a file.' };
  const file = fileURLToPath(uri);
  const name = basename(file);
  const committed = await readCommitted(file);
  if (committed === undefined) return { reason: `${name} is not in the last commit of a Git repository.` };
  if (last?.document === document && last.committed === committed) return last.comparison;
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
  const comparison = {
    report: formatReportMarkdown(report),
    ...(completed === undefined ? {} : { completed }),
    ...(drafted === undefined ? {} : { drafted }),
  };
  last = { document, committed, comparison };
  return comparison;
}

/** Returns the text of a file in the last commit; undefined outside a repository, and for a file that is not in it. */
async function readCommitted(file: string): Promise<string | undefined> {
  try {
    const options = { cwd: dirname(file), maxBuffer: 2 ** 26 };
    const { stdout } = await run('git', ['show', `HEAD:./${basename(file)}`], options);
    return stdout.replace(/^\ufeff/, '');
  } catch {
    return undefined;
  }
}
