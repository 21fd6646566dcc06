import type { Log } from '../../contracts/platform.ts';
import { getCurrentOwner } from '../../serve/node/owner.ts';
import { readStack } from '../../serve/request/thrown.ts';
import { present } from '../../text/present.ts';

/**
 * Lets the process go on when code of the document's author fails where nobody waits for it, such as in a timer: the log names the
 * code. A failure of Nonet itself ends the process as before.
 */
export function logStrayErrors(log: Log): void {
  // A mistake in a call of the store is found some frames below the line that calls it.
  Error.stackTraceLimit = 30;
  const others = process.listeners('uncaughtException');
  const ofCode = (error: unknown, how: string): boolean => {
    const owner = getCurrentOwner();
    if (owner === undefined) return false;
    const { what, ctx } = owner;
    log.error({ ...present({ traceId: ctx?.traceId }), error: readStack(error) }, `${how} in ${what}`);
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
