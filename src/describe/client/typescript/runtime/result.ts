/** How many requests the rate limit that is closest to rejecting still admits. */
export interface RateLimit {
  /** The limit's name in the document; left out where the service sends the older `X-RateLimit-…` headers. */
  readonly name?: string;
  readonly remaining: number;
  /** Seconds until the limit admits more. */
  readonly resetSeconds?: number;
}

/** A field of a request that the service rejected. */
export interface FieldError {
  /** A JSON Pointer into the body. */
  readonly pointer?: string;
  readonly parameter?: string;
  readonly message?: string;
}

interface Received {
  readonly headers: Headers;
  /** Left out where the service states no rate limit for the operation, or does not send its headers. */
  readonly rateLimit?: RateLimit;
}

/** A request that the service carried out. */
export interface Success<Status extends number, Data> extends Received {
  readonly ok: true;
  readonly status: Status;
  readonly data: Data;
  /** The version of the record, for `ifMatch`. */
  readonly etag?: string;
  /** Returns `data`. */
  orThrow(): Data;
}

/** A request that the service rejected. */
export interface Failure<Code extends string | undefined> extends Received {
  readonly ok: false;
  readonly status: number;
  readonly error: Rejection<Code>;
  /** Throws `error`. */
  orThrow(): never;
}

/** The result of a call: check `ok`, or call `orThrow()`. */
export type Result<Succeeded, Code extends string | undefined> = Succeeded | Failure<Code>;

/** `ApiError` with each of the codes: `switch (error.code)` narrows it. */
export type Rejection<Code extends string | undefined> = Code extends string | undefined ? ApiError<Code> : never;

/** A rejection by the service, with the code that the document gives it. */
export class ApiError<Code extends string | undefined = string | undefined> extends Error {
  override readonly name = 'ApiError';
  /** `undefined` where the document gives the rejection no code, or the body does not show it. */
  readonly code: Code;
  readonly status: number;
  /** The fields that the service rejected; empty where the error is not about fields. */
  readonly fields: readonly FieldError[];
  /** The body as the service sent it. */
  readonly body: unknown;
  /** The document line that caused the rejection, if the service sends it. */
  readonly explanation?: string;

  constructor(message: string, code: Code, response: Response, body: unknown) {
    super(message);
    this.code = code;
    this.status = response.status;
    this.body = body;
    this.fields = readFieldErrors(body);
    const explanation = response.headers.get('nonet-explain');
    if (explanation !== null) this.explanation = explanation;
  }
}

/** A response that the document does not describe: from a proxy, or from a service with a newer document. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError';
  readonly status: number;
  readonly body: unknown;

  constructor(operation: string, status: number, body: unknown) {
    super(`${operation}: unexpected response with status ${status}`);
    this.status = status;
    this.body = body;
  }
}

function readFieldErrors(body: unknown): readonly FieldError[] {
  const entries =
    typeof body === 'object' && body !== null ? (body as { readonly errors?: unknown }).errors : undefined;
  return Array.isArray(entries)
    ? entries.filter((entry): entry is FieldError => typeof entry === 'object' && entry !== null)
    : [];
}
