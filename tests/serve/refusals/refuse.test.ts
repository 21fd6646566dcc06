import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '../../../src/codegen/compile.ts';
import { createErrorResponses, refuse } from '../../../src/serve/request/error-response.ts';
import { nobody } from '../../../src/serve/request/system-request.ts';
import { planFor } from '../support/served.fixture.ts';
import { refusing as refusals } from './refusals.fixture.ts';
import { openRefusals } from './refusals-served.fixture.ts';

const plan = planFor(refusals([]));
const compiled = compile(plan);

/** The line that a refusal tells of a document of this name. */
function explained(document: string): string {
  const refusing = createErrorResponses({ plan: { ...plan, document }, compiled }, { explain: 'always' });
  const { headers } = refuse(refusing, { condition: 'not found', line: 7 }, nobody, undefined, 'a'.repeat(32));
  const at = headers.indexOf('Nonet-Explain');
  new Headers([[headers[at]!, headers[at + 1]!]]);
  return headers[at + 1]!;
}

test('the line of a refusal is told by the name that the document was served by, as a header can hold it', () => {
  assert.equal(explained('examples/shop.md'), 'examples/shop.md:7');
  assert.equal(explained('../shop.md'), '../shop.md:7');
  assert.equal(explained('my shop.md'), 'my%20shop.md:7');
  assert.equal(explained('发票.md'), '%E5%8F%91%E7%A5%A8.md:7');
  assert.equal(explained('a\r\nSet-Cookie: b.md'), 'a%0D%0ASet-Cookie:%20b.md:7');
  assert.equal(explained('half\ud800.md'), 'half%EF%BF%BD.md:7');
});

test('the folders of this machine are not told', () => {
  assert.equal(explained('/home/ada/shops/shop.md'), 'shop.md:7');
  assert.equal(explained('C:\\Users\\ada\\shop.md'), 'shop.md:7');
  assert.equal(explained('\\\\server\\ada\\shop.md'), 'shop.md:7');
});

test('whatever row answers with 401, the answer says how callers show who they are; so does 503 when to come again', async (t) => {
  const rows = [
    '| burnt | 401 | raised by burn Letter | |',
    '| not_yours | 401 | forbidden | |',
    '| who | 403 | no credential | |',
    '| too_slow | 503 | timed out | |',
  ];
  const world = await openRefusals(refusals(rows), 'sqlite::memory:');
  t.after(() => world.served.close());
  const { served, reader } = world;
  const key = await served.key(['all'], { shop: 'south' });
  const id = (await served.ask('POST /letters', { key, body: {} })).json.id;
  const burnt = await served.ask(`POST /letters/${id}/burn`, { key, body: { how: 'twice' } });
  const challenges = 'Bearer realm="Refusals", ApiKey realm="Refusals", in="header", name="X-Session"';
  assert.deepEqual([burnt.status, burnt.headers.get('WWW-Authenticate')], [401, challenges]);
  const notYours = await served.ask('GET /folders', { key: reader });
  assert.equal(notYours.status, 401);
  assert.match(notYours.headers.get('WWW-Authenticate')!, /^Bearer realm="Refusals", error="insufficient_scope"/);
  assert.equal((await served.ask('GET /folders')).status, 403);
  const slow = await served.ask(`POST /letters/${id}/burn`, { key, body: { how: 'slowly' } });
  assert.deepEqual([slow.status, slow.headers.get('Retry-After')], [503, '1']);
});

for (const wait of [false, true]) {
  const how = wait ? 'later' : 'at once';
  test(`what fails ${how} before an operation is found has the trace id of its caller, in the answer and in the log`, async (t) => {
    const row = '| calm | rate | list Letter | credential | 1 per hour | |';
    const document = refusals([]).replace(row, `${row}\n| everyone | rate | all | ip | 100 per minute | |`);
    const { served } = await openRefusals(document, 'sqlite::memory:');
    t.after(() => served.close());
    const error = new Error('the count is away');
    Object.assign(served.store.counting, {
      take() {
        if (wait) return Promise.reject(error);
        throw error;
      },
    });
    const trace = 'ab'.repeat(16);
    const got = await served.ask('GET /nowhere', { headers: { traceparent: `00-${trace}-${'cd'.repeat(8)}-01` } });
    assert.deepEqual([got.status, got.json.type], [500, 'about:blank']);
    assert.equal(got.json.instance.slice('urn:uuid:'.length).replaceAll('-', ''), trace);
    const [line, ...others] = served.logged.filter((logLine) => logLine.includes('the count is away'));
    assert.equal(others.length, 0);
    assert.match(line!, new RegExp(trace));
    const other = (await served.ask('GET /nowhere')).json.instance.slice('urn:uuid:'.length).replaceAll('-', '');
    assert.match(served.logged.at(-1)!, new RegExp(other));
  });
}
