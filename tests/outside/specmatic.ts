import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadModule } from '../../src/cli/document/module/run.ts';
import { describeOpenapi } from '../../src/describe/openapi/index.ts';
import { createWholePlanFinder } from '../../src/operator/whole-plans.ts';
import type { WholePlan } from '../../src/plan/whole.ts';
import { createSource } from '../../src/text/location.ts';
import { listenWithExamples, type Replay } from './replay.ts';

const here = import.meta.dirname;
const jar = join(here, 'node_modules/specmatic/specmatic.jar');

/** The examples whose services are tested. */
const documents = [
  'examples/invoices/invoices.md',
  'examples/seat-holds/seat-holds.md',
  'examples/conduit/conduit.md',
  'examples/guides/shop/shop.md',
];

/** Whether Specmatic can run; prints that it is left out where it cannot. */
export function hasSpecmatic(): boolean {
  const has = spawnSync('java', ['-version']).error === undefined;
  if (!has) console.log('specmatic: left out, because there is no Java here');
  return has;
}

/** Reads descriptions by Specmatic, and holds the examples that it puts together by their names against the schemas; returns what it reports. */
export function validateBySpecmatic(files: readonly string[]): readonly string[] {
  let all = 0;
  const found = files.flatMap((file) => {
    const words = ['-jar', jar, 'validate', `--spec-file=${file}`];
    const { status, stdout } = spawnSync('java', words, { encoding: 'utf8', maxBuffer: 2 ** 28 });
    const [, passed = '0', failed = '0'] = /^Examples\s*\| Passed:\s*(\d+) \| Failed:\s*(\d+)/m.exec(stdout) ?? [];
    all += Number(passed);
    return status === 0 && failed === '0' ? [] : [`${file}: ${failed} examples failed: ${stdout.slice(0, 2_000)}`];
  });
  return all === 0 ? [...found, 'no example was put together'] : found;
}

/** Has Specmatic send the requests of the examples, and its own, to their services, and hold the responses against the descriptions; returns what it reports. */
export async function testBySpecmatic(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const document of documents) {
    const file = resolve(here, '../..', document);
    const find = createWholePlanFinder(createSource(document, readFileSync(file, 'utf8')));
    const plan = (await find())!;
    const replay = await listenWithExamples(plan, await loadModule(file, plan));
    const { examples, events } = replay.played;
    const description = join(folder, `${document.replaceAll('/', '-')}-tested.json`);
    writeFileSync(description, JSON.stringify(describeOpenapi(plan, { openapi: '3.1.2', examples, events })));
    const unplayed = listUnplayed(plan, replay);
    for (const one of unplayed) console.log(`specmatic: left out, because no example has it: ${one}`);
    found.push(...(await testService(folder, description, replay, unplayed)));
    await replay.close();
  }
  return found;
}

/** Filters of the responses of success that no request brings about without knowledge of the handler. */
function listUnplayed(plan: WholePlan, { played }: Replay): readonly string[] {
  return plan.operations.flatMap(({ name, method, path, exchange }) => {
    const statuses = new Set(played.examples[name]?.map(({ response }) => response.status));
    return (exchange?.statuses ?? [])
      .filter(({ on, status }) => on === 'success' && !statuses.has(status))
      .map(({ status }) => `(METHOD='${method}' && PATH='${path}' && STATUS='${status}')`);
  });
}

async function testService(
  folder: string,
  description: string,
  { address }: Replay,
  unplayed: readonly string[],
): Promise<readonly string[]> {
  const filter = unplayed.length === 0 ? [] : [`--filter=${unplayed.map((one) => `!${one}`).join(' && ')}`];
  const words = ['-jar', jar, 'test', `--testBaseURL=${address}`, ...filter, description];
  const run = spawn('java', words, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  run.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [status] = await once(run, 'close');
  const [, all = '0', passed = '0'] = /^Tests run: (\d+), Successes: (\d+)/m.exec(said) ?? [];
  console.log(`specmatic: ${passed} of ${all} tests of ${description.slice(folder.length + 1)}`);
  if (status === 0 && all === passed && all !== '0') return [];
  const failures = said.match(/^ +"Scenario: .*(?:FAILED|ABORTED)"$/gm) ?? [said.slice(-2_000)];
  return failures.map((line) => `${description}: ${line.trim()}`);
}
