/** The names and types of a document that its handlers may use, written by `nonet generate types`. */
export interface ServiceTypes {
  /** By resource: records, identities, the input of a create, and the fields that a handler may change. */
  readonly records: object;
  readonly identities: object;
  readonly creates: object;
  readonly changes: object;
  /** By operation marked `(handler)`. */
  readonly operations: object;
  /** By operation that may have hooks. */
  readonly hooks: object;
  /** By operation or transition that may have a hook inside its transaction. */
  readonly within: object;
  /** By operation and transition that handlers may call. */
  readonly calls: object;
  /** By computed field that depends on the caller. */
  readonly computed: object;
  readonly caller: object;
  /** By scheme of kind `access token`: the attributes of a credential. */
  readonly tokens: object;
}

type At<T, K> = K extends keyof T ? T[K] : never;

/** A filter: a condition in the SQL subset of CEL, and its `input`. */
interface Filter {
  readonly where?: string | undefined;
  readonly input?: { readonly [name: string]: unknown } | undefined;
}

interface Ordered extends Filter {
  /** `-created_at, id`. Default: by identity. */
  readonly order?: string | undefined;
}

/** The options of a list: condition, `input`, order and page. */
export interface ListOptions extends Ordered {
  /** At most 1000. Without it, a list fails if more than 1000 records match, unless it has `total`. */
  readonly limit?: number | undefined;
  /** At most 10,000. */
  readonly offset?: number | undefined;
}

/** The read-only store. */
export interface ReadStore<S extends ServiceTypes> {
  get<R extends keyof S['records']>(resource: R, id: At<S['identities'], R>): Promise<S['records'][R] | undefined>;
  find<R extends keyof S['records']>(
    resource: R,
    asking?: Omit<ListOptions, 'limit'>,
  ): Promise<S['records'][R] | undefined>;
  list<R extends keyof S['records']>(
    resource: R,
    asking: ListOptions & { readonly total: true },
  ): Promise<{ readonly records: readonly S['records'][R][]; readonly total: number }>;
  list<R extends keyof S['records']>(
    resource: R,
    asking?: ListOptions & { readonly total?: false | undefined },
  ): Promise<readonly S['records'][R][]>;
  count<R extends keyof S['records']>(resource: R, asking?: Filter): Promise<number>;
  /** Returns a page of at most `limit` records. `next` is the cursor for `after` of the next page, undefined on the last one. */
  page<R extends keyof S['records']>(
    resource: R,
    asking?: Omit<ListOptions, 'offset'> & { readonly after?: string | undefined },
  ): Promise<{ readonly records: readonly S['records'][R][]; readonly next: string | undefined }>;
  /** Iterates over all records in order, page by page. */
  all<R extends keyof S['records']>(resource: R, asking?: Ordered): AsyncIterable<S['records'][R]>;
}

/** The store of a handler. Its writes are validated and follow the document's rules, sequences and events. */
export interface WriteStore<S extends ServiceTypes> extends ReadStore<S> {
  create<R extends keyof S['records']>(resource: R, values: At<S['creates'], R>): Promise<S['records'][R]>;
  /** Merges objects field by field; null removes an optional field, or gives it its default. */
  update<R extends keyof S['records']>(
    resource: R,
    id: At<S['identities'], R>,
    values: At<S['changes'], R>,
  ): Promise<S['records'][R]>;
  delete<R extends keyof S['records']>(resource: R, id: At<S['identities'], R>): Promise<void>;
  /**
   * Deletes the records that match `where` by the document's rules, at most `limit`: 1000 by default, up to 10,000. `more` is
   * true if matching records are left.
   */
  deleteAll<R extends keyof S['records']>(
    resource: R,
    asking: Filter & Pick<ListOptions, 'limit'> & { readonly where: string },
  ): Promise<{ readonly deleted: number; readonly more: boolean }>;
}

/** A file of a record or of the input. */
export interface FileValue {
  readonly name: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
}

/** The content of a file: iterate over its pieces, or read all of it. */
export interface FileContent extends AsyncIterable<Uint8Array> {
  /** Returns all bytes. A large file needs as much memory. */
  bytes(): Promise<Uint8Array>;
  /** Returns all of it as UTF-8. */
  text(): Promise<string>;
}

/** Reads the contents of files. */
export interface ReadFiles {
  /** Returns the content of a file that a record or the input has. */
  read(file: FileValue): FileContent;
}

