import { cpus } from 'node:os';
import { argv, exit } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { newDatabase, startPostgres } from '../tests/support/postgres.ts';
import { startStandby } from '../tests/support/standby.ts';
import { positive, whole } from './command.ts';
import { dataset } from './dataset.ts';
import { drive } from './load.ts';
import { progress } from './measure.ts';
import { startPooler } from './pgbouncer.ts';
import { type DatabaseCpu, databaseCpu } from './postgres.ts';
import { expected, type Operation, type Requests, requestsFor } from './requests.ts';
import { type Server, startServer } from './server.ts';
import { median } from './statistics.ts';
import { nonetOn } from './targets.ts';

const usage = `npm run bench:scaling -- [options]

Measures 1, 2 and 3 instances on one PostgreSQL database, an instance and PgBouncer in session mode, and an instance that reads
from a standby. The database, the standby and the load run on the same machine.

  --rounds N        rounds (5)
  --seconds N       seconds of one slice: one setup, one operation, one round (2)
  --warm N          seconds of load on each operation of each setup before the first round (2)
  --connections N   keep-alive connections, shared by the instances (24)
`;

const measured = ['read', 'list', 'create'] as const satisfies readonly Operation[];

/** Instances that are measured together, and what else works for them. */
interface Setup {
  readonly title: string;
  readonly instances: readonly Server[];
  readonly requests: readonly Readonly<Record<Operation, Requests>>[];
  /** The seconds of CPU of the pooler, if there is one. */
  readonly pooler?: () => number;
}

/** Figures of a setup for one operation, a number for each round. */
interface Figures {
  readonly perSecond: number[];
  /** Requests for each second of CPU of the instances. */
  readonly perCpuSecond: number[];
  /** Milliseconds of CPU for a thousand requests: of the primary, the standby and the pooler. */
  readonly primary: number[];
  readonly standby: number[];
  readonly pooler: number[];
}

async function measure(setup: Setup, operation: Operation, seconds: number, connections: number, cpu: DatabaseCpu[]) {
  const { instances, requests, pooler = () => 0 } = setup;
  const each = Math.max(1, Math.floor(connections / instances.length));
  const [primaryCpu, standbyCpu] = cpu as [DatabaseCpu, DatabaseCpu];
  const before = [primaryCpu(), standbyCpu(), pooler()] as const;
  const slices = await Promise.all(
    instances.map((server, i) => drive(server, requests[i]![operation], expected[operation], each, seconds)),
  );
  const all = slices.reduce((sum, slice) => sum + slice.requests, 0);
  const used = slices.reduce((sum, slice) => sum + slice.cpu, 0);
  const costs = [primaryCpu(), standbyCpu(), pooler()].map((after, i) => ((after - before[i]!) * 1e6) / all);
  return { perSecond: all / Math.max(...slices.map((slice) => slice.seconds)), perCpuSecond: all / used, costs };
}

async function compare(): Promise<void> {
  const [rounds, connections] = [whole('rounds', values.rounds), whole('connections', values.connections)];
  const [seconds, warm] = [positive('seconds', values.seconds), positive('warm', values.warm)];
  const server = await startPostgres(['shared_buffers=256MB', 'max_wal_size=4GB']);
  const database = await newDatabase(server.address, 'benchmark_scaling');
  const target = nonetOn('scaling', 'Nonet on PostgreSQL', 'postgres');
  progress('100,000 invoices');
  const keys = await target.prepare(database);
  const standby = await startStandby(server);
  const cpu = [await databaseCpu(server.address), await databaseCpu(standby.of(server.address))];
  const pooler = await startPooler(database, 'session');
  const content = dataset();
  const start = async (title: string, count: number, address = database, flags: readonly string[] = []) => {
    progress(`starting: ${title}`);
    const command = [...target.command(address), ...flags];
    const instances = await Promise.all(Array.from({ length: count }, () => startServer(command)));
    const requests = await Promise.all(instances.map(({ port }) => requestsFor(port, keys.writer, content)));
    return { title, instances, requests };
  };
  const setups: Setup[] = [];
  try {
    for (const count of [1, 2, 3]) setups.push(await start(`${count} instance${count === 1 ? '' : 's'}`, count));
    if (pooler === undefined) progress('PgBouncer is not installed: left out');
    else {
      setups.push({ ...(await start('1 instance, PgBouncer', 1, pooler.address)), pooler: pooler.cpuSeconds });
      setups.push({ ...(await start('2 instances, PgBouncer', 2, pooler.address)), pooler: pooler.cpuSeconds });
    }
    for (const count of [1, 2]) {
      const title = `${count} instance${count === 1 ? '' : 's'}, standby`;
      setups.push(await start(title, count, database, ['--read-from', standby.of(database)]));
    }
    await caughtUp(database, standby.of(database));
    for (const operation of measured) {
      const figures = new Map(setups.map((setup) => [setup, createFigures()]));
      for (let round = -1; round < rounds; round++) {
        for (let i = 0; i < setups.length; i++) {
          const setup = setups[(i + round + 1) % setups.length]!;
          const found = await measure(setup, operation, round < 0 ? warm : seconds, connections, cpu);
          if (round >= 0) addTo(figures.get(setup)!, found);
        }
        progress(`${operation}: round ${round + 1} of ${rounds}`);
      }
      print(operation, figures);
    }
  } finally {
    await Promise.all(setups.flatMap(({ instances }) => instances.map((instance) => instance.stop())));
    pooler?.stop();
    await standby.stop();
    await server.stop();
  }
}

/** Waits until a standby has applied what its primary has written, and until the instances have noticed. */
async function caughtUp(primary: string, standby: string): Promise<void> {
  const ask = async (address: string, text: string): Promise<unknown> => {
    const client = new Client({ connectionString: address });
    await client.connect();
    const { rows } = await client.query<{ at: unknown }>(text);
    await client.end();
    return rows[0]!.at;
  };
  const end = await ask(primary, 'SELECT pg_current_wal_flush_lsn() AS at');
  const applied = `SELECT pg_last_wal_replay_lsn() >= '${end}' AS at`;
  while ((await ask(standby, applied)) !== true) await pause(200);
  await pause(3_000);
}

function createFigures(): Figures {
  return { perSecond: [], perCpuSecond: [], primary: [], standby: [], pooler: [] };
}

function addTo(figures: Figures, { perSecond, perCpuSecond, costs }: Awaited<ReturnType<typeof measure>>): void {
  figures.perSecond.push(perSecond);
  figures.perCpuSecond.push(perCpuSecond);
  [figures.primary, figures.standby, figures.pooler].forEach((list, i) => void list.push(costs[i]!));
}

function print(operation: Operation, figures: ReadonlyMap<Setup, Figures>): void {
  const middle = (numbers: readonly number[]): string => Math.round(median(numbers)).toLocaleString('en');
  console.log(`\n${operation}: ${cpus().length} CPUs for all processes, Node ${process.version}\n`);
  console.log(
    '| Setup | Per second | Per second of CPU of the instances | CPU of the primary for 1,000 | Standby | PgBouncer |',
  );
  console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
  for (const [{ title }, { perSecond, perCpuSecond, primary, standby, pooler }] of figures) {
    const costs = [primary, standby, pooler].map((list) => `${middle(list)} ms`);
    console.log(`| ${[title, middle(perSecond), middle(perCpuSecond), ...costs].join(' | ')} |`);
  }
}

const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    warm: { type: 'string', default: '2' },
    connections: { type: 'string', default: '24' },
    help: { type: 'boolean', default: false },
  },
});
try {
  if (values.help) console.log(usage);
  else await compare();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
exit();
