import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { whole } from '../../benchmarks/command.ts';
import { everyStore } from '../serve/support/stores.fixture.ts';
import { comparisons } from './comparisons.ts';
import { openPair } from './differential.ts';

const usage = `npm run versions:long -- [options]

Sends generated requests to documents of older versions served alone, and to the documents that have all versions,
and compares the answers. Exits with 1 if an answer differs, with 2 if an option is wrong.

  --requests N   requests for each version and placement on each store (10000)
  --seed N       repeats the requests of a run (by default a new seed, which is printed)
  --only TEXT    only comparisons whose title contains TEXT
  --store NAME   sqlite or postgresql (both)
`;

interface Options {
  readonly requests: number;
  readonly seed: number;
  readonly only: string;
  readonly store: string;
}

function optionsOf(args: readonly string[]): Options | undefined {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: { requests: text, seed: text, only: text, store: text, help: { type: 'boolean' } },
  });
  if (values.help === true) return undefined;
  const { requests = '10000', seed = String(randomInt(1, 2 ** 31)), only = '', store = '' } = values;
  if (!['', 'sqlite', 'postgresql'].includes(store))
    throw new Error(`--store wants sqlite or postgresql, not ${store}`);
  if (!comparisons.some(({ title }) => title.includes(only))) {
    throw new Error(`--only ${only} names none of:\n${comparisons.map(({ title }) => `  ${title}`).join('\n')}`);
  }
  return { requests: whole('requests', requests), seed: whole('seed', seed), only, store };
}

/** Shows how far a comparison is, where a person looks on. */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

async function run({ requests, seed, only, store: wanted }: Options): Promise<void> {
  console.log(`seed ${seed}`);
  for (const [store, address] of everyStore.filter(([name]) => name.toLowerCase().includes(wanted))) {
    for (const compared of comparisons.filter(({ title }) => title.includes(only))) {
      const title = `${compared.title} ${store}`;
      const pair = await openPair(compared, address);
      try {
        const sent = await pair.run(requests, seed, (count) => progress(`${title}: ${count} of ${requests}`));
        progress('');
        console.log(`${title}: ${sent} requests, no difference`);
      } catch (error) {
        progress('');
        console.log(error instanceof Error ? `${store}: ${error.message}` : String(error));
        process.exitCode = 1;
      } finally {
        await pair.close();
      }
    }
  }
}

try {
  const options = optionsOf(process.argv.slice(2));
  if (options === undefined) console.log(usage);
  else await run(options);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
