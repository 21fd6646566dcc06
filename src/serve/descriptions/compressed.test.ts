import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseCoding } from './compressed.ts';

test('a client gets the coding that it prefers, and of equal ones the smaller one', () => {
  const chosen: readonly (readonly [string, string | undefined])[] = [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;Q=0.5, BR;Q=0.2', 'gzip'],
    ['*', 'br'],
    ['*;q=0.3, br;q=0', 'gzip'],
    ['identity', undefined],
    ['identity;q=1, gzip;q=0.5', undefined],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    ['gzip;q=0, br;q=0', undefined],
    ['gzip;q=2', undefined],
    ['gzip;q=nonsense', undefined],
    ['', undefined],
    [',;,;q=1', undefined],
  ];
  for (const [accepted, coding] of chosen) assert.equal(chooseCoding(accepted), coding, accepted);
});
