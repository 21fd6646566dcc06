import { AsyncLocalStorage } from 'node:async_hooks';
import type { CodeOwner } from '../../contracts/platform.ts';

const owners = new AsyncLocalStorage<CodeOwner>();

/** Runs code of the document's author: whatever it starts, timers too, is known to be its own. */
export function runAsOwner<T>(owner: CodeOwner, work: () => T): T {
  return owners.run(owner, work);
}

/** Returns the code that runs, or that started what runs; undefined where that is Nonet itself. */
export function getCurrentOwner(): CodeOwner | undefined {
  return owners.getStore();
}
