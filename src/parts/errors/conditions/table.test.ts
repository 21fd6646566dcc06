import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditions } from './table.ts';

test('each condition says what a client does next, but the one that only the code of the service knows', () => {
  const next = conditions.map((condition): [string, string | undefined] => [condition.name, condition.next]);
  assert.deepEqual(Object.fromEntries(next), {
    'malformed request': 'Correct the request. Sending it again changes nothing.',
    'unsupported media type': 'Send the body in a media type of the operation.',
    'invalid input': 'Correct the fields that the response names, then send the request again.',
    'unknown path': 'Check the address, and the version in it.',
    'method not allowed': 'Use a method of the header `Allow`.',
    'not acceptable': 'Accept a media type of the response.',
    'no credential': 'Send a credential.',
    'invalid credential': 'Get a new credential, then send the request again.',
    'wrong credentials': 'Ask for the name and the password again.',
    'second factor required': 'Ask for the code, then log in with it.',
    'invalid sign in': 'Begin the sign in again.',
    'sign in denied': 'Begin again only if the person wants to.',
    'no account': 'Create the account first, or sign in with another one.',
    'account exists': 'Log in to the existing record, and link the account there.',
    forbidden: 'Use a credential that is allowed to do this.',
    'not found': 'Check the ID. The record may belong to somebody else.',
    gone: 'Forget the record: it does not come back.',
    'wrong state': 'Read the record, and choose an operation that its state allows.',
    'guard fails': 'Read the record, and send values that fit it.',
    'rule broken': 'Change the values, so that the record keeps the rule.',
    'not unique': 'Use another value, or the record that has it.',
    'still referenced': 'Delete or change the records that refer to it first.',
    'precondition failed': 'Read the record again, apply the change to it, and send it with the new `ETag`.',
    'precondition required': 'Read the record, and send its `ETag` in `If-Match`.',
    'idempotency key missing': 'Send a new key with each request, and the same key when you repeat one.',
    'idempotency key reused': 'Use a new key for another request.',
    'idempotency key in progress': 'Wait a second, then repeat the request with the same key.',
    'rate limit': 'Wait as long as `Retry-After` says, then repeat the request.',
    'concurrency limit': 'Wait until another of your requests has ended.',
    'too large': 'Send less in one request.',
    'timed out': 'Repeat a read. Before you repeat a change, check whether it was made.',
    quota: 'Delete records that you no longer need, or ask for a higher limit.',
    'unknown version': 'Name a version of this page.',
    'version missing': 'Name the version that you were written for.',
    'retired version': 'Upgrade to a version that is still served.',
    'internal error': 'Repeat the request later. Report it with the `instance` of the response.',
    unavailable: 'Repeat the request after a short wait.',
    'raised by': undefined,
  });
});
