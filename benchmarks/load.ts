import { openConnection } from './client.ts';
import type { Requests } from './requests.ts';
import type { Server } from './server.ts';

/** What one slice of load came to. */
export interface Slice {
  readonly requests: number;
  /** Seconds of CPU of the server's process. */
  readonly cpu: number;
  /** Seconds on the clock. */
  readonly seconds: number;
}

/**
 * Asks a server for some seconds over keep-alive connections, each sending its next request when its last one is answered.
 * Fails at the first answer of another status than the expected one.
 */
export async function drive(
  server: Server,
  requests: Requests,
  status: number,
  connections: number,
  seconds: number,
): Promise<Slice> {
  const cpuBefore = await server.cpuSeconds();
  const began = performance.now();
  const counts = await Promise.all(
    Array.from({ length: connections }, () => driveOne(server.port, requests, status, began + seconds * 1000)),
  );
  const took = (performance.now() - began) / 1000;
  const cpu = (await server.cpuSeconds()) - cpuBefore;
  return { requests: counts.reduce((sum, count) => sum + count, 0), cpu, seconds: took };
}

function driveOne(port: number, requests: Requests, status: number, until: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const connection = openConnection(port, reject);
    let count = 0;
    const next = (): void => {
      const request = requests();
      connection.send(request, false, (received) => {
        if (received.status !== status) {
          connection.close();
          reject(new Error(`${request}\nwas answered by\n${received.head}`));
          return;
        }
        count++;
        if (performance.now() < until) return next();
        connection.close();
        resolve(count);
      });
    };
    next();
  });
}
