import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditions, getGapStatus } from './index.ts';

/** The table of section 8: each condition and its status at a gap. */
const table: readonly (readonly [number, string])[] = [
  [400, 'malformed request; unknown version; version missing; idempotency key missing; invalid sign in'],
  [401, 'no credential; invalid credential; wrong credentials; second factor required'],
  [403, 'forbidden; quota; sign in denied; no account'],
  [404, 'unknown path; not found'],
  [405, 'method not allowed'],
  [406, 'not acceptable'],
  [409, 'wrong state; guard fails; not unique; still referenced; idempotency key in progress; account exists'],
  [410, 'gone; retired version'],
  [412, 'precondition failed'],
  [413, 'too large'],
  [415, 'unsupported media type'],
  [422, 'invalid input; rule broken; idempotency key reused'],
  [428, 'precondition required'],
  [429, 'rate limit; concurrency limit'],
  [500, 'internal error'],
  [503, 'timed out; unavailable'],
];

test('every condition of the language has its status at a gap', () => {
  const listed = table.flatMap(([status, names]) => names.split('; ').map((name) => [name, status] as const));
  for (const [name, status] of listed) assert.equal(getGapStatus(name), status, name);
  const names = [...listed.map(([name]) => name), 'raised by'].sort();
  assert.deepEqual(conditions.map((condition) => condition.name).toSorted(), names);
});

for (const condition of conditions) {
  test(`${condition.name}: may have the status of a gap`, () => {
    const { status, statuses } = condition;
    if (status === undefined) assert.equal(condition.name, 'raised by');
    else if (statuses === 'credential') assert.equal(status, 401);
    else assert.equal(status >= 500, statuses === 'client or server');
  });
}

test('every condition says what has happened where it holds', () => {
  assert.deepEqual(Object.fromEntries(conditions.map(({ name, happened }) => [name, happened])), {
    'malformed request': 'the request cannot be read',
    'invalid input': 'a field or parameter does not have a valid value',
    'no credential': 'a credential is required and none was sent',
    'invalid credential': 'the credential is not valid',
    'wrong credentials': 'the name or the password is wrong',
    'second factor required': 'a code of the second factor is required and none was sent',
    'invalid sign in': 'the sign in is not valid or has expired',
    'sign in denied': 'the issuer refused the sign in',
    'no account': 'no record belongs to this account',
    'account exists': 'the account, or its address, belongs to another record',
    forbidden: 'the caller is not allowed to do this',
    'unknown path': 'no operation has this path',
    'not found': 'the record does not exist, or the caller cannot access it',
    gone: 'the record, or an event, is no longer stored',
    'method not allowed': 'no operation of this path has this method',
    'not acceptable': 'the client accepts none of the media types of the response',
    'unsupported media type': 'the media type of the body is not supported',
    'wrong state': 'the state of the record does not allow this',
    'guard fails': 'the guard does not hold',
    'rule broken': 'the record would violate a rule',
    'not unique': 'another record has the same value',
    'still referenced': 'other records refer to the record',
    'precondition failed': 'the record has changed since it was read',
    'precondition required': 'a precondition is required',
    'idempotency key missing': 'an idempotency key is required',
    'idempotency key reused': 'the idempotency key was used for another request',
    'idempotency key in progress': 'the first request with this key is not finished',
    'rate limit': 'the client has sent too many requests',
    'concurrency limit': 'too many requests are in progress',
    quota: 'the maximum number of records is reached',
    'too large': 'the body is too large',
    'timed out': 'the request took too long',
    'unknown version': 'the version does not exist',
    'version missing': 'the request names no version',
    'retired version': 'the version is no longer served',
    'internal error': 'an internal error occurred',
    unavailable: 'the service is temporarily unavailable',
    'raised by': 'the code of the service rejects the request',
  });
});

test('no example brings a condition about that says why none does', () => {
  const never = conditions.filter(({ notProvoked }) => notProvoked !== undefined);
  assert.deepEqual(Object.fromEntries(never.map(({ name, notProvoked }) => [name, notProvoked])), {
    'idempotency key in progress': 'only two requests at the same moment bring it about',
    'timed out': 'only a request that takes too long brings it about',
    'internal error': 'only a fault of the service brings it about',
    unavailable: 'only an end of the service, or of its store, brings it about',
  });
  assert.deepEqual(
    never.filter(({ provokedBy }) => provokedBy !== undefined),
    [],
  );
});
