import { memo } from '../../text/memo.ts';

/** Turns of the event loop without work in flight after which a service counts as idle. */
const calmTurns = 4;
/** How long a service may take to become idle, in real milliseconds. */
export const patience = 20_000;

/** The work in flight of a service, as far as its environment has promises for it. */
export interface InFlight {
  /** Counts a promise as long as it is pending. */
  count<T>(promise: Promise<T>): Promise<T>;
  /** An object whose methods, and those of objects in it, count what they promise. */
  counting<T extends object>(object: T): T;
  /** Resolves when nothing has been in flight for a few turns; rejects after 20 real seconds. */
  rest(): Promise<void>;
}

/** Starts to count work in flight. */
export function trackInFlight(): InFlight {
  let pending = 0;
  const count = <T>(promise: Promise<T>): Promise<T> => {
    pending++;
    const done = (): void => void pending--;
    promise.then(done, done);
    return promise;
  };
  const counted = (value: unknown): unknown => {
    if (value instanceof Promise) return count(value);
    return typeof value === 'object' && value !== null && hasMethods(value) ? toCounting(value) : value;
  };
  const toCounting = memo((object: object): object => {
    const toMethod = memo((method: (...given: unknown[]) => unknown) => {
      return (...given: unknown[]) => counted(method.apply(object, given));
    });
    return new Proxy(object, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? toMethod(value as () => unknown) : counted(value);
      },
    });
  });
  return {
    count,
    counting: (object) => toCounting(object) as typeof object,
    async rest() {
      const end = performance.now() + patience;
      for (let calm = 0; calm < calmTurns; calm = pending === 0 ? calm + 1 : 0) {
        if (performance.now() > end) throw new Error('the service does not come to rest within 20 seconds');
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

/** Whether an object is a part of a store, such as its events or a question, and no row or list. */
function hasMethods(value: object): boolean {
  return !Array.isArray(value) && Object.values(value).some((candidate) => typeof candidate === 'function');
}
