import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTargets } from '../../src/serve/deliveries/targets.ts';
import type { Lookup } from '../../src/serve/node/name-lookup.ts';
import { createNodeSend } from '../../src/serve/node/send.ts';
import { hookedService, storesFor } from '../serve/deliveries/deliveries.fixture.ts';
import { http, openSqlite, outgoing, registered } from './webhooks.fixture.ts';

const strict = createTargets(false);

const inside: readonly string[] = [
  ...['127.0.0.1', '127.255.255.254', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '169.254.169.254'],
  ...[
    '100.64.0.1',
    '0.0.0.0',
    '192.0.0.1',
    '198.18.0.1',
    '198.19.255.255',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
  ],
  ...['::1', '::', 'fc00::1', 'fd12:3456::1', 'fe80::1', 'ff02::1', '::ffff:7f00:1', '::ffff:127.0.0.1', '::127.0.0.1'],
  ...[
    '64:ff9b::7f00:1',
    '64:ff9b::a00:1',
    '64:ff9b:1::1',
    '2002:7f00:1::',
    '2001::1',
    '2001:db8::1',
    'fec0::1',
    '100::1',
  ],
];
const ofClouds: readonly string[] = [
  ...['169.254.169.254', '169.254.170.2', '169.254.0.23', '168.63.129.16', '100.100.100.200', '192.0.0.192'],
  ...['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254', 'fe80::a9fe:a9fe', '::ffff:a9fe:a9fe', '::ffff:168.63.129.16'],
  ...['64:ff9b::a9fe:a9fe', '64:ff9b::168.63.129.16', '2002:a9fe:a9fe::1', '2002:a83f:8110::'],
];
const outside = [
  '93.184.215.14',
  '1.1.1.1',
  '172.32.0.1',
  '192.167.255.255',
  '2606:2800:21f:cb07::1',
  '64:ff9b::101:101',
];

const hostOf = (address: string): string => (address.includes(':') ? `[${address}]` : address);

test('S50: addresses of this machine, its networks and special purposes are refused at registration and at each connection', async (t) => {
  const service = await hookedService(t, await storesFor(t, openSqlite), { receive: () => ({ status: 200 }) });
  for (const address of [...inside, ...ofClouds]) {
    assert.equal(await registered(service, `http://${hostOf(address)}/`), 422, address);
    assert.equal(strict.allowed(address), false, address);
    const sent = await createNodeSend()(outgoing(`http://${hostOf(address)}:9/`, { allowed: strict.allowed }));
    assert.deepEqual(sent, { problem: 'its address is not public' }, address);
  }
  for (const address of outside) {
    assert.equal(strict.allowed(address), true, address);
    assert.equal(await registered(service, `https://${hostOf(address)}/`), 201, address);
  }
  const refused = await service.ask('POST /hooks', { url: 'http://10.0.0.1/' }, 'south');
  assert.match(JSON.stringify(refused.json), /"\/url"/);
});

