import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { argv, env, execPath, exit } from 'node:process';
import { fileURLToPath } from 'node:url';
import { writeDrawing } from './drawing.ts';
import { measure, progress, type Running, startTarget } from './measure.ts';
import { type Options, readOptions, usage } from './options.ts';
import { stopPostgres } from './postgres.ts';
import { profile } from './profile.ts';
import { clockOf, linesOf, startTableOf, tableOf, writeTable } from './table.ts';
import { type Target, targets } from './targets.ts';
import { verify } from './verify.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

/** The packages of the yardsticks are no part of Nonet's own: they are fetched when they are first needed. */
function install(): void {
  if (existsSync(`${here}node_modules/fastify`) && existsSync(`${here}node_modules/better-sqlite3`)) return;
  progress('npm install --prefix benchmarks');
  // The packages must be those of this Node, whichever one npm itself would find.
  const path = `${dirname(execPath)}${delimiter}${env.PATH ?? ''}`;
  execFileSync('npm', ['install', '--prefix', here, '--no-audit', '--no-fund'], {
    stdio: ['ignore', 2, 2],
    env: { ...env, PATH: path },
  });
}

function targetOf(name: string): Target {
  const found = targets.find((target) => target.name === name);
  if (found === undefined) {
    throw new Error(`there is no server ${name}: ${targets.map((target) => target.name).join(', ')}`);
  }
  return found;
}

async function compare(options: Options): Promise<void> {
  const running: Running[] = [];
  try {
    for (const name of options.targets) running.push(await startTarget(targetOf(name)));
    const cases = await verify(running);
    progress(`${cases} requests were answered alike by ${options.targets.join(', ')}`);
    const { perCpuSecond, perSecond } = await measure(running, options);
    const lines = linesOf(perCpuSecond);
    const titles = new Map(targets.map(({ name, title }) => [name, title]));
    const table = [...tableOf(lines, titles), '', ...(await startTableOf(running))];
    console.log(options.json ? JSON.stringify(lines, null, 2) : table.join('\n'));
    if (!options.json) console.log(`\nOn the clock, a second: ${clockOf(perSecond)}`);
    if (!options.write) return;
    writeTable(table, options);
    writeDrawing(lines, titles);
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
  install();
  if (options.profile === undefined) await compare(options);
  else await profile(targetOf(options.targets[0]!), options.profile, options);
} catch (error) {
  progress(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
} finally {
  await stopPostgres();
}
exit();
