import assert from 'node:assert/strict';
import { test } from 'node:test';
import { escapeAll, escapeRegExps } from './ascii.ts';

test('regular expressions are written in ASCII, and match the same', () => {
  const text = 'let a=/[:：]/.test("x"),b=/^(?:-|–|\\/…)$/u,c=1/2/3,d=[/😀+/u];function e(){return/é/}';
  const escaped = escapeRegExps(text);
  assert.equal(
    escaped,
    'let a=/[:\\uff1a]/.test("x"),b=/^(?:-|\\u2013|\\/\\u2026)$/u,c=1/2/3,d=[/\\ud83d\\ude00+/u];function e(){return/\\u00e9/}',
  );
  const matches = new Function(`${escaped} return [b.test('–'), b.test('/…'), d[0].test('😀😀'), a];`)() as unknown;
  assert.deepEqual(matches, [true, true, true, false]);
});

test('other texts stay as they are', () => {
  for (const text of ['let a=b/c;//é', 'f`é (/x`', 'let a=/[/]x/;b`—`']) assert.equal(escapeRegExps(text), text);
});

test('all characters are escaped, also in tagged templates', () => {
  const escaped = escapeAll('return ((strings) => strings[0])`→ 😀`');
  assert.match(escaped, /^[\0-\x7F]+$/);
  assert.equal(new Function(escaped)(), '→ 😀');
});
