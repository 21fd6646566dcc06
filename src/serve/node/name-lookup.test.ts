import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { test } from 'node:test';
import { createDnsLookup, type Lookup } from './name-lookup.ts';

/** The name of a DNS query, and where its question ends (RFC 1035, section 4.1). */
function readQuestion(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (; query[at] !== 0; at += query[at]! + 1) labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
  return { name: labels.join('.'), end: at + 5 };
}

/** A response with one address of version 4 at most. */
function respond(query: Buffer, address: string | undefined): Buffer {
  const { end } = readQuestion(query);
  const isIPv4 = query.readUInt16BE(end - 4) === 1;
  const head = Buffer.from(query.subarray(0, end));
  head.writeUInt16BE(address === undefined ? 0x8183 : 0x8180, 2);
  head.writeUInt16BE(address !== undefined && isIPv4 ? 1 : 0, 6);
  head.fill(0, 8, 12);
  if (address === undefined || !isIPv4) return head;
  return Buffer.concat([
    head,
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  ]);
}

/** A DNS server that knows some names, never responds to names that begin with `silent`, and counts queries. */
async function serveNames(known: Readonly<Record<string, string>>): Promise<{
  readonly server: string;
  readonly queries: Record<string, number>;
  readonly socket: Socket;
}> {
  const queries: Record<string, number> = {};
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name } = readQuestion(query);
    queries[name] = (queries[name] ?? 0) + 1;
    if (!name.startsWith('silent')) socket.send(respond(query, known[name]), port, address);
  });
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  return { server: `127.0.0.1:${socket.address().port}`, queries, socket };
}

const lookUp = (lookup: Lookup, name: string): Promise<readonly LookupAddress[] | string> =>
  new Promise((done) => lookup(name, (error, all) => done(error === null ? all : (error as { code?: string }).code!)));

test('names whose servers do not respond delay no other name', { timeout: 20_000 }, async (t) => {
  const { server, socket, queries } = await serveNames({ 'hook.example.com': '192.0.2.7' });
  t.after(() => socket.close());
  const lookup = createDnsLookup([server]);
  const silent = Array.from({ length: 20 }, (_, nth) => lookUp(lookup, `silent${nth}.example.com`));
  const begun = performance.now();
  assert.deepEqual(await lookUp(lookup, 'hook.example.com'), [{ address: '192.0.2.7', family: 4 }]);
  assert.ok(performance.now() - begun < 1_500);
  assert.equal(await lookUp(lookup, 'none.example.com'), 'ENOTFOUND');
  assert.deepEqual(new Set(await Promise.all(silent)), new Set(['ENOTFOUND']));
  assert.ok(performance.now() - begun < 12_000);
  assert.equal(queries['silent0.example.com'], 4);
});

test('lookups of one name at the same time share the queries, and later ones query again', async (t) => {
  const { server, socket, queries } = await serveNames({ 'hook.example.com': '192.0.2.7' });
  t.after(() => socket.close());
  const lookup = createDnsLookup([server]);
  await Promise.all(Array.from({ length: 8 }, () => lookUp(lookup, 'hook.example.com')));
  assert.equal(queries['hook.example.com'], 2);
  await lookUp(lookup, 'hook.example.com');
  assert.equal(queries['hook.example.com'], 4);
});
