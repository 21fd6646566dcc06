import assert from 'node:assert/strict';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { said } from '../../src/cli/shared/terminal.fixture.ts';
import { read } from '../../src/operator/documents.ts';
import { openSelf } from '../../src/operator/prove/self.ts';
import { buildWholePlan } from '../../src/parts/index.ts';
import { checks } from '../../src/prove/checks/index.ts';
import { run } from '../../src/prove/run.ts';
import { createTraceJudge } from '../../src/prove/traces/judge.ts';
import { inFolder } from '../support/process.ts';

const page = join(import.meta.dirname, '../../examples/invoices/invoices.md');
const text = readFileSync(page, 'utf8');
const plan = { ...buildWholePlan(read(text).service), text };

const invoice = {
  id: 'inv_01h455vb4pex5vsknk084sn02q',
  customer: 'cus_01h455vb4pex5vsknk084sn02q',
  shop: 's1',
  status: 'draft',
  lines: [{ text: 'Paper', quantity: 1, price: 100 }],
  total: 100,
  paid: 0,
  memo: null,
  due_on: '2026-12-01',
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
};

interface Line {
  readonly [name: string]: unknown;
}

const reading = (status: string, more: Line = {}): Line => ({
  method: 'GET',
  url: `https://api.example.com/invoices/${invoice.id}`,
  status: 200,
  requestHeaders: { Authorization: 'Bearer key_sesame', Cookie: 'other=sesame', 'X-Trace': 'sesame' },
  responseHeaders: { 'Content-Type': 'application/json' },
  responseBody: JSON.stringify({ ...invoice, status }),
  ...more,
});

async function judge(lines: readonly Line[], ...words: readonly string[]) {
  let ended = { status: 0, out: '', err: '' };
  await inFolder(async (folder) => {
    const file = join(folder, 'access.ndjson');
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const { status, out, err } = await said(['prove', page, '--traces', file, ...words]);
    ended = { status, out: out.join('\n'), err: err.join('\n') };
  });
  return ended;
}

test('what the service of an example responds contradicts nothing when it is recorded', async () => {
  const self = await openSelf(plan);
  const until = performance.now() + 2_500;
  const { prover } = await run({
    ...self,
    seed: 0,
    checks,
    isOver: () => performance.now() > until,
    wants: () => true,
  });
  await self.close();
  const { exchanges } = prover.ground;
  const judge = createTraceJudge(plan);
  for (const bodies of [true, false]) {
    for (const { request, response } of exchanges)
      judge.judge({
        ...{ method: request.method, url: request.path, status: response.status, requestHeaders: request.headers },
        ...(bodies ? { responseHeaders: response.headers, responseBody: response.text } : {}),
      });
  }
  const { ledger, judged } = judge.end();
  assert.deepEqual(
    ledger.findings.map(({ line, violation: { expected, got } }) => `${line}: expected ${expected}, found ${got}`),
    [],
  );
  assert.ok(judged > 200, String(judged));
});

test('a recorded response of another status or form is found at its row, without credentials', async () => {
  const { status, out } = await judge([
    reading('draft', { status: 203 }),
    reading('draft', { responseBody: { ...invoice, total: 'a hundred' } }),
    { ...reading('draft'), url: 'https://api.example.com/elsewhere' },
    { ...reading('draft'), requestHeaders: { 'Invoices-Version': '2026-01-01' }, responseBody: '{}' },
  ]);
  assert.equal(status, 1, out);
  assert.match(out, /^Judged 2 of 4 requests in .*access\.ndjson; nothing was sent\.$/m);
  assert.match(out, /expected {2}`read Invoice` responds with 200.*\n {2}found {5}203/);
  assert.match(out, /shows a whole number as `total`\n {2}found {5}the string "a hundred"/);
  assert.match(out, /-H "authorization: Bearer \$KEY_RECORDED"/);
  assert.doesNotMatch(out, /sesame/);
});

test('a state to which no transition leads is a finding only where no order of the requests explains it', async () => {
  const at = (seconds: number, duration?: number): Line => ({
    at: seconds * 1000,
    ...(duration === undefined ? {} : { duration }),
  });
  const after = await judge([reading('paid', at(0, 5)), reading('draft', at(1, 5))]);
  assert.equal(after.status, 1, after.out);
  assert.match(after.out, /expected {2}no transition leads from paid to draft/);
  for (const lines of [
    [reading('draft', at(0, 5)), reading('paid', at(1, 5))],
    // They overlap, or nobody recorded that they do not.
    [reading('paid', at(0, 5_000)), reading('draft', at(1, 5))],
    [reading('paid', at(0)), reading('draft', at(1))],
    [reading('paid'), reading('draft')],
  ])
    assert.equal((await judge(lines)).status, 0);
  const neither = await judge([reading('paid'), reading('void')]);
  assert.match(neither.out, /no transition leads from paid to void/);
});

