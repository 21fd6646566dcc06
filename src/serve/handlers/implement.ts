/** What `nonet generate types` writes of a document: the names that its code may use, and what stands behind each. */
export interface ServiceTypes {
  /** By resource: its records, their identities, what code may create them with, and what it may change of them. */
  readonly records: object;
  readonly identities: object;
  readonly creates: object;
  readonly changes: object;
  /** By operation marked `(handler)`. */
  readonly operations: object;
  /** By operation at which hooks may stand. */
  readonly hooks: object;
  /** By operation and transition that code may call. */
  readonly calls: object;
  /** By member that depends on the caller. */
  readonly computed: object;
  readonly caller: object;
  /** By scheme of kind access token: what a credential holds. */
  readonly tokens: object;
}

type At<T, K> = K extends keyof T ? T[K] : never;

/** Which records code asks for: a condition of the store profile, and its `input`. */
interface Filter {
  readonly where?: string | undefined;
  readonly input?: { readonly [name: string]: unknown } | undefined;
}

interface Ordered extends Filter {
  /** `created_at descending, id`; without it in order of the identity. */
  readonly order?: string | undefined;
}

/** What code asks of several records: a condition of the store profile, its `input`, an order, and which of the records. */
export interface ListOptions extends Ordered {
  /** At most 1000, which is also what is given without it. */
  readonly limit?: number | undefined;
  /** At most 10,000. */
  readonly offset?: number | undefined;
}

/** The store where it only reads. */
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
  /** A page of at most `limit` records; `next` is the cursor for `after` of the next page, undefined behind the last one. */
  page<R extends keyof S['records']>(
    resource: R,
    asking?: Omit<ListOptions, 'offset'> & { readonly after?: string | undefined },
  ): Promise<{ readonly records: readonly S['records'][R][]; readonly next: string | undefined }>;
  /** All records in their order, read page by page. */
  all<R extends keyof S['records']>(resource: R, asking?: Ordered): AsyncIterable<S['records'][R]>;
}

/** The store of a handler: what it writes is validated, with the document's rules, sequences and events. */
export interface WriteStore<S extends ServiceTypes> extends ReadStore<S> {
  create<R extends keyof S['records']>(resource: R, values: At<S['creates'], R>): Promise<S['records'][R]>;
  /** Objects are merged member by member, null takes away what may be absent. */
  update<R extends keyof S['records']>(
    resource: R,
    id: At<S['identities'], R>,
    values: At<S['changes'], R>,
  ): Promise<S['records'][R]>;
  delete<R extends keyof S['records']>(resource: R, id: At<S['identities'], R>): Promise<void>;
  /**
   * Deletes the records that `where` finds, each by the document's rules, at most `limit`: 1000 without it, 10,000 at most. `more`
   * is true if others are left.
   */
  deleteAll<R extends keyof S['records']>(
    resource: R,
    asking: Filter & Pick<ListOptions, 'limit'> & { readonly where: string },
  ): Promise<{ readonly deleted: number; readonly more: boolean }>;
}

type Lifted<T> = T & { /** Lifts the caller's row rules. */ readonly asService: T };

/** What a call takes: the identity where it is about a record, then its input, which may be left out where it is empty. */
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

/** Ends the request with that row of Errors; nothing is written. */
export type Refuse<O> = (
  code: At<O, 'codes'>,
  more?: {
    /** A name, or a path or JSON Pointer that begins with one. */
    readonly field?: FieldPath<At<O, 'fields'>> | undefined;
    readonly message?: string | undefined;
  },
) => never;

type FieldPath<F> = F extends string ? F | `${F}.${string}` | `/${string}` : never;

declare const chosen: unique symbol;

/** A response chosen by its status: `answer` makes it, and the handler returns it. */
export interface Answering<Status> {
  readonly [chosen]: Status;
}

/** Chooses a Response by its status; throws for a status that the operation does not state. */
export type Answer<Bodies> = <N extends keyof Bodies>(
  status: N,
  ...body: undefined extends Bodies[N] ? [body?: Bodies[N]] : [body: Bodies[N]]
) => Answering<N>;

