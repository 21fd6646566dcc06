import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseShape } from '../../../shape/parse.ts';
import { resolveAnswer, resolveBody } from '../shapes.ts';

const words = (text: string) => ({ text, span: { start: 0, end: text.length } });

/** What is wrong with a body, with what would be right where that is known. */
function wrong(text: string): readonly string[] {
  const { shape, diagnostics } = parseShape(words(text));
  assert.deepEqual(diagnostics, [], text);
  return resolveBody(shape!, ['Help', 'more']).diagnostics.map(({ code, message, suggestion }) =>
    [code, message, suggestion].filter((part) => part !== undefined).join(' | '),
  );
}

test('what is no part of an error body is told with its place', () => {
  const cases: Readonly<Record<string, RegExp>> = {
    '{ a: cod }': /^shape\/unknown-role \| Unknown built-in value `cod`\. \| code$/,
    '{ a: fields by nam }': /^shape\/unknown-role .* \| fields by name$/,
    'fields messag': /^shape\/unknown-role .* \| message$/,
    'fields by name { a: pah }': /^shape\/unknown-role .* \| path$/,
    '{ a: path }': /^shape\/role-elsewhere .*`path` is available in an entry of `fields/,
    '{ a: next cursor }': /^shape\/role-elsewhere .*the response of a list/,
    'fields { a: fields }': /^shape\/role-elsewhere .*`fields` is available in an error body, not in an entry/,
    'code { a: code }': /^shape\/role-members /,
    'fields message { a: code }': /^shape\/role-members /,
    'fields[]': /^shape\/fields-list /,
    'fields message[]': /^shape\/fields-list /,
    'fields by name[]': /^shape\/fields-list /,
    'first field message[]': /^shape\/fields-list /,
    '{ a: code[] }': /^shape\/fields-list /,
    '{ a: { b: code }[] }': /^shape\/fields-list /,
    '{ a: Invoice }': /^shape\/no-record-here /,
    '{ a: Invoice.id }': /^shape\/no-record-here /,
    '{ a: = 1 }': /^shape\/no-expression-here /,
    '{ a: code, a: status }': /^shape\/duplicate-member /,
  };
  for (const [text, expected] of Object.entries(cases)) {
    const found = wrong(text);
    assert.equal(found.length, 1, `${text}: ${found.join('\n')}`);
    assert.match(found[0]!, expected);
  }
});

test('columns are named in lower case, inside entries too', () => {
  assert.deepEqual(wrong('{ a: help, b: more, c: fields { d: help } }'), []);
});

test('lists of just some values and alternatives stand in error bodies only', () => {
  const service = { resources: { resources: [], objects: [], unions: [] } } as unknown as Parameters<
    typeof resolveAnswer
  >[1]['service'];
  for (const text of ['{ a: [1] }', '{ a: 1 or 2 }']) {
    const { diagnostics } = resolveAnswer(parseShape(words(text)).shape!, { service, place: 'envelope', roles: [] });
    assert.deepEqual(
      diagnostics.map(({ code }) => code),
      ['shape/error-bodies-only'],
    );
  }
});
