import type { Report, ReportedFinding, ReportedRow } from '../report.ts';
import { escapeXml } from './junit.ts';

const style = `
body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:80rem;padding:0 1rem;color:#1b1f24;background:#fff}
h1{font-size:1.4rem}.sum{font-size:1.1rem}
table{border-collapse:collapse;width:100%}td{vertical-align:top;padding:.1rem .5rem;border:0}
td.n{color:#667;text-align:right;user-select:none}td.t{font:13px/1.5 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere}
td.v{width:34%;font-size:13px}.proven{background:#e3f5e6}.violated{background:#fde2e1}.open{background:#f2f2f2}
b{font-weight:600}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#fff;padding:.5rem;border:1px solid #ccc}
@media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#15181c}.proven{background:#16351d}.violated{background:#4a1b1b}.open{background:#24282e}pre{background:#15181c;border-color:#555}}
`.replaceAll('\n', '');

/** Prints a report as one HTML file without scripts: the document, with the verdict next to each row. */
export function formatHtml(report: Report, text: string): string {
  const byLine = new Map(report.rows.map((row) => [row.line, row]));
  const { totals } = report;
  const lines = text.split('\n').map((line, at) => formatLine(at + 1, line, byLine.get(at + 1)));
  const sum = `${totals.proven} of ${totals.rows} rows proven, ${totals.violated} violated, ${totals.known === undefined ? '' : `${totals.known} known, `}${totals.notProven} not proven (${totals.checks} checks, ${totals.requests} requests, seed ${report.seed})`;
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeXml(report.name)}: ${escapeXml(sum)}</title><style>${style}</style></head>`,
    `<body><h1>${escapeXml(report.name)}</h1><p class="sum">${escapeXml(sum)}</p>`,
    `<table><tbody>${lines.join('\n')}</tbody></table></body></html>`,
  ].join('\n');
}

const classes = { proven: 'proven', violated: 'violated', known: 'open', 'not proven': 'open' } as const;

function formatLine(line: number, text: string, row: ReportedRow | undefined): string {
  const verdict = row === undefined ? '' : formatVerdict(row);
  const of = row === undefined ? '' : ` class="${classes[row.verdict]}"`;
  return `<tr id="L${line}"${of}><td class="n">${line}</td><td class="t">${escapeXml(text)}</td><td class="v">${verdict}</td></tr>`;
}

function formatVerdict({ verdict, checks, reasons, findings }: ReportedRow): string {
  const head = verdict === 'proven' ? `<b>proven</b> (${checks})` : `<b>${verdict}</b>`;
  return [head, ...reasons.map((reason) => `<div>${escapeXml(reason)}</div>`), ...findings.map(formatFinding)].join('');
}

function formatFinding({ expected, got, flaky, known, check, reproduction }: ReportedFinding): string {
  const accepted = known === undefined ? '' : `Known until ${known.until}: ${known.reason}. `;
  const words = `${flaky ? 'Flaky. ' : ''}${accepted}Expected ${expected}; found ${got}. (${check})`;
  return `<div>${escapeXml(words)}</div><pre>${escapeXml(reproduction.join('\n'))}</pre>`;
}
