import type { Condition } from './contract.ts';

/** The conditions of refusals, in the order of the language reference. */
export const conditions: readonly Condition[] = [
  /** An unreadable head, or a body that is invalid JSON or has a duplicate member (RFC 9110, 15.5.1). */
  {
    name: 'malformed request',
    status: 400,
    provokedBy: 'send half a body',
    happened: 'the request cannot be read',
    next: 'Correct the request. Sending it again changes nothing.',
  },
  /** A body of a media type that the operation does not take (RFC 9110, 15.5.16). */
  {
    name: 'unsupported media type',
    status: 415,
    provokedBy: 'send another media type',
    happened: 'the media type of the body is not supported',
    next: 'Send the body in a media type of the operation.',
  },
  /** Members or parameters that are not as they should be (RFC 9110, 15.5.21). */
  {
    name: 'invalid input',
    status: 422,
    ofValues: true,
    foundByCode: true,
    provokedBy: 'send wrong values',
    happened: 'a field or parameter does not have a valid value',
    next: 'Correct the fields that the response names, then send the request again.',
  },
  /** A path that no operation has (RFC 9110, 15.5.5). */
  {
    name: 'unknown path',
    status: 404,
    neverNarrowed: true,
    happened: 'no operation has this path',
    next: 'Check the address, and the version in it.',
  },
  /** A path that has operations, but none of this method (RFC 9110, 15.5.6). */
  {
    name: 'method not allowed',
    status: 405,
    neverNarrowed: true,
    happened: 'no operation of this path has this method',
    next: 'Use a method of the header `Allow`.',
  },
  /** Accept takes no media type that the service answers in (RFC 9110, 15.5.7). */
  {
    name: 'not acceptable',
    status: 406,
    provokedBy: 'accept no JSON',
    happened: 'the client accepts none of the media types of the response',
    next: 'Accept a media type of the response.',
  },
  /** A credential is needed and none was sent (RFC 9110, 15.5.2). */
  {
    name: 'no credential',
    status: 401,
    statuses: 'credential',
    needs: 'an operation that not everybody may call',
    provokedBy: 'leave out the credential',
    ofCaller: true,
    happened: 'a credential is required and none was sent',
    next: 'Send a credential.',
  },
  /** A credential that was sent is unknown, expired, revoked or one of two (RFC 9110, 15.5.2). */
  {
    name: 'invalid credential',
    status: 401,
    statuses: 'credential',
    needs: 'a scheme',
    provokedBy: 'send an unknown credential',
    ofCaller: true,
    happened: 'the credential is not valid',
    next: 'Get a new credential, then send the request again.',
  },
  /** Nothing that logs in has the name that was sent, or it has another password (RFC 9110, 15.5.2). */
  {
    name: 'wrong credentials',
    status: 401,
    statuses: 'credential',
    needs: 'an operation `log in`',
    happened: 'the name or the password is wrong',
    next: 'Ask for the name and the password again.',
  },
  /** The password is right, and the person has a second factor, of which the request has no code (RFC 9110, 15.5.2). */
  {
    name: 'second factor required',
    status: 401,
    statuses: 'credential',
    needs: 'a line `Present code`',
    happened: 'a code of the second factor is required and none was sent',
    next: 'Ask for the code, then log in with it.',
  },
  /** The attempt is over, or the client sends back something else than the issuer gave for it (RFC 6749, 5.2). */
  {
    name: 'invalid sign in',
    status: 400,
    needs: 'an operation `sign in`',
    happened: 'the sign in is not valid or has expired',
    next: 'Begin the sign in again.',
  },
  /** The issuer, or the person there, has refused (RFC 6749, 4.1.2.1). */
  {
    name: 'sign in denied',
    status: 403,
    needs: 'an operation `sign in`',
    happened: 'the issuer refused the sign in',
    next: 'Begin again only if the person wants to.',
  },
  /** No record belongs to the account, and none can be created of what the issuer says (RFC 9110, 15.5.4). */
  {
    name: 'no account',
    status: 403,
    needs: 'an operation `sign in`',
    happened: 'no record belongs to this account',
    next: 'Create the account first, or sign in with another one.',
  },
  /** The account belongs to another record, or another record has its address (RFC 9110, 15.5.10). */
  {
    name: 'account exists',
    status: 409,
    needs: 'an operation `sign in`',
    happened: 'the account, or its address, belongs to another record',
    next: 'Log in to the existing record, and link the account there.',
  },
  /** The caller's scopes or row rules do not admit it, or a creation asks for an attribute that it lacks (RFC 9110, 15.5.4). */
  {
    name: 'forbidden',
    status: 403,
    foundByCode: true,
    provokedBy: 'send the credential of another caller',
    ofCaller: true,
    happened: 'the caller is not allowed to do this',
    next: 'Use a credential that is allowed to do this.',
  },
  /** The record, or the parent in the path, does not exist or is hidden (RFC 9110, 15.5.5). */
  {
    name: 'not found',
    status: 404,
    absent: true,
    foundByCode: true,
    provokedBy: 'name an unknown record',
    happened: 'the record does not exist, or the caller cannot access it',
    next: 'Check the ID. The record may belong to somebody else.',
  },
  /** The record is in a state of kind `gone`, or events before Last-Event-ID are no longer kept (RFC 9110, 15.5.11). */
  {
    name: 'gone',
    status: 410,
    absent: true,
    foundByCode: true,
    needs: 'a state of kind `gone`, or `stream events`',
    provokedBy: 'use a record that is gone',
    happened: 'the record, or an event, is no longer stored',
    next: 'Forget the record: it does not come back.',
  },
  /** No row has the present state in From, or a field is fixed in it (RFC 9110, 15.5.10). */
  {
    name: 'wrong state',
    status: 409,
    listedByPlace: true,
    kept: true,
    foundByCode: true,
    needs: 'a transition that some state forbids, or a `fixed` field',
    provokedBy: 'use a record in another state',
    comesWithTime: true,
    happened: 'the state of the record does not allow this',
    next: 'Read the record, and choose an operation that its state allows.',
  },
  /** Rows of the transition fit the state, but no guard holds (RFC 9110, 15.5.10). */
  {
    name: 'guard fails',
    status: 409,
    listedByPlace: true,
    kept: true,
    foundByCode: true,
    needs: 'a Guard that is not followed by a row without one',
    provokedBy: 'send extreme values',
    comesWithTime: true,
    happened: 'the guard does not hold',
    next: 'Read the record, and send values that fit it.',
  },
  /** A rule does not hold on the record as it would be (RFC 9110, 15.5.21). */
  {
    name: 'rule broken',
    status: 422,
    kept: true,
    foundByCode: true,
    needs: 'a rule, and an operation that writes its record',
    provokedBy: 'send extreme values',
    comesWithTime: true,
    happened: 'the record would violate a rule',
    next: 'Change the values, so that the record keeps the rule.',
  },
  /** Another record has the same values in the fields of a `unique`, or the identity of a create by PUT (RFC 9110, 15.5.10). */
  {
    name: 'not unique',
    status: 409,
    collides: true,
    kept: true,
    foundByCode: true,
    needs: 'a `unique` whose values can collide, or a `create` by PUT',
    provokedBy: 'repeat unique values',
    happened: 'another record has the same value',
    next: 'Use another value, or the record that has it.',
  },
  /** Other records refer to the one that would be deleted and do not let it go (RFC 9110, 15.5.10). */
  {
    name: 'still referenced',
    status: 409,
    blocked: true,
    kept: true,
    foundByCode: true,
    needs: 'a `delete`, and a `ref` that refuses it',
    provokedBy: 'use a record that others refer to',
    happened: 'other records refer to the record',
    next: 'Delete or change the records that refer to it first.',
  },
  /** If-Match or If-None-Match does not hold (RFC 9110, 15.5.13). */
  {
    name: 'precondition failed',
    status: 412,
    kept: true,
    needs: 'an operation on one record',
    provokedBy: 'send an old precondition',
    happened: 'the record has changed since it was read',
    next: 'Read the record again, apply the change to it, and send it with the new `ETag`.',
  },
  /** The header of a precondition is missing (RFC 6585, 3). */
  {
    name: 'precondition required',
    status: 428,
    needs: 'a row of Preconditions that says `refused`',
    provokedBy: 'leave out the precondition',
    happened: 'a precondition is required',
    next: 'Read the record, and send its `ETag` in `If-Match`.',
  },
  /** The header of the idempotency key is missing. */
  {
    name: 'idempotency key missing',
    status: 400,
    needs: 'a row of Idempotency that says `refused`',
    provokedBy: 'leave out the idempotency key',
    happened: 'an idempotency key is required',
    next: 'Send a new key with each request, and the same key when you repeat one.',
  },
  /** The key belongs to another request. */
  {
    name: 'idempotency key reused',
    status: 422,
    needs: 'a row of Idempotency',
    provokedBy: 'repeat an idempotency key',
    happened: 'the idempotency key was used for another request',
    next: 'Use a new key for another request.',
  },
  /** The first request with the key has not been answered yet. */
  {
    name: 'idempotency key in progress',
    status: 409,
    needs: 'a row of Idempotency',
    notProvoked: 'only two requests at the same moment bring it about',
    happened: 'the first request with this key is not finished',
    next: 'Wait a second, then repeat the request with the same key.',
  },
  /** A limit of kind `rate` is used up (RFC 6585, 4). */
  {
    name: 'rate limit',
    status: 429,
    needs: 'a limit of kind `rate`',
    passesWithTime: true,
    happened: 'the client has sent too many requests',
    next: 'Wait as long as `Retry-After` says, then repeat the request.',
  },
  /** A limit of kind `concurrency` is used up (RFC 6585, 4). */
  {
    name: 'concurrency limit',
    status: 429,
    needs: 'a limit of kind `concurrency`',
    happened: 'too many requests are in progress',
    next: 'Wait until another of your requests has ended.',
  },
  /** The body is larger than a limit of kind `body size` (RFC 9110, 15.5.14). */
  {
    name: 'too large',
    status: 413,
    provokedBy: 'send a large body',
    happened: 'the body is too large',
    next: 'Send less in one request.',
  },
  /** A limit of kind `timeout` is over (RFC 9110, 15.6.4). */
  {
    name: 'timed out',
    status: 503,
    statuses: 'client or server',
    notProvoked: 'only a request that takes too long brings it about',
    happened: 'the request took too long',
    next: 'Repeat a read. Before you repeat a change, check whether it was made.',
  },
  /** As many records are kept as a limit of kind `quota` allows (RFC 9110, 15.5.4). */
  {
    name: 'quota',
    status: 403,
    kept: true,
    foundByCode: true,
    needs: 'a limit of kind `quota`',
    happened: 'the maximum number of records is reached',
    next: 'Delete records that you no longer need, or ask for a higher limit.',
  },
  /** The request names a version that the document does not state. */
  {
    name: 'unknown version',
    status: 400,
    needs: 'a row of Placement',
    provokedBy: 'name an unknown version',
    beforeVersion: true,
    happened: 'the version does not exist',
    next: 'Name a version of this page.',
  },
  /** The request names no version where one is asked for. */
  {
    name: 'version missing',
    status: 400,
    needs: 'a row of Placement whose When absent is `refused`',
    provokedBy: 'leave out the version',
    beforeVersion: true,
    happened: 'the request names no version',
    next: 'Name the version that you were written for.',
  },
  /** The request names a version that is no longer served (RFC 9110, 15.5.11). */
  {
    name: 'retired version',
    status: 410,
    provokedBy: 'name a retired version',
    happened: 'the version is no longer served',
    next: 'Upgrade to a version that is still served.',
  },
  /** Something went wrong in the service itself (RFC 9110, 15.6.1). */
  {
    name: 'internal error',
    status: 500,
    statuses: 'client or server',
    notProvoked: 'only a fault of the service brings it about',
    happened: 'an internal error occurred',
    next: 'Repeat the request later. Report it with the `instance` of the response.',
  },
  /** The host cannot do the work now (RFC 9110, 15.6.4); it comes of the host, so it is never a gap. */
  {
    name: 'unavailable',
    status: 503,
    statuses: 'client or server',
    isOfHost: true,
    notProvoked: 'only an end of the service, or of its store, brings it about',
    happened: 'the service is temporarily unavailable',
    next: 'Repeat the request after a short wait.',
  },
  /** Code ends the request with the code's name: it is always chosen by name. */
  {
    name: 'raised by',
    neverNarrowed: true,
    kept: true,
    provokedBy: 'send it again',
    happened: 'the code of the service rejects the request',
  },
];
