import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GuardData, TypeData } from './model.ts';
import { convertText } from './page/base/convert.ts';
import { readCsv, writeCsv } from './page/base/csv.ts';
import { Exact, isSame, parseExact, readNumber, writeExact } from './page/base/exact.ts';
import { computeGuard } from './page/base/guard.ts';
import { readPlace, writePlace } from './page/base/place.ts';

test('S90: a program of tables takes no cell of a CSV file for a formula, and numbers stay numbers', () => {
  const cells = ['=1+1', '+cmd', '-2', '+3.5', '@sum', '\tx', 'a,b', 'say "hi"', 'two\nlines', 'a; =1', '＝1', "'=1"];
  const text = `'=1+1,'+cmd,-2,+3.5,'@sum,"'\tx","a,b","say ""hi""","two\nlines","a; '=1",'＝1,''=1\r\n`;
  assert.equal(writeCsv([cells]), text);
  assert.deepEqual(readCsv(text), [cells]);
});

test('CSV is read as it was written, and with the separators of other programs', () => {
  const lines = [
    ['name', 'note'],
    ['Ann', 'a, "b"\nc'],
    ['', 'x'],
  ];
  assert.deepEqual(readCsv(writeCsv(lines)), lines);
  assert.deepEqual(readCsv('\uFEFFa;b\n1,5;2\n\n'), [
    ['a', 'b'],
    ['1,5', '2'],
  ]);
  assert.deepEqual(readCsv('a\tb\r\nx\ty'), [
    ['a', 'b'],
    ['x', 'y'],
  ]);
});

test('numbers lose no digit on their way', () => {
  const text = '{"big":9007199254740993,"small":1,"price":1.10,"list":[12345678901234567890]}';
  const value = parseExact(text) as Record<string, unknown>;
  assert.equal(writeExact(value), text);
  assert.equal(String(value.big), '9007199254740993');
  assert.equal(value.small, 1);
  assert.ok(readNumber('9007199254740993') instanceof Exact);
  assert.equal(readNumber('12'), 12);
  assert.equal(readNumber('1e'), undefined);
  assert.ok(isSame(readNumber('9007199254740993'), value.big));
  assert.ok(!isSame(readNumber('9007199254740992'), value.big));
});

test('a text is converted to the value of its type, or says what the service would', () => {
  const cases: readonly (readonly [TypeData, string, unknown])[] = [
    [{ kind: 'integer', from: '1', to: '10', unit: 'value' }, '7', 7],
    [{ kind: 'integer', from: '1', to: '10', unit: 'value' }, '11', 'must be 1 to 10'],
    [
      { kind: 'integer', to: '9007199254740993', unit: 'value' },
      '9007199254740994',
      'must be at most 9007199254740993',
    ],
    [{ kind: 'integer' }, '1.5', 'must be an integer'],
    [{ kind: 'number' }, 'x', 'must be a number'],
    [{ kind: 'string', format: 'decimal', from: '0.01', unit: 'value' }, '12.50', '12.50'],
    [{ kind: 'string', format: 'decimal' }, '12,50', 'must be a number such as 12.50'],
    [{ kind: 'string', from: '1', to: '3', unit: 'characters' }, 'four', 'must have 1 to 3 characters'],
    [{ kind: 'string', format: 'email' }, 'ann', 'must be an email address'],
    [{ kind: 'string', format: 'date' }, '1.2.2026', 'must be a date such as 2026-12-31'],
    [{ kind: 'string', pattern: '^[a-z]+$' }, 'A', 'must match ^[a-z]+$'],
    [{ kind: 'boolean' }, 'Yes', true],
    [{ kind: 'boolean' }, 'maybe', 'must be true or false'],
    [{ kind: 'choice', values: ['low', 'high'] }, 'middle', 'must be low or high'],
    [{ kind: 'any' }, '{', 'must be JSON'],
  ];
  for (const [type, text, wanted] of cases) {
    const converted = convertText(type, text);
    assert.deepEqual('fault' in converted ? converted.fault : converted.value, wanted, text);
  }
  assert.deepEqual(convertText({ kind: 'list', item: { kind: 'integer' } }, '1; 2'), { value: [1, 2] });
  assert.deepEqual(convertText({ kind: 'string' }, ''), { value: undefined });
});

test('an address is read as it was written, with any text in it', () => {
  const place = readPlace(writePlace('list', 'Invoice', { id: 'a/b?c#d', params: { name: 'x&y=%', _at: 'cursor=1' } }));
  assert.deepEqual([place.view, place.resource, place.id], ['list', 'Invoice', 'a/b?c#d']);
  assert.deepEqual(
    [...place.params],
    [
      ['name', 'x&y=%'],
      ['_at', 'cursor=1'],
    ],
  );
});

test('a guard is false only if the page knows that it fails', () => {
  const field = (name: string, kind: 'number' | 'time' | 'plain'): GuardData => ({ op: 'field', name, kind });
  const value = (of: string | number | boolean): GuardData => ({ op: 'value', value: of });
  const binary = (left: GuardData, operator: string, right: GuardData): GuardData => ({
    ...{ op: 'binary', operator },
    ...{ left, right },
  });
  const unknown: GuardData = { op: 'unknown' };
  const row: Readonly<Record<string, unknown>> = {
    paid: 0,
    total: '12.50',
    due: '2026-12-01',
    sent: '2026-12-01T10:00:00Z',
    big: new Exact('9007199254740993'),
    kind: 'a',
  };
  const now = Date.parse('2026-12-01T12:00:00Z');
  const known = { read: (name: string) => row[name], scopes: ['staff'], now };
  const paid = binary(field('paid', 'number'), '==', value(0));
  const cases: readonly (readonly [GuardData, boolean | undefined])[] = [
    [paid, true],
    [{ op: 'not', of: paid }, false],
    [binary(field('total', 'number'), '<', value(12.5)), false],
    [binary(field('due', 'plain'), '>=', { op: 'today' }), true],
    [binary(field('sent', 'time'), '>', { op: 'now' }), false],
    [binary(field('big', 'number'), '>', value(1)), undefined],
    [binary(field('missing', 'plain'), '==', value('a')), undefined],
    [binary(unknown, '&&', value(false)), false],
    [binary(unknown, '||', value(false)), undefined],
    [binary(unknown, '||', value(true)), true],
    [binary(field('kind', 'plain'), 'in', { op: 'list', items: [value('b'), unknown] }), undefined],
    [binary(field('kind', 'plain'), 'in', { op: 'list', items: [value('b')] }), false],
    [binary(value('staff'), 'in', { op: 'scopes' }), true],
    [binary(binary(field('paid', 'number'), '+', value(2)), '>', value(1)), true],
    [{ op: 'has', name: 'missing' }, undefined],
    [{ op: 'has', name: 'kind' }, true],
  ];
  for (const [guard, wanted] of cases) assert.equal(computeGuard(guard, known), wanted, JSON.stringify(guard));
});
