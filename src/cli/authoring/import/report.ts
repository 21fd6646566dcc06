import type { Imported } from '../../../import/index.ts';
import { enumerate } from '../../../text/enumerate.ts';
import { formatCount } from '../../shared/terminal.ts';

/** The most reasons that the summary lists. */
const mostReasons = 12;

/** Returns the lines of the summary: what the source is, what was recognized, how many facts are stated, and why others are not. */
export function summarizeImport(
  { recognized, others, ledger, findings, open }: Imported,
  files: readonly string[],
): readonly string[] {
  const { facts, stated, lost, renamed } = ledger;
  const reasons = new Map<string, number>();
  for (const { verdict, why, facts: count } of ledger.entries)
    if (verdict === 'lost') reasons.set(why ?? '', (reasons.get(why ?? '') ?? 0) + count);
  const sorted = [...reasons].sort(([, a], [, b]) => b - a);
  const rest = sorted.slice(mostReasons).reduce((sum, [, count]) => sum + count, 0);
  return [
    `Read as ${`${recognized.kind} ${recognized.version}`.trim()}, because ${recognized.why}.`,
    ...others.map(({ file, kind, version, why }) => `Read ${file} as ${kind} ${version}, because ${why}.`),
    ...findings.map(({ line, sentence }) => `  line ${line}: ${sentence}`),
    `${formatCount(facts, 'fact')} in the source: ${stated} stated in the page, ${lost} not.`,
    ...sorted.slice(0, mostReasons).map(([why, count]) => `  ${String(count).padStart(6)}  ${why}`),
    ...(rest === 0
      ? []
      : [`  ${String(rest).padStart(6)}  for ${formatCount(sorted.length - mostReasons, 'other reason')}`]),
    ...(renamed.length === 0
      ? []
      : [`${formatCount(renamed.length, 'name')} written in another way, because the language does not admit them.`]),
    ...open.map(({ target, why }) => `Not followed: ${target}. ${why}`),
    ...(files.length === 0
      ? []
      : [`Wrote ${enumerate(files, 'and')}. To see what is left open, run nonet gaps ${files[0]}`]),
  ];
}

/** Returns the account of an import as JSON. */
export function formatImportJson({ recognized, ledger, findings, open, text }: Imported): string {
  const references = open.map((reference) => ({ target: reference.target, why: reference.why }));
  return JSON.stringify({ recognized, findings, ...ledger, notFollowed: references, page: text }, null, 2);
}
