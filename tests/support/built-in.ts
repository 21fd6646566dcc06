import { syncBuiltinESMExports } from 'node:module';
import type { TestContext } from 'node:test';

/** Replaces a function of a built-in module until the test ends, also for files that import it by its name. */
export function replaceBuiltIn(
  t: TestContext,
  module: object,
  name: string,
  replaced: (...values: never[]) => unknown,
): void {
  t.mock.method(module as Record<string, () => unknown>, name, replaced as () => unknown);
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
}

/** Creates an error as Node throws it for a system call that fails. */
export function createSystemError(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}
