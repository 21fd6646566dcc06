import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { positive, whole } from './command.ts';
import { dataset } from './dataset.ts';
import { drive } from './load.ts';
import { progress, type Running, startTarget } from './measure.ts';
import { stopPostgres } from './postgres.ts';
import { expected, type Operation, type Requests, requestsFor } from './requests.ts';
import { median, pairedRatio } from './statistics.ts';
import { nonetOn, type Target } from './targets.ts';

const usage = `npm run bench:cost -- [options]

  --rounds N        rounds (21)
  --seconds N       seconds of one slice (0.5)
  --connections N   keep-alive connections (16)
  --store NAME      sqlite or postgres (sqlite)
`;

const data = fileURLToPath(new URL('data', import.meta.url));
const source = readFileSync(new URL('invoices.md', import.meta.url), 'utf8');
const limitsHead = '| --- | --- | --- | --- | --- | --- |\n| guessing |';

const oneVersion =
  'Version identifiers, their placement in requests and compatibility rules: not shown. There is one version, and no request names it.';
const twoVersions = `| Version | Status |
| --- | --- |
| 2 | current |
| 1 | supported |

| Sent in | Name | When absent |
| --- | --- | --- |
| header | Bench-Version | current |

| Version | Change | What | Before | Old responses | Old requests |
| --- | --- | --- | --- | --- | --- |
| 2 | renamed | Invoice.memo | note | | |
| 2 | renamed | Invoice.status void | cancelled | | |
| 2 | renamed | Line.text | label | | |
| 2 | type | Invoice.paid | string | = \`string(paid)\` | = \`int(input.paid)\` |`;

/** A document for one way of asking: so much of it is put in place of something else, each found once. */
function documentWith(name: string, changes: readonly (readonly [from: string, to: string])[]): string {
  let text = source;
  for (const [from, to] of changes) {
    if (text.split(from).length !== 2) throw new Error(`the document does not state once: ${from}`);
    text = text.replace(from, to);
  }
  mkdirSync(data, { recursive: true });
  const file = `${data}/cost-${name}.md`;
  writeFileSync(file, text);
  return file;
}

/** The same document for anyone, without any key; with a key; with a key and a limit that is far away; and in two versions. */
function targetsOn(store: Target['store']): Readonly<Record<'open' | 'key' | 'limit' | 'versions', Target>> {
  const open = documentWith('open', [
    ['| public | issue token |', '| public | issue token, read Invoice |'],
    ['list Customer, read Invoice, list Invoice |', 'list Customer, list Invoice |'],
  ]);
  const calls = '| calls | rate | all | credential | 100000000 per minute | slow_down |';
  const limit = documentWith('limit', [[limitsHead, limitsHead.replace('| guessing |', `${calls}\n| guessing |`)]]);
  const versions = documentWith('versions', [[oneVersion, twoVersions]]);
  return {
    open: nonetOn('cost-open', 'Nonet, read by anyone', store, open),
    key: nonetOn('cost-key', 'Nonet, read with a key', store),
    limit: nonetOn('cost-limit', 'Nonet, read with a key and a rate limit', store, limit),
    versions: nonetOn('cost-versions', 'Nonet, in two versions', store, versions),
  };
}

/** One way of asking: requests of one operation to one server. */
interface Way {
  readonly title: string;
  readonly running: Running;
  readonly operation: Operation;
  readonly requests: Requests;
  readonly rates: number[];
}

async function waysOf(store: Target['store']): Promise<readonly (readonly Way[])[]> {
  const targets = targetsOn(store);
  const content = dataset();
  const way = async (
    title: string,
    running: Running,
    operation: Operation,
    change: (request: string) => string = (request) => request,
  ): Promise<Way> => {
    const requests = (await requestsFor(running.server.port, running.keys.writer, content))[operation];
    return { title, running, operation, requests: () => change(requests()), rates: [] };
  };
  const open = await startTarget(targets.open);
  const key = await startTarget(targets.key);
  const limit = await startTarget(targets.limit);
  const versions = await startTarget(targets.versions);
  // A cursor is of one version.
  const inVersion = (version: string) => (request: string) =>
    request.replace('\r\n', `\r\nBench-Version: ${version}\r\n`).replace(/\?cursor=\S+/, '');
  let count = 0;
  return [
    [
      await way('read by anyone', open, 'read', (request) => request.replace(/^Authorization: .*\r\n/m, '')),
      await way('read with a key', key, 'read'),
      await way('read with a key and a rate limit', limit, 'read'),
    ],
    [
      await way('create', key, 'create'),
      await way('create with an Idempotency-Key', key, 'create', (request) =>
        request.replace('\r\n', `\r\nIdempotency-Key: "invoice-${Date.now()}-${++count}"\r\n`),
      ),
      await way('create with a rate limit', limit, 'create'),
    ],
    [
      await way('read in the present version', versions, 'read', inVersion('2')),
      await way('read in an older version', versions, 'read', inVersion('1')),
    ],
    [
      await way('list in the present version', versions, 'list', inVersion('2')),
      await way('list in an older version', versions, 'list', inVersion('1')),
    ],
  ];
}

interface Options {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
}

async function measure(groups: readonly (readonly Way[])[], { rounds, seconds, connections }: Options): Promise<void> {
  for (let round = -1; round < rounds; round++) {
    for (const ways of groups) {
      for (let i = 0; i < ways.length; i++) {
        const { running, requests, operation, rates } = ways[(i + round + 1) % ways.length]!;
        const slice = await drive(running.server, requests, expected[operation], connections, seconds);
        // The first round warms up.
        if (round >= 0) rates.push(slice.requests / slice.cpu);
      }
    }
    progress(`round ${round + 1} of ${rounds}`);
  }
}

function tell(groups: readonly (readonly Way[])[]): void {
  console.log('| Request | Per second of CPU | To the first |\n| --- | ---: | ---: |');
  for (const ways of groups) {
    for (const { title, rates } of ways) {
      const { ratio, low, high } = pairedRatio(rates, ways[0]!.rates);
      const shown = rates === ways[0]!.rates ? '' : `${ratio.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
      console.log(`| ${title} | ${Math.round(median(rates)).toLocaleString('en')} | ${shown} |`);
    }
  }
}

const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    rounds: { type: 'string', default: '21' },
    seconds: { type: 'string', default: '0.5' },
    connections: { type: 'string', default: '16' },
    store: { type: 'string', default: 'sqlite' },
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
process.exit();

async function compare(): Promise<void> {
  const rounds = whole('rounds', values.rounds);
  const seconds = positive('seconds', values.seconds);
  const connections = whole('connections', values.connections);
  if (values.store !== 'sqlite' && values.store !== 'postgres') throw new Error(`there is no store ${values.store}`);
  const groups = await waysOf(values.store);
  try {
    await measure(groups, { rounds, seconds, connections });
    tell(groups);
  } finally {
    await Promise.all([...new Set(groups.flat().map(({ running }) => running))].map(({ server }) => server.stop()));
    await stopPostgres();
  }
}
