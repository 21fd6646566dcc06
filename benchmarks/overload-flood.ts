import { type Connection, openConnection } from './client.ts';
import type { Limited } from './overload-server.ts';
import { requestText } from './requests.ts';

/** What became of a load. */
export interface Flood {
  readonly offered: number;
  readonly admitted: number;
  /** With 429 and Retry-After. */
  readonly refused: number;
  readonly others: number;
  readonly seconds: number;
  /** Milliseconds, of the admitted. */
  readonly p99: number;
  /** MiB after a fifth of the time and at the end. */
  readonly memory: readonly [early: number, late: number];
}

/** Lets what has come in be seen. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Asks so many times a second, evenly and by turns with each credential, whatever becomes of the answers: what is due and finds
 * no free connection is asked as soon as there is one. It never sleeps, so that what it measures is the server's time.
 */
export async function flood(limited: Limited, perSecond: number, seconds: number, width: number): Promise<Flood> {
  const { server, keys, target } = limited;
  const times: number[] = [];
  const count = { offered: 0, admitted: 0, refused: 0, others: 0 };
  let failure: Error | undefined;
  const fail = (error: Error): void => {
    failure ??= error;
  };
  const free: Connection[] = Array.from({ length: width }, () => openConnection(server.port, fail));
  const all = [...free];
  const requests = keys.map((key) => requestText('GET', target, key));
  const send = (connection: Connection): void => {
    const began = performance.now();
    connection.send(requests[count.offered++ % requests.length]!, false, ({ status, head }) => {
      if (status === 200) {
        count.admitted++;
        times.push(performance.now() - began);
      } else if (status === 429 && /\r\nretry-after: [1-9]/i.test(head)) count.refused++;
      else count.others++;
      free.push(connection);
    });
  };
  const began = performance.now();
  const elapsed = (): number => (performance.now() - began) / 1000;
  let early: number | undefined;
  while (elapsed() < seconds && failure === undefined) {
    // By turns: the server closes connections that are idle for long.
    for (const due = elapsed() * perSecond; count.offered < due && free.length > 0; ) send(free.shift()!);
    if (early === undefined && elapsed() > seconds / 5) early = await server.memory();
    await turn();
  }
  while (free.length < width && failure === undefined) await turn();
  const took = elapsed();
  const late = await server.memory();
  for (const connection of all) connection.close();
  if (failure !== undefined) throw failure;
  times.sort((left, right) => left - right);
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
  return { ...count, seconds: took, p99, memory: [early ?? late, late] };
}
