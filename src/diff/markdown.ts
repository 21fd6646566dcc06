import { findPosition, type Source, type Span } from '../text/location.ts';
import { toPrintableLine } from '../text/printable.ts';
import { type Change, classifyChange, type Verdict } from './change.ts';
import { classifyProof, describeProof } from './proof.ts';
import { type ChangeReport, groupIntoSections, summarizeReport } from './report.ts';
import { formatRow, rowHeader } from './row.ts';

/** A report as Markdown for a pull request: a table of what exposes more, then one for each part. */
export function formatReportMarkdown(report: ChangeReport): string {
  const { old, now, changes, changelog, mismatches, missing, version, migration, stores } = report;
  const names = [now, old].map(({ name }) => `\`${toPrintableLine(name)}\``);
  const lines = [`## ${names.join(' compared with ')}`, '', `${summarizeReport(changes)}.`];
  for (const { title, changes: own } of groupIntoSections(changes)) {
    lines.push('', `### ${title}`, '', '| Class | What differs | For whom | Lines |', '| --- | --- | --- | --- |');
    for (const change of own) lines.push(formatChangeRow(report, change));
  }
  const others = changelog.filter(({ kind }) => kind === 'wrong' || kind === 'unneeded');
  if (others.length > 0) {
    lines.push('', '### Rows of Changes that do not fit', '');
    for (const { kind, what, line } of others) lines.push(`- ${kind}, line ${line}: ${what}`);
  }
  if (mismatches.length > 0) {
    lines.push('', `### Version ${mismatches[0]!.version} differs after undoing the rows`, '');
    for (const { what } of mismatches) lines.push(`- \`${what}\``);
  }
  if (missing.length > 0) {
    lines.push('', '### Missing rows of Changes', '', '```md', ...rowHeader);
    lines.push(...missing.map((row) => formatRow(version, row)), '```');
    for (const { open } of missing) if (open !== undefined) lines.push('', `- … is ${open}`);
  }
  if (migration.length > 0) {
    lines.push('', '### Database', '');
    for (const { name, steps } of migration) lines.push(...steps.map(({ words }) => `- ${name}: ${words}`));
    for (const { name: store, title } of stores) {
      lines.push('', `<details><summary>${title}</summary>`, '', '```sql');
      for (const { sql } of migration) {
        for (const { text, each } of sql[store] ?? [])
          lines.push(...(each ? ['-- for each record, values computed by Nonet:'] : []), `${text};`);
      }
      lines.push('```', '', '</details>');
    }
  }
  return `${[...lines, ...formatProof(report)].join('\n')}\n`;
}

function formatProof({ old, now, proof }: ChangeReport): readonly string[] {
  if (proof === undefined) return [];
  const names = [now, old].map(({ name }) => `\`${toPrintableLine(name)}\``);
  return [
    ...['', `### The service of ${names.join(', proved by ')}`, ''],
    `**${classifyProof(proof)}**: ${describeProof(proof).join(' ')}`,
    ...proof.witnesses.flatMap((one) => [
      '',
      `- **${one.class}**, line ${one.line}: expected ${toPrintableLine(one.expected)}; found ${toPrintableLine(one.got)} (${one.check})`,
      ...['', '  ```sh', ...one.reproduction.map((line) => `  ${toPrintableLine(line)}`), '  ```'],
    ]),
  ];
}

function formatChangeRow({ old, now }: ChangeReport, change: Change): string {
  const found = classifyChange(change);
  const name = found === 'breaking' || found === 'exposes' ? `**${found}**` : found;
  const { exposes = '', requests, answers } = change;
  const who = [...new Set([exposes, describeVerdict(requests), describeVerdict(answers)])]
    .filter((text) => text !== '')
    .join(' ');
  const lines = [formatLineNumber(old, change.old, 'old'), formatLineNumber(now, change.now, 'new')]
    .filter((text) => text !== '')
    .join(', ');
  return `| ${[name, change.what, who, lines].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function describeVerdict(verdict: Verdict | undefined): string {
  return verdict === undefined || verdict.class === 'compatible' ? '' : (verdict.client ?? '');
}

function formatLineNumber(source: Source, span: Span | undefined, which: string): string {
  return span === undefined ? '' : `${which} ${findPosition(source, span.start).line}`;
}
