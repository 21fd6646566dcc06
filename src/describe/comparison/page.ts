import { changeClasses, classifyChange, type Verdict } from '../../diff/change.ts';
import { classifyProof, describeProof } from '../../diff/proof.ts';
import {
  type ChangeReport,
  countChanges,
  groupIntoSections,
  type Reported,
  summarizeReport,
} from '../../diff/report.ts';
import { formatRow, rowHeader } from '../../diff/row.ts';
import { formatMissingRows, listRecordedLines } from '../../diff/terminal.ts';
import { findPosition, readLine, type Source, type Span } from '../../text/location.ts';
import { toPrintableLine } from '../../text/printable.ts';
import { type Content, Html, html } from '../docs/html.ts';
import { type ComparedExamples, createExampleWriter, type ExampleWriter } from './examples.ts';
import { markLines } from './marked.ts';
import { style } from './style.ts';

/** A change and its number on the page. */
interface Numbered extends Reported {
  readonly at: number;
}

/**
 * Writes a report as one HTML file without scripts: who breaks, then each change with the older and the newer row side by side, with
 * examples of both documents, then the rows of Changes that are missing, and the migration.
 */
export function formatReportHtml(report: ChangeReport, played?: ComparedExamples): string {
  const { old, now } = report;
  const changes = groupIntoSections(report.changes)
    .flatMap(({ changes: own }) => own)
    .map((change, at) => ({ ...change, at: at + 1 }));
  const examples = createExampleWriter(played);
  const title = `${toPrintableLine(old.name)} compared with ${toPrintableLine(now.name)}`;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}: ${summarizeReport(changes)}</title><style>${new Html(style)}</style></head>
<body><main><h1>${toPrintableLine(old.name)} → ${toPrintableLine(now.name)}</h1>
${renderSums(changes)}
${renderClients(changes)}
${groupIntoSections(changes).map(
  ({ title: part, changes: own }) =>
    html`<h2>${part}</h2>${own.map((change) => renderChange(report, change, examples))}`,
)}
${renderRows(report)}
${renderMigration(report)}
${renderProof(report)}
<footer>Written by nonet compare.</footer></main></body></html>
`.text;
}

/** The number of changes of each class; each leads to the first of them. */
function renderSums(changes: readonly Numbered[]): Html {
  const counts = countChanges(changes);
  if (changes.length === 0) return html`<p>There is no difference.</p>`;
  return html`<ul class="sums">${changeClasses.map((name) => {
    const first = changes.find((change) => classifyChange(change) === name);
    return (
      first !== undefined && html`<li><a class="${name}" href="#change-${first.at}">${counts[name]} ${name}</a></li>`
    );
  })}</ul>`;
}

/** Writes the clients that break, and the callers with wider access, by change. */
function renderClients(changes: readonly Numbered[]): Html {
  const wider = changes.map((change) => ({ change, clients: change.exposes === undefined ? [] : [change.exposes] }));
  const broken = changes.map((change) => ({
    change,
    clients: [change.requests, change.answers].flatMap((verdict) =>
      verdict?.class === 'breaking' && verdict.client !== undefined ? [verdict.client] : [],
    ),
  }));
  const listed = (all: typeof wider): Html =>
    html`<ul>${all.map(
      ({ change: { at, what }, clients }) =>
        clients.length > 0 &&
        html`<li><a href="#change-${at}">${renderWords(what)}</a>: ${renderWords(clients.join(' '))}</li>`,
    )}</ul>`;
  const has = (all: typeof wider): boolean => all.some(({ clients }) => clients.length > 0);
  return html`${has(wider) && html`<section class="who wider"><h2>Wider access</h2>${listed(wider)}</section>`}
${has(broken) && html`<section class="who"><h2>Who breaks</h2>${listed(broken)}</section>`}`;
}

function renderChange(report: ChangeReport, change: Numbered, examples: ExampleWriter): Html {
  const { old, now } = report;
  const name = classifyChange(change);
  const example = name !== 'compatible' && examples(change.where);
  return html`<article id="change-${change.at}"><div class="head"><span class="class ${name}">${name}</span><h3>${renderWords(change.what)}</h3></div>
