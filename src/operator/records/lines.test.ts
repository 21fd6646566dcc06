import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Plan } from '../../plan/plan.ts';
import { CommandError } from '../command-error.ts';
import { readLines } from './lines.ts';

const plan = { resources: [{ name: 'Note', fields: [{ name: 'no' }] }], deliveries: [] } as unknown as Plan;

/** What is read of a file that holds these bytes: of each line its number and what it says. */
async function read(bytes: string | Uint8Array, of = plan): Promise<(readonly [line: number, said: unknown])[]> {
  const folder = mkdtempSync(join(tmpdir(), 'nonet-lines-'));
  try {
    const file = join(folder, 'Note.jsonl');
    writeFileSync(file, bytes);
    const found: (readonly [number, unknown])[] = [];
    for await (const line of readLines(of, [file])) {
      found.push([line.line, line.kind === 'record' ? line.record : line.kind === 'error' ? line.message : line.kind]);
    }
    return found;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('lines end in LF or CRLF, the last one in either or nothing; empty ones and a byte-order mark are skipped', async () => {
  const wanted = [
    [1, { id: 1 }],
    [3, { id: 'ü' }],
  ];
  for (const end of ['', '\n', '\r\n']) assert.deepEqual(await read(`\uFEFF{"id":1}\r\n\n{"id":"ü"}${end}`), wanted);
});

test('lines are whole wherever the pieces of a file are parted, inside a character too', async () => {
  const text = 'ü€'.repeat(50_000);
  const lines = Array.from({ length: 3 }, (_, at) => JSON.stringify({ id: at, text: text.slice(at) }));
  const found = await read(lines.join('\n'));
  assert.deepEqual(
    found.map(([line, record]) => [line, JSON.stringify(record)]),
    lines.map((line, at) => [at + 1, line]),
  );
});

test('a line that is not UTF-8 is told with its number, and the others are read', async () => {
  const bytes = Buffer.concat([Buffer.from('{"id":1}\n{"id":"'), Buffer.from([0xfc]), Buffer.from('"}\n{"id":3}\n')]);
  assert.deepEqual(await read(bytes), [
    [1, { id: 1 }],
    [2, 'is not UTF-8'],
    [3, { id: 3 }],
  ]);
});

test('a line above 16 MiB is reported with its number, and the others are read', async () => {
  const long = Buffer.alloc(17 * 1024 * 1024, 'x');
  const bytes = Buffer.concat([Buffer.from('{"id":1}\n'), long, Buffer.from('\n{"id":3}\n'), long]);
  assert.deepEqual(await read(bytes), [
    [1, { id: 1 }],
    [2, 'is longer than 16 MiB'],
    [3, { id: 3 }],
    [4, 'is longer than 16 MiB'],
  ]);
});

test('in a file with the name of a resource, fields may be called as what other lines hold', async () => {
  const fields = ['id', 'resource', 'record', 'sequence', 'event', 'credential'].map((name) => ({ name }));
  const named = { resources: [{ name: 'Note', fields }], deliveries: [] } as unknown as Plan;
  const records = [
    { id: 1, resource: 'Thing', record: { a: 1 } },
    { resource: 'Thing', record: { a: 1 } },
    { id: 2, sequence: 'a', event: {}, credential: {} },
    { sequence: 'a' },
    { event: { a: 1 } },
    { credential: { a: 1 } },
  ];
  const wrapped = { resource: 'Note', record: { id: 3 } };
  const found = await read([...records, wrapped].map((line) => JSON.stringify(line)).join('\n'), named);
  assert.deepEqual(
    found.map(([, record]) => record),
    [...records, wrapped.record],
  );
});

test('a line that is not JSON is told with the column', async () => {
  assert.deepEqual(await read('{"id":1}\n{bad}'), [
    [1, { id: 1 }],
    [2, 'is not valid JSON: unexpected character at column 2'],
  ]);
});

test('a file that cannot be read to its end is told in words', async () => {
  const lines = readLines(plan, [tmpdir()])[Symbol.asyncIterator]();
  await assert.rejects(
    async () => void (await lines.next()),
    (error: Error) => error instanceof CommandError && /^Failed to read .*: EISDIR\.$/.test(error.message),
  );
});

test('a credential is taken as an export writes it, and told when anything of it is otherwise', async () => {
  const credential = {
    ...{ id: 'cred_1', kind: 'key', scheme: 'key', hash: 'a'.repeat(64), subject: 'ada' },
    ...{ scopes: ['notes'], attributes: { shop: 's1' }, createdAt: 1, expiresAt: 2 },
  };
  const said = async (changed: object): Promise<unknown> =>
    (await read(JSON.stringify({ credential: { ...credential, ...changed } })))[0]![1];
  assert.equal(await said({}), 'credential');
  const wrong = [{ id: 1 }, { kind: 'kye' }, { hash: 'abc' }, { scopes: 'notes' }, { scopes: [1] }, { attributes: [] }];
  const others = [{ attributes: null }, { createdAt: '1' }, { expiresAt: 1.5 }, { client: 7 }, { subject: undefined }];
  const refresh = { kind: 'refresh', session: 'a', generation: 1, rotatedAt: 1, rotationKey: 'k' };
  assert.equal(await said(refresh), 'credential');
  const ofRefresh = [{ rotationKey: null }, { rotationKey: undefined }, { generation: undefined }, { session: 1 }];
  const tokens = [...ofRefresh, { kind: 'token' }].map((changed) => ({ ...refresh, ...changed }));
  for (const changed of [...wrong, ...others, ...tokens]) {
    assert.equal(await said(changed), 'is not a credential as `nonet export --credentials` writes it');
  }
});

test('the last number of a sequence is none below 0', async () => {
  const line = (last: number) => JSON.stringify({ sequence: 'Note.no', within: [], last });
  const wrong = 'a sequence must have a list `within` and a whole number `last` from 0 to 9007199254740990';
  assert.deepEqual(await read([0, 7, -5, 0.5].map(line).join('\n')), [
    [1, 'sequence'],
    [2, 'sequence'],
    [3, wrong],
    [4, wrong],
  ]);
});
