import { argv, exit } from 'node:process';
import { parseArgs } from 'node:util';
import { positive, tell } from './command.ts';
import { drive } from './load.ts';
import { type Flood, flood } from './overload-flood.ts';
import { type Limited, limitedServer } from './overload-server.ts';
import { type DatabaseCpu, databaseCpu, freshPostgres, stopPostgres } from './postgres.ts';
import { requestText } from './requests.ts';
import { startServer } from './server.ts';

const usage = `npm run bench:overload -- [options]

  --minutes N       minutes of load at ten times the rate, for each number of credentials (10)
  --rate N          requests a second that the document lets in, all credentials together (200)
  --credentials A,B how many credentials share the load (1,10,1000)
  --postgres        on a PostgreSQL server of its own, whose CPU is told too; without it a file of SQLite
  --store ADDRESS   on a PostgreSQL database that is there
  --seconds N       seconds of each slice that measures CPU (5)
`;

const connections = 32;
let exitCode = 0;

/** CPU of one answer in microseconds: of the process that serves, and of its database besides where that is known. */
interface Cost {
  readonly process: number;
  readonly database: number | undefined;
}

/** The CPU of one answer, with as many requests as the server takes. */
async function cpuOf(limited: Limited, status: number, seconds: number, database?: DatabaseCpu): Promise<Cost> {
  const requests = (): string => requestText('GET', limited.target, limited.keys[0]);
  await drive(limited.server, requests, status, 16, 1);
  const before = database?.();
  const slice = await drive(limited.server, requests, status, 16, seconds);
  const each = (cpu: number): number => (cpu / slice.requests) * 1e6;
  const besides = database === undefined ? undefined : each(database() - before!);
  return { process: each(slice.cpu), database: besides };
}

/** What Node's own HTTP server needs to answer the same, by a constant. */
async function cpuOfBare(seconds: number): Promise<number> {
  const server = await startServer([new URL('yardsticks/bare.ts', import.meta.url).pathname]);
  try {
    const requests = (): string => requestText('GET', '/', 'key');
    await drive(server, requests, 429, 16, 1);
    const slice = await drive(server, requests, 429, 16, seconds);
    return (slice.cpu / slice.requests) * 1e6;
  } finally {
    await server.stop();
  }
}

async function compareCpu(options: Options): Promise<void> {
  const { seconds } = options;
  const store = await storeOf(options);
  const database = options.postgres ? await databaseCpu(store!) : undefined;
  const free = await limitedServer({ store, credentials: 1, perMinute: 100_000_000 });
  const read = await cpuOf(free, 200, seconds, database);
  await free.end();
  const full = await limitedServer({ store: await storeOf(options), credentials: 1, perMinute: 1 });
  // The first one is let in.
  await drive(full.server, () => requestText('GET', full.target, full.keys[0]), 200, 1, 0);
  const refusal = await cpuOf(full, 429, seconds, database);
  await full.end();
  const bare = await cpuOfBare(seconds);
  tell('CPU of a read with key and rate limit', micro(read.process));
  tell('CPU of a refusal', micro(refusal.process));
  if (read.database !== undefined && refusal.database !== undefined) {
    const [whole, refused] = [read.process + read.database, refusal.process + refusal.database];
    tell('CPU of a read, database included', micro(whole));
    tell('CPU of a refusal, database included', micro(refused));
    tell('a refusal to a read, database included', (refused / whole).toFixed(2), refused / whole <= 0.2);
  }
  tell('CPU of a constant answer by node:http alone', micro(bare));
  const ratio = refusal.process / read.process;
  tell('a refusal to a read', ratio.toFixed(2), ratio <= 0.2);
  tell('the same without what node:http itself needs', ((refusal.process - bare) / (read.process - bare)).toFixed(2));
}

function micro(microseconds: number): string {
  return `${microseconds.toFixed(1)} us`;
}

/** Where a server keeps its records: nothing for a file of its own. */
function storeOf({ postgres, store }: Options): Promise<string> | string | undefined {
  return postgres ? freshPostgres() : store;
}

async function overload(options: Options, credentials: number): Promise<void> {
  const { minutes, rate } = options;
  const perMinute = Math.max(1, Math.round((rate * 60) / credentials));
  const stated = (perMinute * credentials) / 60;
  console.log(`\n${credentials} credentials, ${perMinute} a minute each, ${minutes} minutes at ten times the rate`);
  const calm = await limitedServer({ store: await storeOf(options), credentials, perMinute });
  const half = await flood(calm, stated / 2, Math.min(minutes, 1) * 60, connections);
  await calm.end();
  const limited = await limitedServer({ store: await storeOf(options), credentials, perMinute });
  const run = await flood(limited, stated * 10, minutes * 60, connections);
  await limited.end();
  report(run, half, perMinute, credentials);
}

function report(run: Flood, half: Flood, perMinute: number, credentials: number): void {
  const { admitted, refused, others, seconds, offered } = run;
  const most = credentials * perMinute * (1 + seconds / 60);
  // What was asked for bounds what can be let in.
  const due = Math.min(most, offered);
  tell('asked', `${offered} in ${seconds.toFixed(1)} s`);
  tell(
    'admitted, of B + N t/T',
    `${admitted} of ${most.toFixed(0)}`,
    admitted <= most * 1.01 && admitted >= Math.min(due * 0.99, due - credentials),
  );
  tell('refused with 429 and Retry-After', String(refused));
  tell('answered otherwise', String(others), others === 0);
  tell('p99 of the admitted', `${run.p99.toFixed(2)} ms`);
  tell('p99 at half the rate', `${half.p99.toFixed(2)} ms`, run.p99 <= 2 * half.p99);
  const [early, late] = run.memory;
  tell('memory at the end to that after a fifth', `${late} / ${early} MiB`, late <= early * 1.1);
}

interface Options {
  readonly minutes: number;
  readonly rate: number;
  readonly credentials: readonly number[];
  readonly seconds: number;
  readonly store: string | undefined;
  /** On a server of PostgreSQL that is started for this. */
  readonly postgres: boolean;
}

function optionsOf(words: readonly string[]): Options | undefined {
  const { values } = parseArgs({
    args: [...words],
    options: {
      minutes: { type: 'string', default: '10' },
      rate: { type: 'string', default: '200' },
      credentials: { type: 'string', default: '1,10,1000' },
      seconds: { type: 'string', default: '5' },
      store: { type: 'string' },
      postgres: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  if (values.postgres && values.store !== undefined) {
    throw new Error('--postgres starts a server of its own: leave out --store');
  }
  return {
    minutes: positive('minutes', values.minutes),
    rate: positive('rate', values.rate),
    credentials: values.credentials.split(',').map((text) => positive('credentials', text)),
    seconds: positive('seconds', values.seconds),
    store: values.store,
    postgres: values.postgres,
  };
}

try {
  const options = optionsOf(argv.slice(2));
  if (options === undefined) {
    console.log(usage);
    exit(0);
  }
  await compareCpu(options);
  for (const credentials of options.credentials) await overload(options, credentials);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  exitCode = 2;
} finally {
  await stopPostgres();
}
exit(exitCode);
