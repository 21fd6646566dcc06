/** Takes nothing up. */
export const doNothing = (): void => undefined;

/** Handles the rejection of a promise that may never be awaited: its error is reported elsewhere. */
export function silenceRejection<T>(promise: Promise<T>): Promise<T> {
  promise.catch(doNothing);
  return promise;
}
