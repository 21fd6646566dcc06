import { positionAt, type Source, type Span } from '../text/location.ts';
import { printableLine } from '../text/printable.ts';
import { type Change, classOf, type Verdict } from './change.ts';
import { type ChangeReport, sectionsOf, summarizeReport } from './report.ts';
import { rowHeader, rowText } from './row.ts';

/** A report as Markdown for a pull request: a table of what exposes more, then one for each part. */
export function formatReportMarkdown(report: ChangeReport): string {
  const { old, now, changes, log, unlike, missing, version, stored } = report;
  const names = [now, old].map(({ name }) => `\`${printableLine(name)}\``);
  const lines = [`## ${names.join(' compared with ')}`, '', `${summarizeReport(changes)}.`];
  for (const { title, changes: own } of sectionsOf(changes)) {
    lines.push('', `### ${title}`, '', '| Class | What differs | For whom | Lines |', '| --- | --- | --- | --- |');
    for (const change of own) lines.push(rowOf(report, change));
  }
  const others = log.filter(({ kind }) => kind === 'wrong' || kind === 'surplus');
  if (others.length > 0) {
    lines.push('', '### Rows of Changes that do not fit', '');
    for (const { kind, what, line } of others) lines.push(`- ${kind}, line ${line}: ${what}`);
  }
  if (unlike.length > 0) {
    lines.push('', `### Version ${unlike[0]!.version} is not reached by undoing the rows`, '');
    for (const { what } of unlike) lines.push(`- \`${what}\``);
  }
  if (missing.length > 0) {
    lines.push('', '### Missing rows of Changes', '', '```md', ...rowHeader);
    lines.push(...missing.map((row) => rowText(version, row)), '```');
    for (const { open } of missing) if (open !== undefined) lines.push('', `- … is ${open}`);
  }
  if (stored.length > 0) {
    lines.push('', '### What is stored', '');
    for (const { name, steps } of stored) lines.push(...steps.map(({ words }) => `- ${name}: ${words}`));
    for (const store of ['sqlite', 'postgres'] as const) {
      const title = store === 'sqlite' ? 'SQLite' : 'PostgreSQL';
      lines.push('', `<details><summary>${title}</summary>`, '', '```sql');
      for (const { sql } of stored) {
        for (const { text, each } of sql[store])
          lines.push(...(each ? ['-- for each record, worked out by Nonet:'] : []), `${text};`);
      }
      lines.push('```', '', '</details>');
    }
  }
  return `${lines.join('\n')}\n`;
}

function rowOf({ old, now }: ChangeReport, change: Change): string {
  const found = classOf(change);
  const name = found === 'breaking' || found === 'exposes' ? `**${found}**` : found;
  const { exposes = '', requests, answers } = change;
  const who = [...new Set([exposes, saidOf(requests), saidOf(answers)])].filter((text) => text !== '').join(' ');
  const lines = [lineAt(old, change.old, 'old'), lineAt(now, change.now, 'new')]
    .filter((text) => text !== '')
    .join(', ');
  return `| ${[name, change.what, who, lines].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function saidOf(verdict: Verdict | undefined): string {
  return verdict === undefined || verdict.class === 'compatible' ? '' : (verdict.client ?? '');
}

function lineAt(source: Source, span: Span | undefined, which: string): string {
  return span === undefined ? '' : `${which} ${positionAt(source, span.start).line}`;
}
