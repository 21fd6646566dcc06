import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSource, slice } from '../text/location.ts';
import { toPlainString } from './cells/cell-text.ts';
import type { PartGrammar } from './grammar.ts';
import { recognizeDocument } from './recognise.ts';
import { format } from './write.ts';

const grammar: PartGrammar = {
  part: 'limits',
  number: 8,
  title: 'Limits',
  aspects: [],
  facts: [{ name: 'Sent in', formerly: ['Told in'], at: 'part', reads: 'names', formerWords: { letter: 'mail' } }],
  tables: [
    {
      name: 'limits',
      at: { heading: 'Limits' },
      columns: [
        { title: 'Limit', required: true, reads: 'text' },
        {
          title: 'Does',
          formerly: ['Action', 'Acts'],
          reads: { own: 'deed' },
          formerWords: {
            'on exit drop': 'on exit delete',
            'any one': 'public',
            'dis-used': 'unused',
            '(code)': '(handler)',
          },
          formerValues: { 'event kind': 'event type' },
        },
      ],
    },
  ],
};

function recognised(body: string) {
  const content = recognizeDocument(createSource('x.md', `# X\n\n## Limits\n\n${body}\n`), [grammar]);
  const warnings = content.diagnostics.map(({ code, span, suggestion }) => {
    return [code, content.source.text.slice(span.start, span.end), suggestion];
  });
  return { content, warnings };
}

function cells(body: string): readonly string[] {
  const [table] = recognised(body).content.parts.get('limits')!.tables;
  return table!.rows.map((row) => toPlainString(row.cell('Does')));
}

const row = (does: string, title = 'Does'): string => `| Limit | ${title} |\n| --- | --- |\n| a | ${does} |`;

test('an old title is read as the present one, with a warning, and formatting writes the present one', () => {
  for (const old of ['Action', 'acts', '`Acts`']) {
    const { content, warnings } = recognised(row('x', old));
    assert.deepEqual(warnings, [['markdown/old-name', old, 'Does']]);
    assert.deepEqual(cells(row('x', old)), ['x']);
    assert.equal(format(content), content.source.text.replace(old, 'Does'));
  }
});

test('an old title beside the present one is the same column twice', () => {
  const { warnings } = recognised('| Limit | Does | Acts |\n| --- | --- | --- |\n| a | x | y |');
  assert.deepEqual(warnings, [['markdown/duplicate-column', 'Acts', undefined]]);
});

test('old words of a cell are read as the present ones where an item begins, each with a warning', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['on  exit drop; any one', 'on exit delete; public', ['on  exit drop', 'any one']],
    ['pay Invoice ( code ) as x', 'pay Invoice ( handler ) as x', ['( code )']],
    ['`any one`', 'public', ['any one']],
    ['"any one"', 'public', ['any one']],
    ['not any one', 'not any one', []],
    ['any one else; `any one = 1`', 'public else; any one = 1', ['any one']],
    ['default "on exit drop"', 'default on exit drop', []],
    ['dis\\-used', 'unused', ['dis\\-used']],
    [
      '`{ a: event kind, b: "event kind", c: event kinds }`',
      '{ a: event type, b: "event kind", c: event kinds }',
      ['event kind'],
    ],
  ];
  for (const [written, read, olds] of cases) {
    assert.deepEqual(cells(row(written)), [
      read === 'pay Invoice ( handler ) as x' ? 'pay Invoice (handler) as x' : read,
    ]);
    assert.deepEqual(
      recognised(row(written)).warnings.map(([, found]) => found),
      olds,
    );
  }
});

test('an old name of a key–value line, and old words of its value, are read and written as the present ones', () => {
  const { content, warnings } = recognised('- told in: letter, phone, letter');
  assert.deepEqual(
    warnings.map(([, found]) => found),
    ['told in', 'letter', 'letter'],
  );
  const [fact] = content.parts.get('limits')!.facts;
  assert.equal(fact!.name, 'Sent in');
  assert.equal(toPlainString(fact!.value), 'mail, phone, mail');
  assert.match(format(content), /^- Sent in: mail, phone, mail$/m);
});

test('an old name of a key–value line in bold is reported like the present one', () => {
  assert.deepEqual(
    recognised('- **Told in**: letter').warnings.map(([code]) => code),
    ['markdown/disguised-fact'],
  );
});

test('words behind an old word keep their places', () => {
  const { content } = recognised(row('any one; pay (code) `x`; last'));
  const [table] = content.parts.get('limits')!.tables;
  const cell = table!.rows[0]!.cell('Does');
  assert.ok(cell.kind === 'value');
  const last = cell.text.tokens.at(-1)!;
  assert.equal(slice(content.source, last.span), 'last');
  assert.deepEqual(
    cell.text.tokens.filter(({ kind }) => kind === 'mark').map(({ text }) => text),
    [';', '(', ')', ';'],
  );
  assert.equal(content.source.text.slice(0, cell.text.tokens[0]!.span.end).slice(-7), 'any one');
});
