import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../tests/support/any-character.ts';
import { runs } from '../../tests/support/runs.ts';
import { formatDiagnosticJson } from '../diagnostics/json.ts';
import { formatDiagnostics } from '../diagnostics/terminal.ts';
import { grammars } from '../parts/grammars.ts';
import { createSource, type Span } from '../text/location.ts';
import type { Cell } from './cells/cell.ts';
import { splitItems } from './cells/cell-text.ts';
import { parseLiteral } from './cells/literal.ts';
import type { Content } from './content.ts';
import { recognizeDocument } from './recognise.ts';
import { format } from './write.ts';

const documents = ['empty', 'invoices'].map((name) =>
  readFileSync(new URL(`../../tests/documents/${name}.md`, import.meta.url), 'utf8'),
);

/** Every place that a reading hands out. */
function spansOf(content: Content): readonly Span[] {
  const spans: Span[] = content.diagnostics.listed.flatMap((diagnostic) => [
    diagnostic.span,
    ...(diagnostic.also ?? []).map((a) => a.span),
  ]);
  spans.push(...content.summary, ...content.cellGaps.map((gap) => gap.span));
  for (const aspect of content.aspects) if (aspect.span !== undefined) spans.push(aspect.span);
  for (const part of content.parts.values()) {
    for (const level of [part, ...part.subjects]) {
      spans.push(...level.prose, ...level.facts.flatMap((fact) => [fact.span, ...cellSpans(fact.value)]));
      for (const table of level.tables) {
        for (const row of table.rows) {
          spans.push(row.span, ...table.grammar.columns.flatMap(({ title }) => cellSpans(row.cell(title))));
        }
      }
    }
  }
  return spans;
}

function cellSpans(cell: Cell): readonly Span[] {
  if (cell.kind !== 'value') return [cell.span];
  parseLiteral(cell.text);
  const items = splitItems(cell.text, ';').flatMap((item) => splitItems(item, ','));
  const tokens = [...cell.text.tokens, ...items.flatMap((item) => item.tokens)];
  return [cell.span, ...items.map((item) => item.span), ...tokens.flatMap((token) => [token.span, token.words.span])];
}

/** Reads a text by every way there is; fails when a place lies outside of it. */
function readAll(text: string): void {
  const source = createSource('any.md', text);
  const content = recognizeDocument(source, grammars);
  for (const { start, end } of spansOf(content)) {
    assert.ok(0 <= start && start <= end && end <= source.text.length, `${start} to ${end} of ${JSON.stringify(text)}`);
  }
  for (const diagnostic of content.diagnostics.listed.slice(0, 20)) {
    const shown = formatDiagnostics(source, diagnostic);
    assert.doesNotMatch(shown, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    assert.ok(formatDiagnosticJson(source, diagnostic).line >= 1);
  }
  assert.equal(typeof format(content), 'string');
}

test('any text at all is read without throwing, every place within it', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (text) => readAll(text)),
    { numRuns: runs(1500) },
  );
});

test('any bytes are read without throwing, every place within them', () => {
  const decoder = new TextDecoder();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => readAll(decoder.decode(bytes))),
    { numRuns: runs(500) },
  );
});

const crumbs = fc.constantFrom(
  '|',
  '| a | b |\n',
  '|-|-|\n',
  '`',
  '``',
  '"',
  '\\',
  '\\|',
  '# ',
  '## ',
  '### ',
  '#### ',
  '\n',
  '\n\n',
  '\r\n',
  '\r',
  '- ',
  '1. ',
  '> ',
  '    ',
  '\t',
  '```\n',
  '<!--',
  '-->',
  '<div>',
  ': ',
  'not shown',
  'None.',
  '—',
  'Scopes',
  '## Limits\n',
  '## Events\n',
  '### Notes\n',
  '### Invoice\n',
  '- Body: ',
  '{base_url}',
  'and ',
  ', ',
  ';',
  '(',
  ')',
  '[',
  '{',
  '}',
  '\u00a0',
  '\u202e',
  '字',
  '😀',
  'e\u0301',
  '\ud800',
  '---\n',
  '===\n',
);

test('any Markdown is read without throwing, every place within it', () => {
  fc.assert(
    fc.property(fc.array(crumbs, { maxLength: 60 }), (pieces) => readAll(pieces.join(''))),
    { numRuns: runs(3000) },
  );
});

test('any change of the example documents is read without throwing, every place within them', () => {
  const change = fc.record({ at: fc.nat(), cut: fc.integer({ min: 0, max: 40 }), words: crumbs });
  fc.assert(
    fc.property(
      fc.constantFrom(...documents),
      fc.array(change, { minLength: 1, maxLength: 6 }),
      (document, changes) => {
        let text = document;
        for (const { at, cut, words } of changes) {
          const place = at % (text.length + 1);
          text = text.slice(0, place) + words + text.slice(place + cut);
        }
        readAll(text);
      },
    ),
    { numRuns: runs(150) },
  );
});
