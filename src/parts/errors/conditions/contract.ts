/** A way in which a request of an example is refused on purpose. */
export type Provocation =
  | 'leave out the credential'
  | 'send an unknown credential'
  | 'send the credential of another caller'
  | 'name an unknown version'
  | 'leave out the version'
  | 'name a retired version'
  | 'accept no JSON'
  | 'send another media type'
  | 'send a large body'
  | 'send half a body'
  | 'send wrong values'
  | 'name an unknown record'
  | 'send an old precondition'
  | 'leave out the precondition'
  | 'leave out the idempotency key'
  | 'use a record in another state'
  | 'use a record that is gone'
  | 'use a record that others refer to'
  | 'repeat an idempotency key'
  | 'repeat unique values'
  | 'send it again'
  | 'send extreme values';

/** A kind of refusal: and its status where no code covers it. Which facts lead to it, their steps plan. */
export interface Condition {
  readonly name: string;
  /** HTTP's status at a gap; none for what is always named. */
  readonly status?: number;
  /** It cannot be narrowed by `on`. */
  readonly neverNarrowed?: true;
  /** Each place of it is a gap of its own (`guard fails on pay Invoice`), even where none is covered. */
  readonly listedByPlace?: true;
  /** A request that was refused so has reached the record: the answer is kept for its idempotency key. */
  readonly kept?: true;
  /** A handler may find itself that it holds, and name its row of Errors. */
  readonly foundByCode?: true;
  /** The record is not there. */
  readonly absent?: true;
  /** A value of the record does not fit its field. */
  readonly ofValues?: true;
  /** Another record has the values. */
  readonly collides?: true;
  /** Other records block it: it continues once they have changed. */
  readonly blocked?: true;
  /** It comes from the platform, never from the document: a missing row for it is not a gap. */
  readonly isOfHost?: true;
  /** The statuses that a code of it may have; default: `client`. */
  readonly statuses?: 'client' | 'credential' | 'client or server';
  /** The part of the document that makes it possible; left out: any document. */
  readonly needs?: string;
  /** How a request of an example makes it happen; left out: no request is sent for it alone. */
  readonly provokedBy?: Provocation;
  /** Why no request of an example makes it happen. */
  readonly notProvoked?: string;
  /** It may happen to a request that succeeded before, only because time has passed. */
  readonly comesWithTime?: true;
  /** It ends after the time of `Retry-After`. */
  readonly passesWithTime?: true;
  /** It happens to every request that the caller sends to the operation, whatever its body. */
  readonly ofCaller?: true;
  /** The request is in no known version: the response has not the headers of the version that was meant. */
  readonly beforeVersion?: true;
  /** The cause of the refusal, in words for clients. */
  readonly happened: string;
  /** The next step of a client, in sentences; left out: only the code of the service knows. */
  readonly next?: string;
}
