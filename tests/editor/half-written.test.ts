import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { complete } from '../../src/language-service/completion.ts';
import { listFixes } from '../../src/language-service/fixes.ts';
import { listFolds } from '../../src/language-service/folding.ts';
import { formatDocument } from '../../src/language-service/formatting.ts';
import { highlight } from '../../src/language-service/highlighting.ts';
import { listHints } from '../../src/language-service/hints.ts';
import { hover } from '../../src/language-service/hover.ts';
import { listLenses } from '../../src/language-service/lenses.ts';
import { type OutlineEntry, outline } from '../../src/language-service/outline.ts';
import { formatNewLine } from '../../src/language-service/row-formatting.ts';
import { type Document, readDocument } from '../../src/parts/index.ts';
import { createSource, type Span } from '../../src/text/location.ts';

const files = globSync('examples/*/*.md', { cwd: resolve(import.meta.dirname, '../..') });
const thorough = process.env.NONET_THOROUGH === '1';

/** Editors reject an outline with an empty name, and a name outside the stretch of its entry. */
function checkEntry({ name, span, selection, children }: OutlineEntry): void {
  assert.notEqual(name, '');
  assert.ok(selection.start >= span.start && selection.end <= span.end, `${name} is inside its entry`);
  for (const child of children) checkEntry(child);
}

/** Asks everything about a document and checks that each place is inside its text. */
function askAll(document: Document, offset: number): void {
  const { length } = document.source.text;
  const check = ({ start, end }: Span): void =>
    assert.ok(start >= 0 && start <= end && end <= length, `${start} to ${end} of ${length}`);
  const { replace } = complete(document, offset);
  check(replace);
  assert.equal(replace.end, offset);
  let last = 0;
  for (const { span } of highlight(document)) {
    check(span);
    assert.ok(span.start >= last, 'tokens are in order and do not overlap');
    last = span.end;
  }
  for (const { span } of [
    ...formatDocument(document),
    ...formatNewLine(document.source, offset),
    ...listLenses(document),
  ])
    check(span);
  for (const { span } of [...listFixes(document, { start: 0, end: length })]) check(span);
  for (const entry of outline(document)) checkEntry(entry);
  for (const { offset: at } of listHints(document)) check({ start: at, end: at });
  for (const { first, last: to } of listFolds(document)) assert.ok(first < to && to <= document.source.lines.length);
}

describe('a document that is only half written', () => {
  for (const file of files) {
    const text = readFileSync(resolve(import.meta.dirname, '../..', file), 'utf8');

    it(`prefixes of a document: ${basename(file)}`, () => {
      const step = thorough ? 13 : 397;
      for (let end = 0; end <= text.length; end += step)
        askAll(readDocument(createSource('x.md', text.slice(0, end))), end);
    });

    it(`lines cut in their middle: ${basename(file)}`, () => {
      const lines = text.split('\n');
      let start = 0;
      for (const [at, line] of lines.entries()) {
        const offset = start + (line.length >> 1);
        start += line.length + 1;
        if (line === '' || (!thorough && at % 21 !== 0)) continue;
        const cut = [...lines.slice(0, at), line.slice(0, line.length >> 1), ...lines.slice(at + 1)].join('\n');
        const document = readDocument(createSource('x.md', cut));
        askAll(document, offset);
        if (at % 21 === 0) hover(document, Math.max(0, offset - 1));
      }
    });
  }

  it('offers something at the end of each cell of a machine column of the example', () => {
    const text = readFileSync(resolve(import.meta.dirname, '../../tests/documents/written-out/invoices.md'), 'utf8');
    const at = (words: string): readonly string[] => {
      const offset = text.indexOf(words) + words.length;
      const document = readDocument(createSource('x.md', text));
      return complete(document, offset).candidates.map(({ label }) => label);
    };
    assert.ok(at('| customer | r').includes('ref Customer'));
    assert.ok(at('| email | e').includes('email'));
    assert.ok(at('| draft | send | ').includes('open'));
    assert.ok(at('| draft | send | open | `').includes('due_on'));
    assert.ok(at('| draft | send | open | `due_on >= ').includes('today'));
    assert.ok(at('| open | pay | paid | `paid + input.').includes('amount'));
    assert.ok(at('| send Invoice | POST | ').includes('/invoices/{id}/send'));
    const limited = text.replace(
      '| invoices:read | ',
      '| limited | list Invoice | `shop == caller.` | |\n| invoices:read | ',
    );
    const end = limited.indexOf('`shop == caller.') + '`shop == caller.'.length;
    const offered = complete(readDocument(createSource('x.md', limited)), end).candidates;
    assert.ok(offered.some(({ label }) => label === 'shop'));
    assert.ok(at('- Tenant: ').includes('shop'));
    assert.ok(at('| email_taken | 409 | not unique on ').some((label) => label === 'not unique on create Customer'));
    assert.ok(at('| calls | rate | all | ').includes('credential'));
    assert.ok(at('| due_before | filter due_on ').includes('filter due_on <'));
    const typed = (words: string): readonly string[] => {
      const written = text.replace('`due_on >= today`', `\`${words}\``);
      const offset = written.indexOf(`\`${words}\``) + 1 + words.length;
      return complete(readDocument(createSource('x.md', written)), offset).candidates.map(({ label }) => label);
    };
    assert.ok(typed('due_on.').includes('getDayOfWeek') && !typed('due_on.').includes('getHours'));
    assert.ok(typed('today.').includes('getFullYear') && !typed('total.').includes('trim'));
    assert.ok(typed('customer.email.').includes('lowerAscii') && typed('customer.email.trim().').includes('matches'));
    assert.ok(typed('due_on >= ').includes('days') && !typed('due_on >= ').includes('trim'));
    assert.ok(typed('due_on >= date(now, "Eu').includes('Europe/Zurich'));
    assert.deepEqual(typed('customer.email == "Eu'), []);
    const compared = text.replace('`paid == 0`', '`status == "');
    const offset = compared.indexOf('status == "') + 'status == "'.length;
    const values = complete(readDocument(createSource('x.md', compared)), offset).candidates.map(({ label }) => label);
    assert.deepEqual(values, ['draft', 'open', 'paid', 'void']);
  });

  it('has no outline entry for an empty row', () => {
    const text =
      '# A\n\n## Resources and their fields\n\n### B\n\n| Field | Type |\n| --- | --- |\n| id | string |\n| | |\n';
    for (const entry of outline(readDocument(createSource('x.md', text)))) checkEntry(entry);
  });
});