test('bodies and headers that were not recorded, or were cut, are not judged', async () => {
  const lines = [
    reading('draft', { responseBody: undefined }),
    reading('draft', { responseBody: '', responseHeaders: undefined }),
    reading('draft', { responseBody: '{"id": "inv_01' }),
    reading('draft', { status: 301, responseBody: '' }),
  ];
  const { status, out } = await judge(lines);
  assert.equal(status, 0, out);
});

test('a HAR file is judged the same', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'access.har');
    const entry = (status: string, startedDateTime: string, host = 'api.example.com') => ({
      ...{ startedDateTime, time: 5 },
      request: {
        ...{ method: 'GET', url: `https://${host}/invoices/${invoice.id}` },
        headers: [{ name: 'Authorization', value: 'Bearer key_sesame' }],
      },
      response: {
        ...{ status: 200, headers: [{ name: 'Content-Type', value: 'application/json' }] },
        content: {
          encoding: 'base64',
          text: Buffer.from(JSON.stringify({ ...invoice, status })).toString('base64'),
        },
      },
    });
    const entries = [entry('paid', '2026-11-02T00:00:00Z'), entry('draft', '2026-11-02T00:00:01Z')];
    writeFileSync(file, JSON.stringify({ log: { entries } }));
    const found = await said(['prove', page, '--traces', file, '--format', 'json']);
    assert.equal(found.status, 1, found.err.join('\n'));
    assert.deepEqual(JSON.parse(found.out.join('\n')).traces, { file, judged: 2, others: 0 });
    assert.doesNotMatch(found.out.join('\n'), /key_sesame/);
    const other = entry('draft', '2026-11-02T00:00:01Z', 'other.example');
    writeFileSync(file, JSON.stringify({ log: { entries: [entries[0], other] } }));
    const two = await said(['prove', page, '--traces', file]);
    assert.equal(
      two.err.join('\n').replace(file, 'f'),
      'nonet: f has requests to https://api.example.com and https://other.example. State the address of the service with --base-url.',
    );
    assert.equal((await said(['prove', page, '--traces', file, '--base-url', 'https://api.example.com'])).status, 0);
  }));

test('a file of another form is an error that names the place', () =>
  inFolder(async (folder) => {
    const tell = async (name: string, content: string): Promise<string> => {
      const file = join(folder, name);
      writeFileSync(file, content);
      const { status, err } = await said(['prove', page, '--traces', file]);
      assert.equal(status, 2);
      return err.join('\n').replaceAll(file, name);
    };
    const line = (more: Line): string => JSON.stringify(reading('draft', more));
    assert.deepEqual(
      [
        await tell('a.ndjson', '{}\nx\n'),
        await tell('a.ndjson', `${line({})}\n5`),
        await tell('a.ndjson', line({ status: 99 })),
        await tell('a.ndjson', line({ at: 'soon' })),
        await tell('a.ndjson', line({ responseHeaders: 5 })),
        await tell('a.ndjson', line({ url: '/elsewhere' })),
        await tell('a.har', '[]'),
        await tell('a.har', '{"log":{"entries":[5]}}'),
        await tell('a.ndjson', 'x'.repeat(17 * 1024 * 1024)),
      ],
      [
        'nonet: a.ndjson:1 needs a text in `method` and in `url`.',
        'nonet: a.ndjson:2 is not a JSON object.',
        'nonet: a.ndjson:1 needs a number from 100 to 599 in `status`.',
        'nonet: a.ndjson:1: `at` is not a moment.',
        'nonet: a.ndjson:1: `responseHeaders` is not an object.',
        `nonet: No request in a.ndjson is one of an operation of ${page}.`,
        'nonet: a.har is not a HAR file: it has no list `log.entries`.',
        'nonet: a.har: entry 1 has no `request` and `response`.',
        'nonet: a.ndjson:1 has more than 16 MiB.',
      ],
    );
    const large = join(folder, 'large.har');
    writeFileSync(large, '');
    truncateSync(large, 65 * 1024 * 1024);
    assert.equal(
      (await said(['prove', page, '--traces', large])).err.join('\n').replace(large, 'f'),
      'nonet: f has more than 64 MiB. Write it as JSON lines: these are read line by line.',
    );
    const told = async (...words: readonly string[]) =>
      (await said(['prove', page, '--traces', ...words])).err.join('\n');
    assert.equal(await told(join(folder, 'none.har')), `nonet: ${join(folder, 'none.har')} does not exist.`);
    assert.equal(await told(folder), `nonet: ${folder} is not a file.`);
    assert.equal(
      await told(page, '--self'),
      'nonet: --traces sends nothing: state it without --self, --as, --auth and --replay.',
    );
  }));
