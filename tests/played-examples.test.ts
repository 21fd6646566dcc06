import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { loadModule } from '../src/cli/document/module/run.ts';
import type { Examples, Played } from '../src/describe/examples/exchange.ts';
import { listWanted } from '../src/describe/wire/errors.ts';
import { loadDocument } from '../src/operator/documents.ts';
import { playExamples } from '../src/operator/examples.ts';
import { createWholePlanFinder } from '../src/operator/whole-plans.ts';
import type { WholePlan } from '../src/plan/whole.ts';
import { createSource } from '../src/text/location.ts';
import { createDescriptionChecker } from './support/described.ts';
import { sample } from './support/runs.ts';

const root = new URL('..', import.meta.url).pathname;
const documents = [
  'examples/conduit/conduit.md',
  'examples/guides/shop/shop.md',
  'examples/invoices/invoices.md',
  'examples/invoices/versions/2026-01-01.md',
  'examples/invoices/versions/2026-06-01.md',
  'examples/seat-holds/seat-holds.md',
  'tests/documents/base.md',
  'tests/documents/compared.md',
  'tests/documents/compared.v1.md',
  'tests/documents/empty.md',
  'tests/documents/invoices.md',
  'tests/documents/notes.md',
  'tests/documents/items.md',
];

/** Of the refusals that requests can bring about, so many are shown at least, of all documents together. */
const floor = 0.85;

interface Version {
  readonly plan: WholePlan;
  play(): Promise<Played>;
}

/** The served versions of a document, played with the module beside it. */
async function openVersions(file: string): Promise<readonly Version[]> {
  const document = await loadDocument(root + file);
  const find = createWholePlanFinder(document.source);
  const top = (await find())!;
  const handlers = await loadModule(root + file, top);
  // The older documents of an example say what the example says of its versions.
  const older = file.includes('/versions/') ? [] : (top.versioning.older ?? []);
  const names = [undefined, ...older.map(({ name }) => name)];
  return Promise.all(
    names.map(async (version) => ({
      plan: (await find(version))!,
      play: () => playExamples(find, { version, handlers }),
    })),
  );
}

/** The differences between exchanges and the OpenAPI description of a plan. */
function listUndescribed(plan: WholePlan, examples: Examples): readonly string[] {
  const checker = createDescriptionChecker(plan);
  return plan.operations.flatMap(({ name, method, path }) =>
    examples[name]!.flatMap(({ request, response, title }) => {
      const type = response.headers['content-type'] ?? '';
      const isJson = response.body !== undefined && type.includes('json');
      const wrongHeaders = checker.headers(method, path, response.status, new Headers(response.headers));
      const wrong = isJson ? checker.response(method, path, response.status, { type, json: response.body }) : [];
      const sent = request.headers['content-type'] ?? '';
      const isSent = response.status < 400 && sent.includes('json') && request.body !== undefined;
      const wrongRequest = isSent ? checker.request(method, path, { type: sent, json: request.body }) : [];
      return [...wrong, ...wrongHeaders, ...wrongRequest].map((text) => `${name}, ${title}: ${text}`);
    }),
  );
}

/** Refusals that only faults, ends and simultaneous requests bring about. */
const never = new Set(['internal error', 'unavailable', 'timed out', 'idempotency key in progress']);

suite('examples are played', () => {
  let [wantedOfAll, shownOfAll] = [0, 0];
  for (const file of sample(documents, 2)) {
    test(`each operation of ${file} succeeds or says why not, in each version`, async (t) => {
      for (const { plan, play } of await openVersions(file)) {
        const { examples, notPlayed } = await play();
        for (const { name } of plan.operations) {
          const success = examples[name]?.some(({ response }) => response.status < 400) ?? false;
          const reason = notPlayed.find(({ operation, condition }) => operation === name && condition === undefined);
          assert.equal(success, reason === undefined, `${name}: ${reason?.reason}`);
          if (!success) assert.match(reason!.reason, /handler was not given|not shown/, name);
          if (success) assert.ok(examples[name]![0]!.response.status < 400, `${name} begins with a success`);
        }
        const open = plan.operations.filter(
          ({ disabled, kind }) =>
            disabled !== true && !(kind === 'handler' && !existsSync((root + file).replace(/md$/, 'ts'))),
        );
        const wanted = open.flatMap((operation) =>
          listWanted(plan, operation).filter(({ condition }) => !never.has(condition)),
        ).length;
        const missing = notPlayed.filter(({ condition }) => condition !== undefined && !never.has(condition)).length;
        assert.deepEqual(listUndescribed(plan, examples), [], plan.version?.name);
        t.diagnostic(`${plan.version?.name ?? 'one version'}: ${wanted - missing} of ${wanted} refusals`);
        wantedOfAll += wanted;
        shownOfAll += wanted - missing;
      }
    });
  }

  test(`at least ${floor * 100} of 100 refusals are brought about`, (t) => {
    t.diagnostic(`${shownOfAll} of ${wantedOfAll}`);
    assert.ok(shownOfAll / wantedOfAll >= floor, `${shownOfAll} of ${wantedOfAll}`);
  });
});