${renderSides([old, change.old], [now, change.now])}
<dl>${renderEffects(report, change)}</dl>${example}</article>`;
}

type Place = readonly [source: Source, span: Span | undefined];

/** Writes the row of each document that a change is about, and marks what the other one lacks. */
function renderSides(old: Place, now: Place): Html | undefined {
  const [before, after] = [readRow(old), readRow(now)];
  if (before === undefined && after === undefined) return undefined;
  const [oldText, newText] = markLines(before?.text ?? '', after?.text ?? '');
  const side = (name: string, row: ReturnType<typeof readRow>, source: Source, text: Content): Html =>
    row === undefined
      ? html`<div class="side none">not in ${toPrintableLine(source.name)}</div>`
      : html`<div class="side ${name}"><p>${toPrintableLine(source.name)}:${row.line}</p><pre>${text}</pre></div>`;
  return html`<div class="sides">${side('old', before, old[0], oldText)}${side('new', after, now[0], newText)}</div>`;
}

function readRow([source, span]: Place): { readonly line: number; readonly text: string } | undefined {
  if (span === undefined) return undefined;
  const { line } = findPosition(source, span.start);
  return { line, text: toPrintableLine(readLine(source, line)) };
}

function renderEffects(report: ChangeReport, change: Numbered): Content {
  const { requests, answers, exposes, migration, advice } = change;
  const felt = requests !== undefined || answers !== undefined || exposes !== undefined;
  const recorded = listRecordedLines(report, change);
  return [
    exposes !== undefined && html`<dt>Access</dt><dd>${renderWords(exposes)}</dd>`,
    renderVerdict('Requests', requests),
    renderVerdict('Responses', answers),
    !felt && html`<dt>Clients</dt><dd>No client sends or sees it.</dd>`,
    migration.map((words) => html`<dt>Database</dt><dd>${renderWords(words)}</dd>`),
    recorded.map(
      (line) => html`<dt>Changes</dt><dd>Line ${line} of ${toPrintableLine(report.now.name)} states it.</dd>`,
    ),
    formatMissingRows(report, change).map((row) => html`<dt>To write</dt><dd><code>${row}</code></dd>`),
    advice !== undefined && html`<dt>Advice</dt><dd>${renderWords(advice)}</dd>`,
  ];
}

const verdicts = {
  breaking: { words: 'Breaks', style: 'bad' },
  unclear: { words: 'May break', style: 'warn' },
  compatible: { words: 'Compatible', style: '' },
} as const;

function renderVerdict(name: string, verdict: Verdict | undefined): Html | undefined {
  if (verdict === undefined) return undefined;
  const { words, style: color } = verdicts[verdict.class];
  const client = verdict.client === undefined ? '' : `: ${verdict.client}`;
  const stated = verdict.stated === undefined ? '' : ` (stated: ${verdict.stated})`;
  return html`<dt>${name}</dt><dd class="${color}"><b>${words}</b>${renderWords(`${client}${stated}`)}</dd>`;
}

/** The rows of Changes that are missing, wrong or unneeded, and what differs once they are undone. */
function renderRows({ changelog, mismatches, missing, version, old }: ChangeReport): Html | undefined {
  const others = changelog.filter(({ kind }) => kind === 'wrong' || kind === 'unneeded');
  if (others.length + mismatches.length + missing.length === 0) return undefined;
  const rows = [...rowHeader, ...missing.map((row) => formatRow(version, row))].map(toPrintableLine).join('\n');
  const open = missing.flatMap((row) => (row.open === undefined ? [] : [html`<p>… is ${renderWords(row.open)}</p>`]));
  return html`<h2>Rows of Changes</h2>
${others.length > 0 && html`<ul>${others.map(({ kind, what, line }) => html`<li>Line ${line ?? 0} is ${kind}: ${renderWords(what)}</li>`)}</ul>`}
${missing.length > 0 && html`<p>These rows are missing. <code>nonet compare --write</code> adds them.</p><pre class="block">${rows}</pre>${open}`}
${
  mismatches.length > 0 &&
  html`<p>With the rows undone, version ${mismatches[0]!.version} is not as ${toPrintableLine(old.name)} states it:</p><ul>${mismatches.map(({ what }) => html`<li>${renderWords(what)}</li>`)}</ul>`
}`;
}

function renderMigration({ migration, stores }: ChangeReport): Html | undefined {
  if (migration.length === 0) return undefined;
  return html`<h2>Migration of the database</h2>
<dl>${migration.map(({ name, steps }) => steps.map(({ words }) => html`<dt>${name}</dt><dd>${renderWords(words)}</dd>`))}</dl>
${stores.map(({ name, title }) => {
  const statements = migration.flatMap(({ sql }) =>
    (sql[name] ?? []).map(
      ({ text, each }) => `${each ? '-- for each record, values computed by Nonet:\n' : ''}${text};`,
    ),
  );
  return html`<details><summary>SQL for ${title}</summary><pre class="block">${statements.join('\n')}</pre></details>`;
})}`;
}

/** The result of running the newer service against the older document, and the requests that show each violation. */
function renderProof({ old, now, proof }: ChangeReport): Html | undefined {
  if (proof === undefined) return undefined;
  const found = classifyProof(proof);
  return html`<h2>The service of ${toPrintableLine(now.name)}, proved by ${toPrintableLine(old.name)}</h2>
<p><span class="class ${found}">${found}</span> ${describeProof(proof).join(' ')}</p>
${proof.witnesses.map(
  (
    one,
  ) => html`<article><div class="head"><span class="class ${one.class}">${one.class}</span><h3>${renderWords(one.expected)}</h3></div>
${renderRow(old, one.line)}
<dl><dt>Found</dt><dd>${renderWords(one.got)}</dd><dt>Check</dt><dd><code>${one.check}</code></dd></dl>
<pre class="block">${one.reproduction.map(toPrintableLine).join('\n')}</pre></article>`,
)}`;
}

function renderRow(source: Source, line: number): Html {
  return html`<div class="side old"><p>${toPrintableLine(source.name)}:${line}</p><pre>${toPrintableLine(readLine(source, line))}</pre></div>`;
}

/** Writes a sentence with its words in backticks as code. */
function renderWords(text: string): Html {
  return html`${toPrintableLine(text)
    .split('`')
    .map((piece, at) => (at % 2 === 1 ? html`<code>${piece}</code>` : piece))}`;
}
