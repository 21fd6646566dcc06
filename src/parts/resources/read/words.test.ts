import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { SourceText } from '../../../text/location.ts';
import { formats } from '../formats/index.ts';
import { constraintWords, readConstraints } from './constraint-words.ts';
import { readType } from './type-words.ts';

const wordsOf = (text: string): SourceText => ({ text, span: { start: 0, end: text.length } });

/** A model without its places. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, inner) => {
      if (key === 'span' || key === 'offsets') return undefined;
      return typeof inner === 'bigint' ? `${inner}n` : inner;
    }),
  );
}

function typed(text: string): unknown {
  const { type, diagnostics } = readType(wordsOf(text));
  assert.deepEqual(diagnostics, [], text);
  return plain(type);
}

function constrained(text: string): unknown {
  const { constraints, diagnostics } = readConstraints(wordsOf(text));
  assert.deepEqual(diagnostics, [], text);
  return plain(constraints);
}

const word = (kind: string, nullable = false) => ({ kind, nullable });

test('`map of` takes everything up to `or null`, which speaks of the whole', () => {
  assert.deepEqual(typed('map of string[] or null'), {
    kind: 'map',
    nullable: true,
    item: { kind: 'list', nullable: false, item: word('string') },
  });
  assert.deepEqual(typed('map of (string or null)'), { kind: 'map', nullable: false, item: word('string', true) });
});

test('`one of` ends at `or null`, and its values may be quoted', () => {
  const values = [{ value: 'a' }, { value: 'very good' }];
  assert.deepEqual(typed('one of a, "very good" or null'), { kind: 'one of', values, nullable: true });
  assert.deepEqual(typed('(one of a, "very good")[]'), {
    kind: 'list',
    nullable: false,
    item: { kind: 'one of', values, nullable: false },
  });
});

test('lists of lists and refs are read', () => {
  assert.deepEqual(typed('ref Customer[][]'), {
    kind: 'list',
    nullable: false,
    item: { kind: 'list', nullable: false, item: { kind: 'ref', resource: { value: 'Customer' }, nullable: false } },
  });
});

test('a type nested without end is a problem, not a stack overflow', () => {
  assert.deepEqual(
    readType(wordsOf('('.repeat(30_000))).diagnostics.map(({ code }) => code),
    ['resources/type-deep'],
  );
  assert.deepEqual(
    readType(wordsOf(`string${'[]'.repeat(30_000)}`)).diagnostics.map(({ code }) => code),
    ['resources/type-deep'],
  );
});

test('every constraint of the language is read', () => {
  const all =
    'required; identity; default "x y"; read-only; create-only; write-only; internal; shown once; assigned; ' +
    'assigned from caller.shop; assigned on update; = `a + 1`; unique; unique with a, `b-c`; unique where `open == true`; ' +
    '1..10; 0..; ..5 characters; ..9 bytes; 1..2 items; ..3 keys; multiple of 0.05; unique items; pattern `^a;b$`; ' +
    'on delete restrict; on delete cascade; on delete clear';
  const read = constrained(all) as { kind: string }[];
  assert.equal(read.length, 27);
  assert.deepEqual(read[2], { kind: 'default', literal: { value: 'x y' } });
  assert.deepEqual(read[13], { kind: 'unique', with: [{ value: 'a' }, { value: 'b-c' }] });
  assert.deepEqual(read[17], { kind: 'range', unit: 'characters', to: '5' });
  assert.deepEqual(read[23], { kind: 'pattern', pattern: { text: '^a;b$' } });
});

test('a default is JSON: words are strings, integers beyond ±(2^53−1) are exact', () => {
  const value = (text: string) =>
    (constrained(`default ${text}`) as { literal: { value: unknown } }[])[0]!.literal.value;
  assert.equal(value('open'), 'open');
  assert.equal(value('"5"'), '5');
  assert.equal(value('null'), null);
  assert.equal(value('9223372036854775807'), '9223372036854775807n');
  assert.deepEqual(value('["a", "b"]'), ['a', 'b']);
  assert.deepEqual(value('{ "a": [1, { "b": ";" }] }'), { a: [1, { b: ';' }] });
});

test('a format is a type: alone, of two words, with an argument, and inside lists and maps', () => {
  const formatted = (kind: string, format: string, argument?: string) => ({
    kind,
    nullable: false,
    format: { name: { value: format }, ...(argument === undefined ? {} : { argument: { value: argument } }) },
  });
  assert.deepEqual(typed('date'), formatted('string', 'date'));
  assert.deepEqual(typed('int64 or null'), { ...formatted('integer', 'int64'), nullable: true });
  assert.deepEqual(typed('unix seconds'), formatted('integer', 'unix seconds'));
  assert.deepEqual(typed('typeid inv[]'), {
    kind: 'list',
    nullable: false,
    item: formatted('string', 'typeid', 'inv'),
  });
  assert.deepEqual(typed('map of (typeid or or null)'), {
    kind: 'map',
    nullable: false,
    item: { ...formatted('string', 'typeid', 'or'), nullable: true },
  });
  assert.deepEqual(typed('(unix seconds)[] or null'), {
    kind: 'list',
    nullable: true,
    item: formatted('integer', 'unix seconds'),
  });
});

test('the note of an unknown word lists the words that may stand there', () => {
  const noteOf = (read: (words: SourceText) => { readonly diagnostics: readonly { readonly note: string }[] }) =>
    read(wordsOf('zzzz')).diagnostics[0]!.note;
  for (const word of constraintWords) assert.ok(noteOf(readConstraints).includes(`\`${word}`), word);
  for (const { name } of formats) assert.ok(noteOf(readType).includes(`\`${name}`), name);
});

const pieces = [
  'one of',
  'or null',
  'ref',
  'map of',
  'string',
  'date',
  'typeid',
  '(',
  ')',
  '[]',
  ',',
  ';',
  '`',
  '"',
  '../..',
  '1',
  'default',
  '=',
  'unique',
  'with',
  'x',
  ' ',
  'é',
  '\\',
];
const texts = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 4 })), { maxLength: 20 })
  .map((all) => all.join(' '));

test('reading words never throws, and what gives no model gives a problem inside the words', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const words = wordsOf(text);
      const { type, diagnostics } = readType(words);
      assert.equal(type === undefined, diagnostics.length > 0);
      const read = readConstraints(words);
      assert.ok(read.constraints.length + read.diagnostics.length > 0);
      for (const { span } of [...diagnostics, ...read.diagnostics]) {
        assert.ok(span.start >= 0 && span.start <= span.end && span.end <= text.length);
      }
    }),
    { numRuns: 500 },
  );
});
