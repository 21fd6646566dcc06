/** Takes nothing up. */
export const doNothing = (): void => undefined;

/** A promise that nobody may wait for: what it rejects with is kept elsewhere. */
export function silenceRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(doNothing);
  return promise;
}