/** Reads and stores the contents of files, before the transaction. */
export interface WriteFiles<S extends ServiceTypes> extends ReadFiles {
  /**
   * Stores content for a field such as `Photo.image` and returns the file, to be written to that field. Throws for content that the field does
   * not admit: a larger one, or one of another type.
   */
  save(
    field: `${Extract<keyof S['records'], string>}.${string}`,
    content:
      | string
      | Uint8Array
      | AsyncIterable<Uint8Array>
      | { stream(): unknown; arrayBuffer(): Promise<ArrayBuffer> },
    given?: { readonly name?: string | undefined; readonly type?: string | undefined },
  ): Promise<FileValue>;
}

type Lifted<T> = T & { /** Lifts the caller's row rules. */ readonly asService: T };

/** The arguments of a call: the identity of the record, if any, and the input, optional if it is empty. */
type CallWords<C> = C extends { readonly id: infer I; readonly input: infer V }
  ? object extends V
    ? [id: I, input?: V]
    : [id: I, input: V]
  : C extends { readonly input: infer V }
    ? object extends V
      ? [input?: V]
      : [input: V]
    : never;

/** Runs an operation or transition in the same transaction, with its states, guards and events. */
export type Call<S extends ServiceTypes> = <N extends keyof S['calls']>(
  name: N,
  ...given: CallWords<S['calls'][N]>
) => Promise<At<S['calls'][N], 'result'>>;

/** Ends the request with this row of Errors. Nothing is written. */
export type Refuse<O> = (
  code: At<O, 'codes'>,
  more?: {
    /** A field name, or a path or JSON Pointer that begins with one. */
    readonly field?: FieldPath<At<O, 'fields'>> | undefined;
    readonly message?: string | undefined;
  },
) => never;

type FieldPath<F> = F extends string ? F | `${F}.${string}` | `/${string}` : never;

declare const chosen: unique symbol;

/** A response with a chosen status: create it with `answer` and return it. */
export interface Answering<Status> {
  readonly [chosen]: Status;
}

/** Chooses a Response by its status. Throws for a status that the operation does not state. */
export type Answer<Bodies> = <N extends keyof Bodies>(
  status: N,
  ...body: undefined extends Bodies[N] ? [body?: Bodies[N]] : [body: Bodies[N]]
) => Answering<N>;

/** The context of a handler; `P` is the result of its hook `before`. */
// biome-ignore lint/suspicious/noExplicitAny: without the hook its result is not known
export interface HandlerContext<S extends ServiceTypes, O, P = any> {
  /** The record of the path, as it is in the transaction. */
  readonly record: At<O, 'record'>;
  /** The result of the hook `before`. */
  readonly prepared: P;
  readonly input: At<O, 'input'>;
  readonly caller: S['caller'] | undefined;
  /** The time of the transaction, as `now` in expressions. */
  readonly now: Date;
  readonly store: Lifted<WriteStore<S>>;
  readonly call: Lifted<Call<S>>;
  emit<E extends keyof At<O, 'events'>>(event: E, record: At<O, 'events'>[E]): Promise<void>;
  readonly refuse: Refuse<O>;
  /** Responds with a status of the operation's Responses: `return answer(202, body)`. */
  readonly answer: Answer<At<O, 'answers'>>;
  issue<T extends keyof S['tokens']>(
    scheme: T,
    given: {
      readonly id: string;
      readonly scopes?: readonly string[];
      readonly attributes?: S['tokens'][T];
      readonly lifetime?: string;
    },
  ): Promise<string>;
  /** Returns the credential of the request as it was sent. Throws if there is none. */
  credential(): string;
  /** Revokes a credential by its text, all credentials of a subject by `id`, or the one of the request. */
  revoke(credential?: string | { readonly id: string }): Promise<boolean>;
  /**
   * Changes the rights of a credential that `issue` created, by its text, or of all of a subject by `id`. `scopes` replaces all scopes, then
   * some are added and removed; an attribute that is undefined is removed. Returns whether there was one.
   */
  changeRights(
    credential: string | { readonly id: string },
    change: {
      readonly scopes?: readonly string[];
      readonly addScopes?: readonly string[];
      readonly removeScopes?: readonly string[];
      readonly attributes?: {
        readonly [Name in keyof S['tokens'][keyof S['tokens']]]?: S['tokens'][keyof S['tokens']][Name] | undefined;
      };
    },
  ): Promise<boolean>;
  /** Aborts when the time limit of the request has elapsed. */
  readonly signal: AbortSignal;
}

/** The context of a hook `before`. The record may change before the transaction begins. */
export interface BeforeHookContext<S extends ServiceTypes, O> {
  readonly record: At<O, 'record'>;
  readonly input: At<O, 'input'>;
  readonly caller: S['caller'] | undefined;
  readonly store: Lifted<ReadStore<S>>;
  readonly files: WriteFiles<S>;
  readonly refuse: Refuse<O>;
  readonly signal: AbortSignal;
  /** Salted scrypt hashes, computed on a thread. */
  readonly password: {
    hash(password: string): Promise<string>;
    matches(password: string, hash: string | null | undefined): Promise<boolean>;
  };
}

