import { type DestinationStream, pino } from 'pino';
import type { Log } from '../../contracts/platform.ts';
import { toPrintable } from '../../text/printable.ts';
import { createJsonSink } from './writer.ts';

/** The maximum number of buffered characters while standard error cannot be written; further lines are dropped. */
const mostWaiting = 1_048_576;

/** Opens standard error. If it cannot be written, the service continues without its log. */
function openStandardError(): DestinationStream {
  const destination = pino.destination({ dest: 2, sync: true, maxLength: mostWaiting });
  destination.on('error', () => undefined);
  return destination;
}

/** Creates a log of JSON lines of at least a level (`silent`: none). From `info` on, it has a line for each request. */
export function logTo(level: string, destination: DestinationStream = openStandardError()): Log {
  const logger = pino({ level, base: null }, createJsonSink(destination));
  return {
    info: (facts, message) => logger.info(facts, message),
    warn: (facts, message) => logger.warn(facts, message),
    error: (facts, message) => logger.error(facts, message),
    notice: (line) => void destination.write(`${toPrintable(`nonet: ${line}`)}\n`),
    ...(logger.isLevelEnabled('info') ? { request: (facts: object) => logger.info(facts, 'request') } : {}),
  };
}
