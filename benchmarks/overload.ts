import { argv, exit } from 'node:process';
import { parseArgs } from 'node:util';
import { drive } from './load.ts';
import { type Flood, flood } from './overload-flood.ts';
import { type Limited, limitedServer } from './overload-server.ts';
import { requestText } from './requests.ts';
import { startServer } from './server.ts';

const usage = `npm run bench:overload -- [options]

  --minutes N       minutes of load at ten times the rate, for each number of credentials (10)
  --rate N          requests a second that the document lets in, all credentials together (200)
  --credentials A,B how many credentials share the load (1,10,1000)
  --store ADDRESS   a PostgreSQL database of its own; without it a file of SQLite
  --seconds N       seconds of each slice that measures CPU (5)
`;

const connections = 32;

/** A line of the report: what was measured, and whether it is as promised. */
function tell(what: string, figure: string, holds?: boolean): void {
  const verdict = holds === undefined ? '' : holds ? '  as promised' : '  NOT as promised';
  console.log(`${what.padEnd(58)} ${figure.padStart(22)}${verdict}`);
}

/** CPU of one answer, in microseconds, with as many requests as the server takes. */
async function cpuOf(limited: Limited, status: number, seconds: number): Promise<number> {
  const requests = (): string => requestText('GET', limited.target, limited.keys[0]);
  await drive(limited.server, requests, status, 16, 1);
  const slice = await drive(limited.server, requests, status, 16, seconds);
  return (slice.cpu / slice.requests) * 1e6;
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

async function compareCpu(store: string | undefined, seconds: number): Promise<void> {
  const free = await limitedServer({ store, credentials: 1, perMinute: 100_000_000 });
  const read = await cpuOf(free, 200, seconds);
  await free.end();
  const full = await limitedServer({ store, credentials: 1, perMinute: 1 });
  // The first one is let in.
  await drive(full.server, () => requestText('GET', full.target, full.keys[0]), 200, 1, 0);
  const refusal = await cpuOf(full, 429, seconds);
  await full.end();
  const bare = await cpuOfBare(seconds);
  tell('CPU of a read with key and rate limit', `${read.toFixed(1)} us`);
  tell('CPU of a refusal', `${refusal.toFixed(1)} us`);
  tell('CPU of a constant answer by node:http alone', `${bare.toFixed(1)} us`);
  tell('a refusal to a read', (refusal / read).toFixed(2), refusal / read <= 0.2);
  tell('the same without what node:http itself needs', ((refusal - bare) / (read - bare)).toFixed(2));
}

async function overload(options: Options, credentials: number, store: string | undefined): Promise<void> {
  const { minutes, rate } = options;
  const perMinute = Math.max(1, Math.round((rate * 60) / credentials));
  const stated = (perMinute * credentials) / 60;
  console.log(`\n${credentials} credentials, ${perMinute} a minute each, ${minutes} minutes at ten times the rate`);
  const calm = await limitedServer({ store, credentials, perMinute });
  const half = await flood(calm, stated / 2, Math.min(minutes, 1) * 60, connections);
  await calm.end();
  const limited = await limitedServer({ store, credentials, perMinute });
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
    admitted <= most * 1.01 && admitted >= due * 0.99,
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
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const positive = (name: string, text: string): number => {
    if (Number(text) > 0) return Number(text);
    throw new Error(`--${name} wants a number above 0, not ${text}`);
  };
  return {
    minutes: positive('minutes', values.minutes),
    rate: positive('rate', values.rate),
    credentials: values.credentials.split(',').map((text) => positive('credentials', text)),
    seconds: positive('seconds', values.seconds),
    store: values.store,
  };
}

try {
  const options = optionsOf(argv.slice(2));
  if (options === undefined) {
    console.log(usage);
    exit(0);
  }
  await compareCpu(options.store, options.seconds);
  for (const credentials of options.credentials) await overload(options, credentials, options.store);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  exit(2);
}
