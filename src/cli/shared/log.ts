import { createRequire } from 'node:module';
import type { DestinationStream, Logger } from 'pino';
import type { Log } from '../../contracts/platform.ts';
import { toPrintable } from '../../text/printable.ts';
import { createJsonSink } from './writer.ts';

/** The maximum number of buffered characters while standard error cannot be written; further lines are dropped. */
const mostWaiting = 1_048_576;

/** Loads the logger at the first line: most commands and quiet services write none. */
function loadPino(): typeof import('pino') {
  return createRequire(import.meta.url)('pino') as typeof import('pino');
}

/** Opens standard error. If it cannot be written, the service continues without its log. */
function openStandardError(): DestinationStream {
  const destination = loadPino().destination({ dest: 2, sync: true, maxLength: mostWaiting });
  destination.on('error', () => undefined);
  return destination;
}

/**
 * Creates a log of JSON lines of at least a level (`silent`: none), on standard error unless a destination is given. From `info`
 * on, it has a line for each request.
 */
export function logTo(level: string, given?: DestinationStream): Log {
  let opened: DestinationStream | undefined;
  const openDestination = (): DestinationStream => (opened ??= given ?? openStandardError());
  let created: Logger | undefined;
  const openLogger = (): Logger =>
    (created ??= loadPino().pino({ level, base: null }, createJsonSink(openDestination())));
  return {
    info: (facts, message) => openLogger().info(facts, message),
    warn: (facts, message) => openLogger().warn(facts, message),
    error: (facts, message) => openLogger().error(facts, message),
    notice: (line) => void openDestination().write(`${toPrintable(`nonet: ${line}`)}\n`),
    ...(level === 'info' || level === 'debug'
      ? { request: (facts: object) => openLogger().info(facts, 'request') }
      : {}),
  };
}
