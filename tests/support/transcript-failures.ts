import { StoreUnavailableError } from '../../src/contracts/store.ts';

/** Methods of a store that fail, named as `credentials.find`, and with what; they may change. */
interface Failures {
  of(method: string): Error | undefined;
  /** Whether a method below a place fails. */
  isAbove(place: string): boolean;
  /** Methods may fail later on, with `fail`. */
  readonly mayChange: boolean;
  set(methods: readonly string[]): void;
}

/** Reads which methods fail from the words `--failing a.b,c.d`, `--away a.b` and `--watched`. */
export function createFailures(words: readonly string[]): Failures {
  const named = (flag: string): readonly string[] =>
    words.includes(flag) ? words[words.indexOf(flag) + 1]!.split(',') : [];
  let failing = named('--failing');
  const away = named('--away');
  return {
    of(method) {
      if (failing.includes(method)) return new Error('disk I/O error');
      return away.includes(method) ? new StoreUnavailableError('disk I/O error') : undefined;
    },
    isAbove: (place) => [...failing, ...away].some((method) => method.startsWith(`${place}.`)),
    mayChange: words.includes('--watched'),
    set(methods) {
      failing = methods;
    },
  };
}

/** Returns a store of which some methods fail. */
export function failingAt<T extends object>(of: T, failing: Failures, path = ''): T {
  return new Proxy(of, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      const at = `${path}${String(name)}`;
      if (typeof value !== 'function') {
        return (failing.mayChange || failing.isAbove(at)) && isObject(value)
          ? failingAt(value, failing, `${at}.`)
          : value;
      }
      const method = value.bind(target) as (...given: readonly unknown[]) => unknown;
      return (...given: readonly unknown[]) => {
        const error = failing.of(at);
        if (error !== undefined) return Promise.reject(error);
        const [work] = given as [(transaction: object) => unknown];
        const inside = (transaction: object): unknown => work(failingAt(transaction, failing, 'transaction.'));
        const made = at === 'write' && failing.isAbove('transaction') ? method(inside) : method(...given);
        return failing.isAbove(at) && isObject(made) && !(made instanceof Promise)
          ? failingAt(made, failing, `${at}.`)
          : made;
      };
    },
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
