/** What has happened where a condition holds, in words for clients. */
const words: Readonly<Record<string, string>> = {
  'malformed request': 'the request cannot be read',
  'invalid input': 'a field or parameter does not have a valid value',
  'no credential': 'a credential is required and none was sent',
  'invalid credential': 'the credential is not valid',
  forbidden: 'the caller is not allowed to do this',
  'unknown path': 'no operation has this path',
  'not found': 'there is no such record',
  gone: 'the record, or an event, is no longer stored',
  'method not allowed': 'no operation of this path has this method',
  'not acceptable': 'the client accepts no media type of the response',
  'unsupported media type': 'the media type of the body is not supported',
  'wrong state': 'the state of the record does not allow this',
  'guard fails': 'the guard does not hold',
  'rule broken': 'a rule of the record would be broken',
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
  'unknown version': 'there is no such version',
  'version missing': 'the request names no version',
  'retired version': 'the version is no longer served',
  'internal error': 'the service failed',
  unavailable: 'the service cannot do it at the moment',
  'raised by': 'the code of the service rejects the request',
};

/** Says in words what has happened where a condition holds. */
export function describeCondition(name: string): string {
  return words[name] ?? name;
}
