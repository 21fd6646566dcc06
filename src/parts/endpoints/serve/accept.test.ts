import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choose } from './accept.ts';
import { matchesIfNoneMatch, matchHolds, parseEntityTags } from './precondition.ts';

const types = ['application/json', 'application/vnd.shop+json'];

test('the most specific range of an Accept header decides, and q=0 refuses', () => {
  assert.equal(choose('*/*', types), 'application/json');
  assert.equal(choose('text/html, application/vnd.shop+json', types), 'application/vnd.shop+json');
  assert.equal(choose('application/json;q=0.4, application/vnd.shop+json;q=0.5', types), 'application/vnd.shop+json');
  assert.equal(choose('application/*;q=0.1, application/json;q=0', types), 'application/vnd.shop+json');
  assert.equal(choose('Application/JSON ; charset=utf-8 ; Q=1.000', types), 'application/json');
  assert.equal(choose('text/html, image/*', types), null);
  assert.equal(choose('*/*;q=0', types), null);
});

test('If-Match holds for a strong tag of the present version only, and If-None-Match compares weakly', () => {
  assert.ok(matchHolds('"3-abc"', 3));
  assert.ok(matchHolds('"1-x", "3-other"', 3));
  assert.ok(matchHolds(' * ', 3));
  assert.ok(!matchHolds('W/"3-abc"', 3));
  assert.ok(!matchHolds('"33-abc"', 3));
  assert.ok(!matchHolds('3-abc', 3));
  assert.ok(matchesIfNoneMatch('W/"3-abc"', '"3-abc"'));
  assert.ok(matchesIfNoneMatch('"a", "3-abc"', 'W/"3-abc"'));
  assert.ok(!matchesIfNoneMatch('"3-abd"', '"3-abc"'));
  assert.deepEqual(parseEntityTags('"a","b,c" , W/"d"'), ['"a"', '"b,c"', 'W/"d"']);
  assert.equal(parseEntityTags('"a" "b"'), undefined);
});
