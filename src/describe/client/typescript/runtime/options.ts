/** A credential, or a function that returns the present one: for tokens that expire. */
export type Credential = string | (() => string | undefined | Promise<string | undefined>);

/** What a client is created with; `Scheme`: the schemes that the document states. */
export interface ClientOptions<Scheme extends string = string> {
  /** The address of the service, without the path of an operation: `https://api.example.com`. */
  readonly baseUrl: string | URL;
  /** Credentials by scheme. Each request carries the first that has a value. */
  readonly credentials?: { readonly [Name in Scheme]?: Credential };
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Headers of each request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How often a request is sent again that may be (default: 2). */
  readonly retries?: number;
  /** Timeout of each attempt in milliseconds (default: 30,000). */
  readonly timeout?: number;
}

/** What a single call may state. */
export interface CallOptions extends Pick<ClientOptions, 'headers' | 'retries' | 'timeout'> {
  readonly signal?: AbortSignal;
}

/** Options of operations with an idempotency key. */
export interface IdempotencyOptions {
  /** Default: a random key for each call, kept over its retries. Send your own to repeat a call safely after a crash. */
  readonly idempotencyKey?: string;
}

/** Options of operations that take a file in several requests. */
export interface ResumableOptions {
  /** Sends the file in pieces, and continues after broken connections (default: in one request). */
  readonly resumable?: boolean | ResumableUpload;
}

/** How a file is sent in pieces. */
export interface ResumableUpload {
  /** The bytes of a piece (default: 8 MiB). */
  readonly chunkSize?: number;
  /** The address of an upload that an earlier call has begun: this one continues it. */
  readonly address?: string;
  /** Is called with the address of the upload, for a later call. */
  readonly onBegin?: (address: string) => void;
  /** Is called with the number of bytes that the service has, and of all. */
  readonly onProgress?: (sent: number, total: number) => void;
}

/** An operation of the document. */
export interface Operation {
  readonly name: string;
  readonly method: string;
  /** Placeholders are in braces. */
  readonly path: string;
  /** The media type of bodies; a file has its own. */
  readonly type?: string;
  readonly accept: string;
  /** Names of parameters that are sent as headers. */
  readonly headers?: readonly string[];
  /** The header of the idempotency key. */
  readonly idempotency?: string;
  /** Takes a file in several requests too. */
  readonly resumable?: boolean;
  /** Responses are the content of a file. */
  readonly content?: boolean;
  /** It begins, refreshes or ends a session; where its response has the tokens. */
  readonly session?: {
    readonly does: 'begin' | 'refresh' | 'end';
    readonly credential?: readonly string[];
    readonly refreshToken?: readonly string[];
  };
  readonly ok: readonly number[];
  /** Statuses of `ok` whose responses may have no body. */
  readonly empty: readonly number[];
  /** The codes of rejections by status; `undefined` is one without a code. */
  readonly codes: Readonly<Record<number, readonly (string | undefined)[]>>;
}

/** What all operations of a service share. */
export interface Service {
  /** Header or query parameter that selects the API version. */
  readonly version?: { readonly in: 'header' | 'query'; readonly name: string; readonly value: string };
  readonly schemes: readonly {
    readonly name: string;
    readonly in: 'header' | 'query' | 'cookie';
    readonly key: string;
    readonly word?: string;
  }[];
  /** Where the body of an error has its code and its message. */
  readonly code?: readonly (string | number)[];
  readonly message?: readonly (string | number)[];
}

/** Path values, parameters and body of a call. */
export interface Sent {
  readonly path?: readonly (string | number | bigint | boolean)[];
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
}

export type AnyOptions = CallOptions &
  ResumableOptions &
  IdempotencyOptions & { readonly ifMatch?: string; readonly ifNoneMatch?: string };

/** Keeps the session of a client. */
export interface SessionKeeper {
  readonly scheme: string;
  /** Returns the present credential. */
  credential(): Promise<string | undefined>;
  /** Replaces a credential that the service rejected. Returns whether there is another one. */
  renew(used: string): Promise<boolean>;
  /** Takes note of the result of an operation that begins or ends a session. */
  note(operation: Operation, result: { readonly ok: boolean; readonly data?: unknown }): Promise<void>;
}

/** A service and how it is reached. */
export interface Connection {
  readonly service: Service;
  readonly options: ClientOptions;
  readonly session?: SessionKeeper;
}
