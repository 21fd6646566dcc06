import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { argv, env, execPath, exit } from 'node:process';
import { fileURLToPath } from 'node:url';
import { writeDrawing } from './drawing.ts';
import { measure, progress, type Running, startTarget } from './measure.ts';
import { type Options, readOptions, usage } from './options.ts';
import { peers } from './peers.ts';
import { stopPostgres } from './postgres.ts';
import { profile } from './profile.ts';
import { clockOf, linesOf, startTableOf, tableOf, writeTable } from './table.ts';
import { type Target, targets } from './targets.ts';
import { verify } from './verify.ts';

const all: readonly Target[] = [...targets, ...peers];
const here = fileURLToPath(new URL('.', import.meta.url));

/** The packages of the yardsticks and of the peers are not among Nonet's own: they are installed when they are first needed. */
function install(options: Options): void {
  // The packages must be those of this Node, whichever one npm itself would find.
  const path = `${dirname(execPath)}${delimiter}${env.PATH ?? ''}`;
  const npm = (words: readonly string[], folder: string): void => {
    progress(`npm ${words.join(' ')} --prefix ${folder}`);
    execFileSync('npm', [...words, '--prefix', folder, '--no-audit', '--no-fund'], {
      stdio: ['ignore', 2, 2],
      env: { ...env, PATH: path },
    });
  };
  const missing = (folder: string, names: readonly string[]): boolean =>
    !names.every((name) => existsSync(`${folder}node_modules/${name}`));
  if (missing(here, ['fastify', 'better-sqlite3'])) npm(['install'], here);
  const asked = options.targets.some((name) => peers.some((peer) => peer.name === name));
  if (asked && missing(`${here}peers/`, ['hono', 'drizzle-orm', '@sap/cds']))
    npm(['ci', '--ignore-scripts'], `${here}peers/`);
}

function targetOf(name: string): Target {
  const found = all.find((target) => target.name === name);
  if (found === undefined) {
    throw new Error(`there is no server ${name}: ${all.map((target) => target.name).join(', ')}`);
  }
  return found;
}

async function compare(options: Options): Promise<void> {
  const running: Running[] = [];
  try {
    for (const name of options.targets) running.push(await startTarget(targetOf(name)));
    // The peers answer in their own ways: only the statuses of the four operations are compared.
    const alike = running.filter(({ target }) => !peers.includes(target));
    const cases = await verify(alike);
    progress(`${cases} requests were answered alike by ${alike.map(({ target }) => target.name).join(', ')}`);
    const { perCpuSecond, perSecond } = await measure(running, options);
    const lines = linesOf(perCpuSecond);
    const titles = new Map(all.map(({ name, title }) => [name, title]));
    const table = [...tableOf(lines, titles), '', ...(await startTableOf(running))];
    console.log(options.json ? JSON.stringify(lines, null, 2) : table.join('\n'));
    if (!options.json) console.log(`\nOn the clock, a second: ${clockOf(perSecond)}`);
    if (!options.write) return;
    writeTable(table, options);
    if (!options.peers) writeDrawing(lines, titles);
  } finally {
    await Promise.all(running.map(({ server }) => server.stop()));
  }
}

try {
  const options = readOptions(argv.slice(2));
  if (options.help) {
    console.log(usage);
    exit(0);
  }
  install(options);
  if (options.profile === undefined) await compare(options);
  else await profile(targetOf(options.targets[0]!), options.profile, options);
} catch (error) {
  progress(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
} finally {
  await stopPostgres();
}
exit();
