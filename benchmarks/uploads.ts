import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, exit } from 'node:process';
import { parseArgs } from 'node:util';
import { tell, whole } from './command.ts';

const usage = `npm run bench:uploads -- [options]

  --size N     megabytes of each upload (100)
  --rounds N   uploads of each kind, of which the fastest counts (9)
`;

/** The memory that an upload may take, in bytes, and the share of the throughput of node:http that it reaches. */
const [mostMemory, leastShare] = [64 * 1_048_576, 0.8];

interface Measured {
  readonly process: ChildProcess;
  readonly port: number;
}

/** Bytes of memory, and seconds of CPU. */
interface Usage {
  readonly peak: number;
  readonly now: number;
  readonly cpu: number;
}

async function start(kind: string, folder: string): Promise<Measured> {
  const options = { execArgv: ['--disable-warning=ExperimentalWarning'] };
  const child = fork(new URL('uploads-server.ts', import.meta.url), [kind, folder], options);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { process: child, port };
}

async function askUsage({ process: child }: Measured): Promise<Usage> {
  child.send('usage');
  const [usage] = (await once(child, 'message')) as [Usage];
  return usage;
}

const piece = Buffer.alloc(1_048_576, 'content ');

/** Sends content of a size; returns the seconds until the response. */
async function upload(port: number, [method, path]: readonly [string, string], size: number): Promise<number> {
  const began = performance.now();
  const headers = { 'Content-Type': 'application/octet-stream', 'Content-Length': size };
  const sent = request({ port, host: '127.0.0.1', method, path, headers });
  for (let left = size; left > 0; left -= piece.length)
    if (!sent.write(left < piece.length ? piece.subarray(0, left) : piece)) await once(sent, 'drain');
  sent.end();
  const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 204) throw new Error(`an upload was answered ${response.statusCode}`);
  return (performance.now() - began) / 1000;
}

async function run(): Promise<boolean> {
  const { values } = parseArgs({
    args: argv.slice(2),
    options: { size: { type: 'string' }, rounds: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help === true) {
    console.log(usage);
    return true;
  }
  const size = whole('size', values.size ?? '100') * 1_000_000;
  const rounds = whole('rounds', values.rounds ?? '9');
  const folder = mkdtempSync(join(tmpdir(), 'nonet-uploads-'));
  const [plain, nonet] = [await start('node:http', join(folder, 'plain')), await start('nonet', folder)];
  try {
    const created = await fetch(`http://127.0.0.1:${nonet.port}/items`, { method: 'POST', body: new FormData() });
    if (created.status !== 201) throw new Error(`the item was answered ${created.status}`);
    const target = ['PUT', '/items/1/content'] as const;
    await upload(nonet.port, target, 1_000_000);
    await upload(plain.port, ['PUT', '/'], 1_000_000);
    const [before, plainBefore] = [await askUsage(nonet), await askUsage(plain)];
    const seconds: Record<'plain' | 'nonet', number[]> = { plain: [], nonet: [] };
    for (let i = 0; i < rounds; i++) {
      seconds.plain.push(await upload(plain.port, ['PUT', '/'], size));
      seconds.nonet.push(await upload(nonet.port, target, size));
    }
    const [after, plainAfter] = [await askUsage(nonet), await askUsage(plain)];
    const [own, other] = [size / Math.min(...seconds.nonet) / 1e6, size / Math.min(...seconds.plain) / 1e6];
    const [memory, plainMemory] = [after.peak - before.now, plainAfter.peak - plainBefore.now];
    const [holdsMemory, holdsShare] = [memory <= mostMemory, own >= leastShare * other];
    tell('node:http writing to a file, MB per second', other.toFixed(0));
    tell('Nonet, MB per second', own.toFixed(0));
    tell(`share of node:http (promised: ${leastShare})`, (own / other).toFixed(2), holdsShare);
    tell('memory above that before, MiB (promised: 64)', (memory / 1_048_576).toFixed(1), holdsMemory);
    tell('the same of node:http, MiB', (plainMemory / 1_048_576).toFixed(1));
    const [cpu, plainCpu] = [after.cpu - before.cpu, plainAfter.cpu - plainBefore.cpu].map((sum) => sum / rounds);
    tell('CPU of an upload, ms', (cpu! * 1000).toFixed(0));
    tell('the same of node:http, ms', (plainCpu! * 1000).toFixed(0));
    return holdsMemory && holdsShare;
  } finally {
    plain.process.kill();
    nonet.process.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

exit((await run()) ? 0 : 1);