suite('played examples', () => {
  test('two plays give the same text', async () => {
    for (const file of ['examples/invoices/invoices.md', 'tests/documents/items.md']) {
      const [version] = await openVersions(file);
      const [first, second] = [await version!.play(), await version!.play()];
      for (const [name, exchanges] of Object.entries(first.examples)) {
        assert.deepEqual(second.examples[name], exchanges, `${file}: ${name}`);
      }
      assert.ok(JSON.stringify(first) === JSON.stringify(second), file);
    }
  });

  test('show exchanges that a reader can follow', async () => {
    const [version] = await openVersions('examples/invoices/invoices.md');
    const { examples, service, events } = await version!.play();
    const [created] = examples['create Customer']!;
    assert.deepEqual(created!.request.body, { name: 'Ada Lovelace', email: 'ada@example.com' });
    assert.deepEqual([created!.request.method, created!.request.path], ['POST', '/customers']);
    assert.match(created!.request.headers.authorization!, /^Bearer key_/);
    assert.equal(created!.response.status, 201);
    const overpaid = examples['pay Invoice']!.find(({ code }) => code === 'overpaid')!;
    assert.deepEqual([overpaid.response.status, overpaid.condition, overpaid.line], [409, 'guard fails', 85]);
    const unchanged = examples['read Invoice']!.find(({ response }) => response.status === 304)!;
    assert.equal(unchanged.request.headers['if-none-match'], examples['read Invoice']![0]!.response.headers.etag);
    const states = examples['list Invoice']![0]!.response.body as { readonly data: readonly { status: string }[] };
    assert.deepEqual([...new Set(states.data.map(({ status }) => status))].sort(), ['draft', 'open', 'paid', 'void']);
    assert.deepEqual(
      service.map(({ code }) => code),
      ['unknown_path', 'method_not_allowed'],
    );
    const sent = events.filter(({ delivery }) => delivery === 'webhook').map(({ event }) => event);
    assert.deepEqual(sent, ['invoice.created', 'invoice.sent', 'invoice.paid', 'invoice.voided']);
    assert.ok(events.every(({ delivery, headers }) => delivery !== 'webhook' || 'webhook-signature' in headers));
  });

  test('of an older version have its names', async () => {
    const versions = await openVersions('examples/invoices/invoices.md');
    const { examples } = await versions.at(-1)!.play();
    const [created] = examples['create Customer']!;
    assert.deepEqual(created!.request.body, { full_name: 'Ada Lovelace', email: 'ada@example.com' });
    assert.equal(created!.request.headers['invoices-version'], '2026-01-01');
    assert.equal(created!.response.status, 200);
  });

  for (const [kind, credential] of [
    ['api key', /^Bearer key_/],
    ['access token', /^Bearer key_/],
    ['access token as jwt', /^Bearer eyJ…$/],
    ['jwt', /^Bearer eyJ…$/],
    ['basic', /^Basic [A-Za-z0-9+/=]+$/],
    ['oauth2 client credentials', /^Bearer key_/],
    ['oauth2 client credentials as jwt', /^Bearer eyJ…$/],
  ] as const) {
    test(`are played with credentials of the kind ${kind}`, async () => {
      const word = kind === 'basic' ? 'Basic' : 'Bearer';
      const scheme = `| key | ${kind} | header Authorization: ${word} | secret | 1 hour |`;
      const token = '| issue token | POST | /token | | 200 | |\n';
      const text = readFileSync(`${root}tests/documents/base.md`, 'utf8')
        .replace(/\| key \| api key .*/, scheme)
        .replace(/(?=\| create Customer \|)/, kind.startsWith('oauth2') ? token : '')
        .replace(/(?=\| admin \| all)/, kind.startsWith('oauth2') ? '| public | issue token | |\n' : '');
      const { examples } = await playExamples(createWholePlanFinder(createSource('base.md', text)));
      const [read] = examples['read Invoice']!;
      assert.equal(read!.response.status, 200);
      assert.match(read!.request.headers.authorization!, credential);
      assert.ok(!kind.startsWith('oauth2') || examples['issue token']![0]!.response.status === 200);
      assert.ok(examples['read Invoice']!.some(({ condition }) => condition === 'invalid credential'));
    });
  }

  test('leave out what is begun after their time', async () => {
    const document = await loadDocument(`${root}examples/invoices/invoices.md`);
    const { examples } = await playExamples(createWholePlanFinder(document.source), { milliseconds: 0 });
    assert.deepEqual(examples['stream events'], []);
  });
});