/** The context of a hook `within`; `P` is the result of the hook `before`. */
// biome-ignore lint/suspicious/noExplicitAny: without the hook its result is not known
export interface WithinHookContext<S extends ServiceTypes, O, P = any>
  extends Pick<HandlerContext<S, unknown>, 'caller' | 'now' | 'store' | 'call' | 'revoke' | 'changeRights' | 'signal'> {
  /** The record after the change; of a deletion the one that is deleted. A change of this object changes nothing. */
  readonly record: At<O, 'record'>;
  /** The record before the change. */
  readonly old: At<O, 'old'>;
  /** The result of the hook `before`; undefined unless a request of the operation runs the hook. */
  readonly prepared: P | undefined;
  /** The input of the request; without one the values that code or an effect gives. */
  readonly input: At<O, 'input'>;
  readonly refuse: Refuse<O>;
}

/** The context of a hook `after`; `P` is the result of the hook `before`. */
// biome-ignore lint/suspicious/noExplicitAny: without the hook its result is not known
export interface AfterHookContext<S extends ServiceTypes, O, P = any> {
  readonly record: At<O, 'result'>;
  readonly prepared: P;
  readonly input: At<O, 'input'>;
  readonly caller: S['caller'] | undefined;
  readonly store: Lifted<ReadStore<S>>;
  readonly files: ReadFiles;
  readonly signal: AbortSignal;
}

type MaybePromise<T> = T | Promise<T>;

/** The type of `prepared`; `P` has the results of the hooks `before` by operation. */
type PreparedOf<P, O> = unknown extends P ? P : O extends keyof P ? Awaited<P[O]> : undefined;

interface Parts<S extends ServiceTypes, P, Before> {
  readonly before?: Before;
  /** Run inside the transaction, when the change is made. */
  readonly within?: {
    readonly [O in keyof S['within']]?: (given: WithinHookContext<S, S['within'][O], PreparedOf<P, O>>) => unknown;
  };
  readonly after?: {
    readonly [O in keyof S['hooks']]?: (given: AfterHookContext<S, S['hooks'][O], PreparedOf<P, O>>) => unknown;
  };
  /** Returns a value for each record, in order. */
  readonly computed?: {
    readonly [M in keyof S['computed']]?: (
      records: readonly At<S['computed'][M], 'record'>[],
      caller: S['caller'] | undefined,
      store: Lifted<ReadStore<S>>,
    ) => MaybePromise<readonly At<S['computed'][M], 'value'>[]>;
  };
}

type Code<S extends ServiceTypes, P, Before> = Parts<S, P, Before> & {
  readonly [O in keyof S['operations']]: (
    given: HandlerContext<S, S['operations'][O], PreparedOf<P, O>>,
  ) => MaybePromise<At<S['operations'][O], 'answer'> | Answering<keyof At<S['operations'][O], 'answers'>>>;
};

/** The hooks `before` by operation, each with its result. */
type Preparing<S extends ServiceTypes, P> = {
  readonly [O in keyof P]: (given: BeforeHookContext<S, At<S['hooks'], O>>) => P[O];
} & { readonly [O in Exclude<keyof P, keyof S['hooks']>]: never };

/** The module of a document: a handler for each operation marked `(handler)`, and hooks. */
export type Implementation<S extends ServiceTypes> = Code<
  S,
  // biome-ignore lint/suspicious/noExplicitAny: code that is given at once does not say what its hooks return
  any,
  { readonly [O in keyof S['hooks']]?: (given: BeforeHookContext<S, S['hooks'][O]>) => unknown }
>;

/**
 * Defines the handlers of a service with the types of `nonet generate types`. Use it as the default export of the module of a
 * document. `implement<Shop>()({ before, … })` types `prepared` by the results of the hooks `before`, which come first.
 */
export function implement<S extends ServiceTypes>(): <P = object>(
  code: Code<S, P, Preparing<S, P>>,
) => Implementation<S>;
export function implement<S extends ServiceTypes>(code: Implementation<S>): Implementation<S>;
export function implement(...code: readonly unknown[]): unknown {
  return code.length === 0 ? (implementation: unknown) => implementation : code[0];
}

/** The handler of an operation whose code does not exist yet: the service responds with 501 (RFC 9110, section 15.6.2). */
export function unwritten(): never {
  throw new Error('This operation has no code yet: its handler is `unwritten`');
}
