import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { SourceText } from '../text/location.ts';
import { parseShape } from './parse.ts';
import type { MemberSyntax, ShapeSyntax } from './syntax.ts';

const words = (text: string): SourceText => ({ text, span: { start: 0, end: text.length } });

/** A shape as plain text again, so that a test reads like the language. */
function written(shape: ShapeSyntax | undefined): string {
  if (shape === undefined) return 'nothing';
  const members = (list: readonly MemberSyntax[]) =>
    list.map((member) => `${member.key.value}${member.optional ? '?' : ''}: ${written(member.shape)}`);
  switch (shape.kind) {
    case 'name': {
      if (shape.picks === undefined) return shape.name.value;
      const { all, picked, except } = shape.picks;
      const items = [
        ...(all ? [`all${except.length === 0 ? '' : ' except '}${except.map(({ value }) => value).join(', ')}`] : []),
        ...picked.map((pick) => `${pick.name.value}${pick.optional ? '?' : ''}`),
        ...members(shape.picks.members),
      ];
      return `${shape.name.value}(${items.join(', ')})`;
    }
    case 'field':
      return `${shape.of.value}.${shape.field.value}`;
    case 'list':
      return `${written(shape.item)}[]`;
    case 'object':
      return `{ ${members(shape.members).join(', ')} }`;
    case 'items':
      return `[${shape.items.map(written).join(', ')}]`;
    case 'either':
      return shape.of.map(written).join(' or ');
    case 'literal':
      return JSON.stringify(shape.value);
    case 'cel':
      return `= ${shape.cel.text}`;
    case 'figure':
      return `${shape.figure} of ${shape.field.value}`;
    case 'role':
      return shape.members === undefined ? shape.name : `${shape.name} { ${members(shape.members).join(', ')} }`;
  }
}

test('every form of a shape is read as it is written', () => {
  const shapes = [
    'Invoice',
    'Invoice(id, memo?)',
    'Invoice(all except total, customer: Customer(id, name))',
    'Invoice(all except total, except, memo?)',
    'Invoice(except, all?)',
    'Invoice.number',
    'Invoice[]',
    '{ data: Invoice[], next: next cursor }',
    '{ a?: "x, } y", b: -1.5, c: null, d: true }',
    'Invoice(id, label?: = "a, b" + (memo ? "}" : string(total)), sum: = [1, 2].sum())',
    'fields { field: pointer, code: problem, text: message }',
    '{ errors: fields by name, more: { deep: { deeper: trace id } } }',
    '[{ code: code }, "a, b", [], 3]',
    'fields by name message[] or { detail: message or "or" } or [code]',
    '{ or: first field { or?: name }, else: null or true }',
  ];
  for (const text of shapes) {
    const { shape, diagnostics } = parseShape(words(text));
    assert.deepEqual(diagnostics, [], text);
    assert.equal(written(shape), text);
  }
});

test('places point at the very words', () => {
  const { shape } = parseShape({ text: '{ a: Invoice.number }', span: { start: 100, end: 121 } });
  assert.equal(shape?.kind, 'object');
  const member = shape?.kind === 'object' ? shape.members[0]! : undefined;
  assert.deepEqual(member?.key.span, { start: 102, end: 103 });
  assert.deepEqual(member?.shape.kind === 'field' && member.shape.field.span, { start: 113, end: 119 });
});

test('several mistakes of one shape are all reported', () => {
  const { shape, diagnostics } = parseShape(words("{ a: 'x', b c, d: Invoice(id, all), e: Line }"));
  assert.deepEqual(
    diagnostics.map((diagnostic) => [diagnostic.code, diagnostic.span.start]),
    [
      ['shape/single-quotes', 5],
      ['shape/unexpected', 12],
      ['shape/misplaced-all', 30],
    ],
  );
  assert.equal(written(shape), '{ d: Invoice(id), e: Line }');
});

test('an open bracket is reported once, at the innermost', () => {
  const { diagnostics } = parseShape(words('{ a: { b: Invoice(id'));
  assert.deepEqual(
    diagnostics.map((diagnostic) => [diagnostic.code, diagnostic.span.start]),
    [['shape/unclosed', 17]],
  );
});

test('nothing, a missing shape and words behind the end are problems', () => {
  for (const [text, code] of [
    ['', 'shape/empty'],
    ['{ a: }', 'shape/unexpected'],
    ['{ a:', 'shape/missing'],
    ['Invoice Line', 'shape/unexpected'],
    ['Invoice()', 'shape/missing'],
    ['Invoice(except id)', 'shape/except-without-all'],
    ['Invoice(id, except name)', 'shape/except-without-all'],
    ['Invoice(id, all except name)', 'shape/misplaced-all'],
    ['Invoice(all except)', 'shape/missing'],
    ['Invoice(all except total, id, note?, all)', 'shape/misplaced-all'],
    ['Invoice(all, id)', 'shape/name-beside-all'],
    ['Invoice(all, id)', 'shape/name-beside-all'],
    ['{ __proto__: Invoice }', 'shape/forbidden-name'],
    ['{ a: = }', 'shape/missing'],
    ['"open', 'shape/unclosed'],
    ['Invoice[1]', 'shape/unexpected'],
    ['Invoice[1', 'shape/unexpected'],
    ['{ a: Invoice, }', 'shape/unexpected'],
  ] as const) {
    assert.equal(parseShape(words(text)).diagnostics[0]?.code, code, text);
  }
});

test('no text makes reading fail, however deep', () => {
  for (const text of ['{a:'.repeat(20000), `A${'[]'.repeat(20000)}`, 'A('.repeat(20000), '= ('.repeat(9000)]) {
    assert.ok(parseShape(words(text)).diagnostics.length < 40);
  }
  const pieces = [
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    ':',
    ',',
    '?',
    '=',
    '"',
    "'",
    'all',
    'except',
    'Invoice',
    'x',
    '.',
    ' ',
    '1',
    '\\',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (list) => {
      const text = list.join('');
      const { shape, diagnostics } = parseShape(words(text));
      assert.ok(shape !== undefined || diagnostics.length > 0);
      for (const { span } of diagnostics) assert.ok(span.start <= span.end && span.end <= text.length);
    }),
  );
});
