/** Takes nothing up. */
export const nothing = (): void => undefined;

/** A promise that nobody may wait for: what it rejects with is kept elsewhere. */
export function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(nothing);
  return promise;
}
