import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ValueType } from '../../../expression/tree.ts';
import { computeClaimsExpiry, toCaller } from './claims.ts';

const attribute = (name: string, type: ValueType) => ({ name, type, line: 1 });
const attributes = [
  attribute('shop', { kind: 'string' }),
  attribute('level', { kind: 'choice', of: 'caller.level', values: ['basic', 'premium'] }),
  attribute('age', { kind: 'int' }),
  attribute('share', { kind: 'double' }),
  attribute('staff', { kind: 'bool' }),
  attribute('regions', { kind: 'list', item: { kind: 'string' } }),
];

test('the attributes of a caller are the claims of their names, each of its type', () => {
  const claims = {
    sub: 'a',
    shop: 'north',
    level: 'premium',
    age: 7,
    share: 0.5,
    staff: true,
    regions: ['x'],
    other: 1,
  };
  const { sub: id, other: _, ...rest } = claims;
  assert.deepEqual(toCaller('staff', claims, attributes), {
    id,
    scopes: [],
    values: { id, scopes: [], scheme: 'staff', ...rest },
    credential: 'staff:a',
  });
});

test('a claim of another type than its attribute is an absent attribute', () => {
  const claims = { sub: 'a', shop: 7, level: 'gold', age: 7.5, share: '1', staff: 'true', regions: ['x', 1] };
  assert.deepEqual(toCaller('staff', claims, attributes)?.values, { id: 'a', scopes: [], scheme: 'staff' });
  const inherited = Object.create({ shop: 'north' }) as Record<string, unknown>;
  assert.deepEqual(toCaller('staff', Object.assign(inherited, { sub: 'a' }), attributes)?.values, {
    id: 'a',
    scopes: [],
    scheme: 'staff',
  });
});

test('what no text of a record may hold is in no attribute, no scope and no subject', () => {
  for (const odd of ['a\0b', 'a\ud800b']) {
    const claims = { sub: 'a', shop: odd, regions: ['x', odd], level: odd, scope: `read ${odd}` };
    assert.deepEqual(toCaller('staff', claims, attributes)?.values, { id: 'a', scopes: ['read'], scheme: 'staff' });
    assert.equal(toCaller('staff', { sub: odd }, attributes), undefined);
  }
});

test('scopes are those of `scope`, or of the list `scp`', () => {
  const scopes = (claims: object) => toCaller('staff', { sub: 'a', ...claims }, [])?.scopes;
  assert.deepEqual(scopes({ scope: 'read  write', scp: ['all'] }), ['read', 'write']);
  assert.deepEqual(scopes({ scp: ['read', 'write'] }), ['read', 'write']);
  assert.deepEqual(scopes({ scp: 'read' }), []);
  assert.deepEqual(scopes({ scp: ['read', 1] }), []);
  assert.deepEqual(scopes({ scope: ['read'] }), []);
  assert.deepEqual(scopes({}), []);
});

test('a token without a subject speaks of nobody', () => {
  for (const sub of [undefined, '', 7, null, ['a']]) assert.equal(toCaller('staff', { sub }, []), undefined);
});

test('a token ends with its `exp`, and no later than the lifetime of its scheme allows', () => {
  assert.equal(computeClaimsExpiry({ exp: 100, iat: 0 }, undefined, 5), 100_005);
  assert.equal(computeClaimsExpiry({ exp: 100, iat: 10 }, 60_000, 5), 70_005);
  assert.equal(computeClaimsExpiry({ exp: 50, iat: 10 }, 60_000, 5), 50_005);
  assert.equal(computeClaimsExpiry({ exp: 50 }, 60_000, 5), 0);
});