/** What a handler is given; `P` is what its hook `before` returned. */
// biome-ignore lint/suspicious/noExplicitAny: without the hook its result is not known
export interface HandlerContext<S extends ServiceTypes, O, P = any> {
  /** The record that the path names, as it is in the transaction. */
  readonly record: At<O, 'record'>;
  /** What the hook `before` gave. */
  readonly prepared: P;
  readonly input: At<O, 'input'>;
  readonly caller: S['caller'] | undefined;
  readonly store: Lifted<WriteStore<S>>;
  readonly call: Lifted<Call<S>>;
  emit<E extends keyof At<O, 'events'>>(event: E, record: At<O, 'events'>[E]): Promise<void>;
  readonly refuse: Refuse<O>;
  /** Answers with a status that the operation's Responses state: `return answer(202, body)`. */
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
  /** The credential that the request was made with, as it was sent; throws where there is none. */
  credential(): string;
  /** Ends one by its text, all of a subject by its `id`, or that with which the request was made. */
  revoke(credential?: string | { readonly id: string }): Promise<boolean>;
  /** Ends when the request's time is over. */
  readonly signal: AbortSignal;
}

/** What a hook before the transaction is given; the record may have changed by the time of the transaction. */
export interface BeforeHookContext<S extends ServiceTypes, O> {
  readonly record: At<O, 'record'>;
  readonly input: At<O, 'input'>;
  readonly caller: S['caller'] | undefined;
  readonly store: Lifted<ReadStore<S>>;
  readonly refuse: Refuse<O>;
  readonly signal: AbortSignal;
  /** Salted hashes (scrypt), worked out on a thread. */
  readonly password: {
    hash(password: string): Promise<string>;
    matches(password: string, hash: string | null | undefined): Promise<boolean>;
  };
}

/** What a hook after the commit is given; `P` is what the hook `before` returned. */
// biome-ignore lint/suspicious/noExplicitAny: without the hook its result is not known
export interface AfterHookContext<S extends ServiceTypes, O, P = any> {
  readonly record: At<O, 'result'>;
  readonly prepared: P;
  readonly input: At<O, 'input'>;
  readonly caller: S['caller'] | undefined;
  readonly store: Lifted<ReadStore<S>>;
  readonly signal: AbortSignal;
}

type MaybePromise<T> = T | Promise<T>;

/** What the handler of an operation gets as `prepared`; `P` holds by operation what the hooks `before` return. */
type PreparedOf<P, O> = unknown extends P ? P : O extends keyof P ? Awaited<P[O]> : undefined;

interface Parts<S extends ServiceTypes, P, Before> {
  readonly before?: Before;
  readonly after?: {
    readonly [O in keyof S['hooks']]?: (given: AfterHookContext<S, S['hooks'][O], PreparedOf<P, O>>) => unknown;
  };
  /** Gives a value for each of the records, in their order. */
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

/** The hooks `before` of operations at which one may stand, each with what it returns. */
type Preparing<S extends ServiceTypes, P> = {
  readonly [O in keyof P]: (given: BeforeHookContext<S, At<S['hooks'], O>>) => P[O];
} & { readonly [O in Exclude<keyof P, keyof S['hooks']>]: never };

/** The code beside a document: a handler for each operation marked `(handler)`, and hooks. */
export type Implementation<S extends ServiceTypes> = Code<
  S,
  // biome-ignore lint/suspicious/noExplicitAny: code that is given at once does not say what its hooks return
  any,
  { readonly [O in keyof S['hooks']]?: (given: BeforeHookContext<S, S['hooks'][O]>) => unknown }
>;

/**
 * States the code of a service, typed by what `nonet generate types` wrote: the default export of the module beside its document. Called as
 * `implement<Shop>()({ before, … })` it types `prepared` by what the hooks `before` return, which stand first.
 */
export function implement<S extends ServiceTypes>(): <P = object>(
  code: Code<S, P, Preparing<S, P>>,
) => Implementation<S>;
export function implement<S extends ServiceTypes>(code: Implementation<S>): Implementation<S>;
export function implement(...code: readonly unknown[]): unknown {
  return code.length === 0 ? (implementation: unknown) => implementation : code[0];
}
