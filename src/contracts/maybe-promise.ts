import type { MaybePromise } from './record.ts';

/**
 * Continues with a value: at once, or when its promise is fulfilled. The steps of every request (credential, body, load, answer, the
 * runner) test `instanceof Promise` themselves, which saves the closure.
 */
export function then<T, U>(value: MaybePromise<T>, work: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return value instanceof Promise ? value.then(work) : work(value);
}

/** Collects values that were requested together: at once, or when all promises among them are fulfilled. */
export function all<T extends readonly unknown[]>(
  values: readonly [...{ [K in keyof T]: MaybePromise<T[K]> }],
): MaybePromise<T> {
  if (values.some((value) => value instanceof Promise)) return Promise.all(values) as unknown as Promise<T>;
  return values as unknown as T;
}

/** Returns whether a value is a promise, also one of another library. */
export function isPromise<T>(value: MaybePromise<T>): value is Promise<T> {
  return typeof (value as { readonly then?: unknown } | null | undefined)?.then === 'function';
}
