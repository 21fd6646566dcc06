import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { nonet, program, root } from '../support/process.ts';

const file = join(root, 'examples/invoices/invoices.md');
const text = readFileSync(file, 'utf8');

describe('nonet mcp --author', () => {
  const client = new Client({ name: 'test', version: '1' });
  before(async () => {
    const args = ['--disable-warning=ExperimentalWarning', program, 'mcp', '--author'];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: root }));
  });
  after(() => client.close());
  // biome-ignore lint/suspicious/noExplicitAny: each tool has a result of its own
  const call = async (name: string, args: Record<string, unknown>): Promise<any> => {
    const { structuredContent } = await client.callTool({ name, arguments: args });
    return structuredContent;
  };

  it('returns the language, and explains its words', async () => {
    assert.match((await call('nonet_language', {})).language, /# The Nonet document language/);
    const { found } = await call('nonet_look_up', { term: 'kept for' });
    assert.deepEqual(found, [{ part: 'endpoints', word: 'Kept for', text: 'How long a key is stored.' }]);
    assert.deepEqual(await call('nonet_look_up', { term: 'zzz' }), { error: 'The language has no word like zzz.' });
  });

  it('checks a document, with places and edits, and formats it', async () => {
    assert.equal((await call('nonet_check', { file })).errors, 0);
    const { errors, diagnostics } = await call('nonet_check', {
      text: text.replace('| open | pay | paid |', '| opem | pay | paid |'),
    });
    assert.equal(errors, 1);
    assert.equal(diagnostics[0].code, 'states/unknown-state');
    assert.equal(diagnostics[0].edits[0].text, 'open');
    assert.equal((await call('nonet_format', { text: text.replace('| open | pay |', '|open|pay |') })).text, text);
    assert.match((await call('nonet_check', { file: 'missing.md' })).error, /missing\.md/);
    assert.match((await call('nonet_check', {})).error, /Give the document/);
  });

  it('refuses arguments that do not fit the schema of a tool as invalid params, with the place', async () => {
    const request = { method: 'GET', path: '/invoices' };
    const wrong: readonly (readonly [string, Record<string, unknown>, string])[] = [
      ['nonet_try', { file }, '"requests" is missing.'],
      ['nonet_try', { file, requests: [] }, '"requests" must have 1 to 100 items, and has 0.'],
      ['nonet_try', { file, requests: 'GET' }, '"requests" must be a list.'],
      ['nonet_try', { file, requests: [request, { path: '/' }] }, '"requests[1].method" is missing.'],
      [
        'nonet_try',
        { file, requests: [{ ...request, method: 'GOT' }] },
        '"requests[0].method" must be one of GET, POST, PUT, PATCH, DELETE.',
      ],
      [
        'nonet_try',
        { file, requests: [{ ...request, headers: { A: 1 } }] },
        '"requests[0].headers.A" must be a string.',
      ],
      ['nonet_try', { file, requests: [{ ...request, as: [] }] }, '"requests[0].as" must be an object.'],
      ['nonet_look_up', {}, '"term" is missing.'],
      ['nonet_language', { term: 'a' }, '"term" is not known here. There are no arguments.'],
      ['nonet_check', { text: 5 }, '"text" must be a string.'],
      ['nonet_check', { txt: 'a' }, '"txt" is not known here. Known: file, text.'],
      ['nonet_check', { file: 'k.md\0' }, '"file" contains the character U+0000.'],
      ['nonet_check', { file, text }, 'Give "file" or "text", not both.'],
      ['nonet_compare', { old: { file }, new: { file, text } }, 'Give "file" or "text", not both.'],
    ];
    for (const [name, args, why] of wrong) {
      await assert.rejects(call(name, args), { code: -32602, message: `Wrong arguments of ${name}: ${why}` }, why);
    }
  });

  it('explains an operation and lists the gaps', async () => {
    assert.ok((await call('nonet_explain_operation', { file })).operations.includes('pay Invoice'));
    assert.match((await call('nonet_explain_operation', { file, operation: 'pay Invoice' })).steps, /409 overpaid/);
    const broken = { text: text.replace('| open | pay | paid |', '| opem | pay | paid |') };
    assert.match((await call('nonet_explain_operation', broken)).error, /has errors/);
    assert.equal((await call('nonet_gaps', { file })).counts.missing, 0);
  });

  it('compares two documents', async () => {
    const { changes } = await call('nonet_compare', {
      old: { file },
      new: { text: text.replace('| memo | string or null | ..500', '| memo | string or null | ..400') },
    });
    assert.ok(
      changes.some(({ class: of }: { class: string }) => of === 'breaking'),
      JSON.stringify(changes),
    );
    const broken = { text: '# X\n\n## Endpoints\n\n| Operation |\n| --- |\n| x |\n' };
    assert.match((await call('nonet_compare', { old: { file }, new: broken })).error, /new document has errors/);
  });

  it('sends requests to the service in memory, as two callers, and moves its clock', async () => {
    const as = (shop: string) => ({ subject: shop, attributes: { shop } });
    const { responses, events } = await call('nonet_try', {
      file,
      requests: [
        {
          method: 'POST',
          path: '/customers',
          body: { name: 'Ada', email: 'ada@example.com' },
          as: as('a'),
          advance: '1 hour',
        },
        {
          method: 'POST',
          path: '/invoices',
          body: { customer: 'cus_0', lines: [], due_on: '2030-02-01' },
          as: as('a'),
        },
        { method: 'GET', path: '/customers/{0.id}', as: as('a') },
        { method: 'GET', path: '/customers/{0.id}', as: as('b') },
        { method: 'GET', path: '/customers/{0.id}' },
      ],
    });
    assert.deepEqual(
      responses.map(({ status }: { status: number }) => status),
      [201, 422, 200, 404, 401],
    );
    assert.equal(responses[2].body.name, 'Ada');
    assert.deepEqual(events, []);
    const broken = { text: text.replace('| open | pay | paid |', '| opem | pay | paid |') };
    const tried = await call('nonet_try', { ...broken, requests: [{ method: 'GET', path: '/customers' }] });
    assert.match(tried.error, /Unknown state `opem`/);
  });
});

it('says which message on standard input is too long, instead of ending in silence', async () => {
  const { status, err } = await nonet(['mcp', '--author'], { input: 'x'.repeat(11 * 1024 * 1024) });
  assert.deepEqual([status, err], [2, 'nonet: A message on standard input has more than 10 MiB.\n']);
});
