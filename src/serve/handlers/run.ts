import { isPromise } from '../../contracts/maybe-promise.ts';
import type { Platform } from '../../contracts/platform.ts';
import type { MaybePromise, RecordValue } from '../../contracts/record.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import type { RequestContext } from '../../contracts/request-context.ts';

/** One run of a handler or hook: what it may still do, and how it was refused. */
export interface Run {
  /** The code as logs name it: `the handler of remind Invoice`. */
  readonly what: string;
  /** The operation whose code runs. */
  readonly name: string;
  readonly ctx: RequestContext;
  /** The first refusal: the request ends with it. */
  refusal: Refusal | undefined;
  /** The first mistake that ends the request whatever else the code does. */
  mistake: Error | undefined;
  /** It wrote records, or ran operations. */
  wrote: boolean;
  /** The operation's own record as this run has left it; null when it was erased. */
  latest: RecordValue | null | undefined;
  /** The response that `answer` chose. */
  answered?: { readonly status: number };
  /** Nothing may be done any more. */
  over: boolean;
  /** The objects of its input that throw for members that the operation does not state, as long as it runs. */
  readonly stated: object[];
  /** Its started work, of which it may not await the end. */
  readonly begun: Set<Begun<unknown>>;
}

/** Thrown where code returned without awaiting a write: nothing of its request is committed. */
export class Unawaited extends Error {
  override readonly name = 'Unawaited';

  constructor({ what }: Run, work: string) {
    super(`${what} did not await ${work}: await it, or it may come too late and its failure is lost`);
  }
}

const hookFailures = new WeakSet<Error>();

/** Notes that a hook inside a transaction failed with an error: what it should have done is missing, so nothing of the request counts. */
export function noteHookFailure(error: Error): Error {
  hookFailures.add(error);
  return error;
}

/** Returns whether a hook inside a transaction failed with an error. */
export function isHookFailure(error: unknown): error is Error {
  return error instanceof Error && hookFailures.has(error);
}

/** Begins a run of an operation's code; `what` says which of it: `the handler of`. */
export function createRun(what: string, name: string, ctx: RequestContext): Run {
  const none = { refusal: undefined, mistake: undefined, latest: undefined, wrote: false };
  return { what: `${what} ${name}`, name, ctx, ...none, over: false, stated: [], begun: new Set() };
}

/** Throws when the code has had its time. */
export function open({ over, what }: Run): void {
  if (over) throw new Error(`${what} is over: await all that it does before it returns`);
}

/** A promise that knows whether anybody looks at how it ends. */
class Begun<T> extends Promise<T> {
  what = '';
  writes = false;
  awaited = false;
  ended = false;
  failed: { readonly error: unknown } | undefined;

  // Promises chained to it belong to the handler.
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  // biome-ignore lint/suspicious/noThenProperty: a promise that counts who awaits it
  override then<A = T, B = never>(
    done?: ((value: T) => A | PromiseLike<A>) | null,
    failed?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.awaited = true;
    return super.then(done, failed);
  }

  /** Waits for its end, whichever, without being somebody who looks at it. */
  end(then: (failed?: { readonly error: unknown }) => void): void {
    super.then(
      () => then(),
      (error: unknown) => then({ error }),
    );
  }
}

/** Begins a piece of work that code asks for; `what` is how code called for it. Its failure is never an unhandled rejection. */
export function begin<T>(run: Run, what: string, kind: 'reads' | 'writes', work: () => Promise<T>): Promise<T> {
  try {
    open(run);
  } catch (error) {
    return Promise.reject(error);
  }
  const begun = new Begun<T>((resolve) => resolve(work()));
  begun.what = what;
  begun.writes = kind === 'writes';
  run.begun.add(begun);
  begun.end((failed) => {
    begun.ended = true;
    begun.failed = failed;
    const known = begun.awaited || (failed === undefined && !begun.writes);
    if (known) run.begun.delete(begun);
  });
  return begun;
}

/**
 * Makes what runs code to its end: the answer comes when all that the code has begun has ended. Throws what the code threw, the
 * failure of a read that it did not await, or that it did not await a write.
 */
export function createRunner({ owned = (_owner, work) => work() }: Pick<Platform, 'owned'>) {
  return <T>(run: Run, code: () => MaybePromise<T>): MaybePromise<T> => {
    try {
      const result = owned(run, code);
      if (!isPromise(result)) return endRun(run, { result });
      return Promise.resolve(result).then(
        (resolved) => endRun(run, { result: resolved }),
        (error: unknown) => endRun<T>(run, { error }),
      );
    } catch (error) {
      return endRun(run, { error });
    }
  };
}

function endRun<T>(run: Run, how: { readonly result: T } | { readonly error: unknown }): MaybePromise<T> {
  run.over = true;
  for (const object of run.stated) Reflect.setPrototypeOf(object, Object.prototype);
  const begun = [...run.begun];
  const forgotten = begun.find(({ writes, awaited, ended: done }) => writes && !(awaited && done));
  if ('result' in how && forgotten !== undefined) run.mistake ??= new Unawaited(run, forgotten.what);
  const last = (): T => {
    if (run.mistake !== undefined) throw run.mistake;
    if ('error' in how) throw how.error;
    const lost = begun.find(({ failed, awaited }) => failed !== undefined && !awaited);
    if (lost !== undefined) throw lost.failed!.error;
    return how.result;
  };
  const underWay = begun.filter((candidate) => !candidate.ended);
  if (underWay.length === 0) return last();
  return Promise.all(underWay.map((each) => new Promise<void>((resolve) => each.end(() => resolve())))).then(last);
}
