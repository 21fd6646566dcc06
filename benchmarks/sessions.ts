import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, exit } from 'node:process';
import { parseArgs } from 'node:util';
import { positive, tell, whole } from './command.ts';
import { drive, type Slice } from './load.ts';
import { randomFrom } from './random.ts';
import type { Server } from './server.ts';
import { median, pairedRatio } from './statistics.ts';
import { timedConnection, timedPairs, welch } from './timing-pairs.ts';

const usage = `npm run bench:sessions -- [options]

  --rounds N    rounds of each kind of request, in turn (21)
  --seconds N   seconds of one slice (0.5)
  --pairs N     pairs of log ins that fail, in turn (10000)

Measures the CPU of a log in without its hash, and of a read by a session compared with a read by a key: the whole process, with HTTP.
`;

/** What a log in may take without its hash, in milliseconds, and a read by a session in parts of a read by a key. */
const [mostLogIn, mostRead] = [1, 1.1];
const connections = 8;
/** From this Welch's t on, two sets of times differ. */
const leastT = 4.5;
/** Sessions that are credentials alone or records, and a caller with an attribute that is read from its record. */
const kinds = ['credentials', 'records', 'records, role of the caller'];

interface Usage {
  readonly cpu: number;
  readonly hashes: number;
}

/** A service that is measured, and the requests to it. */
interface Measured {
  readonly process: ChildProcess;
  readonly server: Server;
  usage(): Promise<Usage>;
  readonly logIn: string;
  readonly readByKey: string;
  readonly readBySession: string;
  /** A log in with an address and a wrong password. */
  failsAs(email: string): string;
}

function write(line: string, token?: string, body?: object): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const credential = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
  const content = body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n`;
  return `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\n${credential}${content}\r\n${text}`;
}

async function start(kind: string, folder: string): Promise<Measured> {
  const options = { execArgv: ['--disable-warning=ExperimentalWarning'] };
  const child = fork(
    new URL('sessions-server.ts', import.meta.url),
    [kind, join(folder, `${kinds.indexOf(kind)}.db`)],
    options,
  );
  const [{ port, key }] = (await once(child, 'message')) as [{ port: number; key: string }];
  const usage = async (): Promise<Usage> => {
    child.send('usage');
    const [told] = (await once(child, 'message')) as [Usage];
    return told;
  };
  const post = async (path: string, body: object, token?: string): Promise<{ readonly token: string }> => {
    const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (response.status > 201) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { readonly token: string };
  };
  const ada = { email: 'ada@example.com', password: 'correct horse battery' };
  const { token } = await post('/people', ada);
  await post('/notes', { title: 'A note' }, key);
  return {
    process: child,
    server: {
      port,
      pid: child.pid!,
      cpuSeconds: async () => (await usage()).cpu,
      memory: async () => 0,
      stop: async () => void child.kill(),
    },
    usage,
    logIn: write('POST /log-in', undefined, ada),
    readByKey: write('GET /notes/1', key),
    readBySession: write('GET /notes/1', token),
    failsAs: (email) => write('POST /log-in', undefined, { email, password: 'another horse battery' }),
  };
}

/** Compares the times of a log in with a wrong password and of one with an unknown address. */
async function compareUnknown({ server, failsAs }: Measured, count: number): Promise<boolean> {
  const timed = await timedConnection(server.port);
  const wrong = (): string => failsAs('ada@example.com');
  const unknown = (i: number): string => failsAs(`${String(i % 900).padStart(3, '0')}@example.com`);
  const { t, left, right } = welch(await timedPairs(timed, count, randomFrom(1), wrong, unknown));
  timed.end();
  tell('  log in with a wrong password, with an unknown address, µs', `${left.toFixed(1)}, ${right.toFixed(1)}`);
  tell(
    `  Welch's t of ${count.toLocaleString('en')} pairs (promised: below ${leastT})`,
    t.toFixed(2),
    Math.abs(t) < leastT,
  );
  return Math.abs(t) < leastT;
}

/** The microseconds of CPU of one request. */
const costOf = ({ cpu, requests }: Slice): number => (cpu / requests) * 1e6;

async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: argv.slice(2),
    options: {
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      pairs: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) {
    console.log(usage);
    return true;
  }
  const rounds = whole('rounds', values.rounds ?? '21');
  const seconds = positive('seconds', values.seconds ?? '0.5');
  const pairs = whole('pairs', values.pairs ?? '10000');
  const folder = mkdtempSync(join(tmpdir(), 'nonet-sessions-'));
  let holds = true;
  try {
    for (const kind of kinds) {
      const measured = await start(kind, folder);
      const { server, logIn, readByKey, readBySession } = measured;
      const ask = (request: string, time: number) => drive(server, () => request, 200, connections, time);
      for (const request of [logIn, readByKey, readBySession]) await ask(request, 3);
      const costs: Record<'logIn' | 'key' | 'session', number[]> = { logIn: [], key: [], session: [] };
      let [logIns, hashes] = [0, 0];
      for (let round = 0; round < rounds; round++) {
        const reads = [['key', readByKey] as const, ['session', readBySession] as const];
        if (round % 2 === 1) reads.reverse();
        for (const [name, request] of reads) costs[name].push(costOf(await ask(request, seconds)));
        const before = await measured.usage();
        const slice = await ask(logIn, seconds);
        hashes += (await measured.usage()).hashes - before.hashes;
        logIns += slice.requests;
        costs.logIn.push(costOf(slice));
      }
      const { ratio, low, high } = pairedRatio(costs.session, costs.key);
      const milliseconds = median(costs.logIn) / 1000;
      console.log(`Sessions that are ${kind}`);
      tell('  hashes of a log in (promised: 1)', (hashes / logIns).toFixed(2), hashes === logIns);
      tell('  CPU of a log in without it, ms (promised: 1)', milliseconds.toFixed(2), milliseconds <= mostLogIn);
      tell('  CPU of a read by key, µs', median(costs.key).toFixed(1));
      tell('  CPU of a read by session, µs', median(costs.session).toFixed(1));
      const shown = `${ratio.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
      tell(`  read by session to read by key (promised: ${mostRead})`, shown, ratio <= mostRead);
      holds &&= hashes === logIns && milliseconds <= mostLogIn && ratio <= mostRead;
      if (kind === kinds[0]) holds = (await compareUnknown(measured, pairs)) && holds;
      await server.stop();
    }
    return holds;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

exit((await run()) ? 0 : 1);
