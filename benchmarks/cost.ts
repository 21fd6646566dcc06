import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { argv, env } from 'node:process';
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
import { openWebhookSink, subscribe, type WebhookSink } from './webhook-sink.ts';

const usage = `npm run bench:cost -- [options]

  --rounds N        rounds (21)
  --seconds N       seconds of one slice (0.5)
  --warm N          seconds of load on each way of asking before the first round (3)
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

/** The example with all its features, whose limit on calls is out of reach. */
function everything(): string {
  const example = readFileSync(new URL('../examples/invoices/invoices.md', import.meta.url), 'utf8');
  const text = example
    .replace('600 per minute, burst 100', '100000000 per minute')
    .replace('| invoices:write | ', '| invoices:write | create WebhookEndpoint, ');
  mkdirSync(data, { recursive: true });
  const file = `${data}/cost-all.md`;
  writeFileSync(file, text);
  return file;
}

/** The same document for anyone, without any key; with a key; with a key and a limit that is far away; and in two versions. */
function targetsOn(
  store: Target['store'],
): Readonly<Record<'open' | 'key' | 'limit' | 'versions' | 'all' | 'hooked', Target>> {
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
    all: nonetOn('cost-all', 'Nonet, with everything', store, everything()),
    hooked: nonetOn('cost-hooked', 'Nonet, with everything and a subscriber', store, everything()),
  };
}

/** One way of asking: requests of one operation to one server. */
interface Way {
  readonly title: string;
  readonly running: Running;
  readonly operation: Operation;
  readonly requests: Requests;
  readonly rates: number[];
  /** The webhooks that each request causes: they are waited for, and their CPU counts. */
  readonly sink?: WebhookSink;
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
  const all = await startTarget(targets.all);
  env.NONET_ALLOW_PRIVATE_WEBHOOKS = 'true';
  env.NONET_WEBHOOK_RATE = '100000';
  const hooked = await startTarget(targets.hooked);
  const sink = await openWebhookSink();
  await subscribe(hooked, sink.url);
  // A cursor is of one version.
  const inVersion = (version: string) => (request: string) =>
    request.replace('\r\n', `\r\nBench-Version: ${version}\r\n`).replace(/\?cursor=\S+/, '');
  let count = 0;
  const keyed = (request: string): string =>
    request.replace('\r\n', `\r\nIdempotency-Key: "invoice-${Date.now()}-${++count}"\r\n`);
  return [
    [
      await way('read by anyone', open, 'read', (request) => request.replace(/^Authorization: .*\r\n/m, '')),
      await way('read with a key', key, 'read'),
      await way('read with a key and a rate limit', limit, 'read'),
    ],
    [
      await way('create', key, 'create'),
      await way('create with an Idempotency-Key', key, 'create', keyed),
      await way('create with a rate limit', limit, 'create'),
      await way('create with an event', all, 'create'),
      await way('create with an event, a rate limit, an Idempotency-Key and three versions', all, 'create', keyed),
      { ...(await way('the same with a webhook', hooked, 'create', keyed)), sink },
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
  /** Seconds of load on each way of asking before the first round. */
  readonly warm: number;
  readonly seconds: number;
  readonly connections: number;
}

async function measure(
  groups: readonly (readonly Way[])[],
  { rounds, seconds, warm, connections }: Options,
): Promise<void> {
  for (let round = -1; round < rounds; round++) {
    for (const ways of groups) {
      for (let i = 0; i < ways.length; i++) {
        const { running, requests, operation, rates, sink } = ways[(i + round + 1) % ways.length]!;
        // The first round warms up.
        const duration = round < 0 ? warm : seconds;
        const due = sink?.count();
        const slice = await drive(running.server, requests, expected[operation], connections, duration);
        const before = await running.server.cpuSeconds();
        if (sink !== undefined) await sink.waitFor(due! + slice.requests);
        const after = (await running.server.cpuSeconds()) - before;
        if (round >= 0) rates.push(slice.requests / (slice.cpu + after));
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
    warm: { type: 'string', default: '3' },
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
    await measure(groups, { rounds, seconds, warm: positive('warm', values.warm), connections });
    tell(groups);
  } finally {
    await Promise.all([...new Set(groups.flat().map(({ running }) => running))].map(({ server }) => server.stop()));
    await stopPostgres();
  }
}
