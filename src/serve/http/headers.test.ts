import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Headers } from './headers.ts';

describe('headers', () => {
  test('a value is found by its lower-case name, whatever the spelling', () => {
    for (const spelling of ['Accept', 'accept', 'ACCEPT']) {
      const headers = new Headers(['Host', 'a', spelling, 'text/plain']);
      assert.equal(headers.header('accept'), 'text/plain');
      assert.equal(headers.headerCount('accept'), 1);
    }
  });

  test('requests with the same names have their own values', () => {
    const first = new Headers(['Host', 'a', 'Accept', 'x']);
    const second = new Headers(['Host', 'b', 'Accept', 'y']);
    assert.deepEqual([first.header('host'), first.header('accept')], ['a', 'x']);
    assert.deepEqual([second.header('host'), second.header('accept')], ['b', 'y']);
  });

  test('requests with as many other names do not share them', () => {
    const first = new Headers(['Host', 'a', 'Accept', 'x']);
    const second = new Headers(['Accept', 'y', 'Cookie', 'z']);
    const third = new Headers(['Host', 'b', 'Accept', 'w']);
    assert.equal(first.header('cookie'), undefined);
    assert.deepEqual([second.header('host'), second.header('accept'), second.header('cookie')], [undefined, 'y', 'z']);
    assert.deepEqual([third.header('host'), third.header('accept')], ['b', 'w']);
  });

  test('several values of a name are joined by a comma, cookies by a semicolon', () => {
    const headers = new Headers(['Accept', 'a', 'Cookie', 'b=1', 'accept', 'c', 'cookie', 'd=2', 'Host', 'e']);
    assert.equal(headers.header('accept'), 'a, c');
    assert.equal(headers.header('cookie'), 'b=1; d=2');
    assert.deepEqual(
      [headers.headerCount('accept'), headers.headerCount('host'), headers.headerCount('via')],
      [2, 1, 0],
    );
  });

  test('a name is found by its beginning', () => {
    const headers = new Headers(['X-Forwarded-For', '203.0.113.7']);
    assert.equal(headers.headerStartsWith('x-forwarded-'), true);
    assert.equal(headers.headerStartsWith('x-real-'), false);
  });

  test('more lists of names than are remembered, and names of any length, have the same answers', () => {
    for (let i = 0; i < 600; i++) {
      const name = `X-${'n'.repeat(i * 5)}-${i}`;
      const headers = new Headers(['Host', 'a', name, String(i)]);
      assert.equal(headers.header(name.toLowerCase()), String(i));
      assert.equal(headers.header('host'), 'a');
    }
  });

  test('a request without headers has none', () => {
    const headers = new Headers([]);
    assert.equal(headers.header('host'), undefined);
    assert.equal(headers.headerCount('host'), 0);
    assert.equal(headers.headerStartsWith(''), false);
  });
});
