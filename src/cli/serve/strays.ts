import type { Log } from '../../contracts/platform.ts';
import { getCurrentOwner } from '../../serve/node/owner.ts';
import { readStack } from '../../serve/request/thrown.ts';
import { toLogFacts } from '../../serve/request/trace.ts';

/**
 * Logs uncaught errors of the author's code, such as in a timer, with the name of the code, and keeps the process alive. An
 * uncaught error of Nonet itself still ends the process.
 */
export function logStrayErrors(log: Log): void {
  // Errors in calls of the store are thrown some frames below the line that calls it.
  Error.stackTraceLimit = 30;
  const others = process.listeners('uncaughtException');
  const ofCode = (error: unknown, how: string): boolean => {
    const owner = getCurrentOwner();
    if (owner === undefined) return false;
    const { what, ctx } = owner;
    log.error({ ...(ctx === undefined ? {} : toLogFacts(ctx.trace)), error: readStack(error) }, `${how} in ${what}`);
    return true;
  };
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', (error, origin) => {
    if (ofCode(error, 'uncaught error')) return;
    for (const listener of others) listener(error, origin);
  });
  process.on('unhandledRejection', (reason) => {
    if (!ofCode(reason, 'unhandled rejection')) throw reason;
  });
}
