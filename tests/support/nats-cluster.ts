import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { type NatsServer, natsFor } from './nats.ts';
import { freePort } from './postgres.ts';

/** Three NATS servers that keep each stream three times. */
export interface NatsCluster {
  readonly servers: readonly NatsServer[];
  /** Returns the server that leads the stream. */
  leader(): Promise<NatsServer>;
}

/** Starts a cluster for a test with a stream on all of its servers, and ends it with the test. */
export async function natsClusterFor(
  test: TestContext,
  stream: string,
  subjects: readonly string[],
): Promise<NatsCluster> {
  const servers = await formCluster(test, (server) => server.addStream(stream, subjects, { num_replicas: 3 }));
  const asking = async (at: NatsServer): Promise<string> => {
    const connection = await connect({ servers: [at.address], reconnect: false });
    try {
      const info = await (await jetstreamManager(connection)).streams.info(stream);
      if (info.cluster?.leader === undefined) throw new Error('no leader');
      return info.cluster.leader;
    } finally {
      await connection.close();
    }
  };
  return {
    servers,
    leader: async () => servers[Number((await retry(() => asking(servers[0]!))).slice(1))]!,
  };
}

/** Starts three servers until work that needs all of them succeeds: rarely, a server does not find the others in time. */
async function formCluster(
  test: TestContext,
  work: (server: NatsServer) => Promise<void>,
  tries = 3,
): Promise<readonly NatsServer[]> {
  const ports = [await freePort(), await freePort(), await freePort()];
  const routes = ports.map((port) => `nats-route://127.0.0.1:${port}`).join(', ');
  // A server says that it is ready when it has found the others: all three start at once.
  const servers = await Promise.all(
    ports.map((port, i) =>
      natsFor(test, [
        `server_name: n${i}`,
        `cluster { name: nonet, listen: "127.0.0.1:${port}", routes: [${routes}] }`,
      ]),
    ),
  );
  try {
    // The cluster takes streams when its servers have elected one of them.
    await retry(() => work(servers[0]!), 20_000);
    return servers;
  } catch (error) {
    if (tries === 1) throw error;
    await Promise.all(servers.map((server) => server.stop(true)));
    return formCluster(test, work, tries - 1);
  }
}

async function retry<T>(work: () => Promise<T>, milliseconds = 60_000): Promise<T> {
  for (const until = performance.now() + milliseconds; ; await pause(200)) {
    try {
      return await Promise.race([work(), failAfter(5_000)]);
    } catch (error) {
      if (performance.now() > until) throw error;
    }
  }
}

async function failAfter(milliseconds: number): Promise<never> {
  await pause(milliseconds, undefined, { ref: false });
  throw new Error(`no response within ${milliseconds} ms`);
}