test('S50: where clouds give a machine its credentials no setting lets webhooks in', async (t) => {
  const loose = createTargets(true);
  for (const address of ofClouds) {
    assert.equal(loose.allowed(address), false, address);
    assert.notEqual(loose.wrong(`http://${hostOf(address)}/`), undefined, address);
  }
  for (const address of ['127.0.0.1', '10.0.0.1', 'fd12:3456::1', '168.63.129.17']) {
    assert.equal(loose.allowed(address), true, address);
    assert.equal(loose.wrong(`http://${hostOf(address)}/`), undefined, address);
  }
  let reached = 0;
  const port = await http(t, (_, response) => {
    reached++;
    response.end();
  });
  let asked = 0;
  // A name server that answers otherwise each time: first well, then a cloud's address, then both.
  const turns = [['127.0.0.1'], ['169.254.169.254'], ['127.0.0.1', '::ffff:169.254.169.254']];
  const lookup: Lookup = (_, found) =>
    found(
      null,
      turns[asked++]!.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  const send = () => createNodeSend(lookup)(outgoing(`http://hook.example.com:${port}/`, { allowed: loose.allowed }));
  assert.deepEqual(await send(), { status: 200 });
  assert.ok('problem' in (await send()));
  assert.ok('problem' in (await send()));
  assert.deepEqual([asked, reached], [3, 1]);
});

test('S51: every spelling of an inner address is refused', async (t) => {
  const service = await hookedService(t, await storesFor(t, openSqlite), { receive: () => ({ status: 200 }) });
  const spellings = [
    ...['0x7f.1', '2130706433', '0177.0.0.1', '127.1', '１２７.０.０.１', '①②⑦.⓪.⓪.①', '127.0.0.1.', '0x7f000001', '0'],
    ...[
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '[0:0:0:0:0:0:0:1]',
      '[::ffff:10.0.0.1]',
    ],
    ...[
      'localhost',
      'LOCALHOST',
      'localhost.',
      'a.localhost',
      'printer.local',
      'metadata.google.internal',
      'server',
      'db.lan',
    ],
    ...['user@example.com', 'user:word@example.com', 'example.com@127.0.0.1', '%31%32%37.0.0.1'],
  ];
  for (const spelling of spellings) assert.equal(await registered(service, `http://${spelling}/`), 422, spelling);
  assert.equal(await registered(service, 'http://example.com./'), 201);
});

test('S52: the address that is checked is the address that is connected: rebinding, mixed answers and aliases gain nothing', async (t) => {
  let reached = 0;
  const port = await http(t, (_, response) => {
    reached++;
    response.end();
  });
  let asked = 0;
  const answers: Record<string, readonly string[]> = {
    'rebinds.example.com': ['127.0.0.1'],
    'mixed.example.com': ['93.184.215.14', '127.0.0.1'],
    'six.example.com': ['::ffff:127.0.0.1'],
    'nothing.example.com': [],
  };
  const lookup: Lookup = (name, found) => {
    asked++;
    found(
      null,
      (answers[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  const send = createNodeSend(lookup);
  for (const name of Object.keys(answers)) {
    assert.equal(strict.wrong(`http://${name}:${port}/`), undefined, `${name} looks well when it is registered`);
    const sent = await send(outgoing(`http://${name}:${port}/`, { allowed: strict.allowed }));
    assert.ok('problem' in sent, name);
  }
  assert.equal(asked, 4);
  assert.equal(reached, 0);
  // Each connection is looked up anew, and goes to what was looked up.
  const allowed = (address: string): boolean => address === '127.0.0.1';
  assert.deepEqual(await send(outgoing(`http://rebinds.example.com:${port}/`, { allowed })), { status: 200 });
  assert.deepEqual([reached, asked], [1, 5]);
  answers['rebinds.example.com'] = ['127.0.0.2'];
  // The connection that is open leads where it was checked; one that is made later is checked again.
  const other = createNodeSend(lookup);
  assert.ok('problem' in (await other(outgoing(`http://rebinds.example.com:${port}/`, { allowed }))));
});

test('S53: redirects are never followed, wherever they lead, and count as failures', async (t) => {
  let followed = 0;
  const inner = await http(t, (_, response) => {
    followed++;
    response.end();
  });
  let status = 302;
  let location = '';
  const port = await http(t, (_, response) => void response.writeHead(status, { Location: location }).end());
  const places = [
    `http://127.0.0.1:${inner}/`,
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'ftp://127.0.0.1/',
    'data:,a',
  ];
  for (status of [301, 302, 303, 307, 308]) {
    for (location of places) {
      assert.deepEqual(await createNodeSend()(outgoing(`http://127.0.0.1:${port}/`)), { status });
    }
  }
  assert.equal(followed, 0);
  const service = await hookedService(t, await storesFor(t, openSqlite), { receive: () => ({ status: 307 }) });
  assert.equal(await registered(service, 'https://example.com/'), 201);
  await service.ask('POST /notes', { text: 'a' });
  const tried = () => service.store.deliveries.list({ states: ['waiting'] }, 1);
  await service.until(async () => (await tried())[0]?.tries === 1);
  assert.equal((await tried())[0]!.attempts[0]!.status, 307);
});

test('S54: ports of other protocols, users, other schemes and very long addresses are refused; names are sent in ASCII, fragments are not', async (t) => {
  for (const wrong of [
    ...['https://example.com:22/', 'http://example.com:25/', 'http://example.com:6667/', 'https://example.com:0/'],
    ...['https://user@example.com/', 'https://:word@example.com/', `https://example.com/${'a'.repeat(8_192)}`],
    ...[
      'ftp://example.com/',
      'file:///etc/passwd',
      'gopher://example.com/',
      'javascript:alert(1)',
      'no address',
      '//example.com',
    ],
  ]) {
    assert.notEqual(strict.wrong(wrong), undefined, wrong);
  }
  for (const right of [
    'https://example.com/',
    'http://example.com:8080/a?b=c',
    'https://example.com:8443',
    'https://bücher.example/',
  ]) {
    assert.equal(strict.wrong(right), undefined, right);
  }
  const seen: (string | undefined)[] = [];
  const port = await http(t, (request, response) => {
    seen.push(request.headers.host, request.url);
    response.end();
  });
  const lookup: Lookup = (_, found) => found(null, [{ address: '127.0.0.1', family: 4 }]);
  await createNodeSend(lookup)(outgoing(`http://exаmple.com:${port}/a?b#c`));
  assert.deepEqual(seen, [`xn--exmple-4nf.com:${port}`, '/a?b']);
});
