import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ConnectionOptions, credsAuthenticator, nkeyAuthenticator } from '@nats-io/transport-node';
import { natsFor, withoutNats } from '../../support/nats.ts';
import { operatorsAccounts, userKey } from '../../support/nats-accounts.ts';
import { hooked, hookedService, storesFor } from '../deliveries/deliveries.fixture.ts';
import { bothStores } from '../support/both-stores.fixture.ts';

const [, open] = bothStores[0]!;
const document = hooked('| nats | notes.{event}.{id} | all | cloudevents 1.0 | | |');
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const key = userKey();
const accounts = operatorsAccounts();

/** A way to sign in: the lines of the server, what the operator gives, and how the test itself signs in. */
const ways: readonly (readonly [name: string, lines: readonly string[], text: string, own: ConnectionOptions])[] = [
  ['a token', ['authorization { token: "s3cret" }'], 's3cret\n', { token: 's3cret' }],
  [
    'a user and a password',
    ['authorization { user: joe, password: "s3:cret" }'],
    'joe:s3:cret',
    { user: 'joe', pass: 's3:cret' },
  ],
  [
    'the seed of a key',
    [`authorization { users: [{ nkey: ${key.name} }] }`],
    `${key.seed}\n`,
    { authenticator: nkeyAuthenticator(bytes(key.seed)) },
  ],
  ['a .creds file', accounts.lines, accounts.creds, { authenticator: credsAuthenticator(bytes(accounts.creds)) }],
];

describe('signing in to a NATS server', { skip: withoutNats, concurrency: true }, () => {
  for (const [name, lines, text, own] of ways) {
    test(`${name} is asked for at each connection, and events wait until it is right`, async (t) => {
      const server = await natsFor(t, lines, own);
      await server.addStream('NOTES', ['notes.>']);
      let given = 'wr0ng';
      const nats = { servers: [server.address], credentials: async () => given };
      const stores = await storesFor(t, open, document);
      const service = await hookedService(t, stores, { document, still: false, settings: { nats } });
      await service.ask('POST /notes', { text: 'a' });
      await service.ask('POST /notes', { text: 'b' }, 'south');
      await service.until(() => service.logged.some((line) => line.includes('Authorization Violation')), 'the refusal');
      assert.equal((await server.messages('NOTES')).length, 0);
      given = text;
      await service.until(async () => (await server.messages('NOTES')).length === 2, 'the messages');
      for (const word of [text.trim(), 'wr0ng', 's3cret', 's3:cret', key.seed]) {
        assert.ok(!service.logged.join('\n').includes(word), word);
      }
    });
  }

  test('a server that does not permit the subject is told of', async (t) => {
    const user = { user: 'joe', pass: 'a' };
    const permissions = 'permissions: { publish: { deny: ["notes.note.made.>"] } }';
    const server = await natsFor(t, [`authorization { users: [{ user: joe, password: a, ${permissions} }] }`], user);
    await server.addStream('NOTES', ['notes.>']);
    const nats = { servers: [server.address], credentials: async () => 'joe:a' };
    const stores = await storesFor(t, open, document);
    const service = await hookedService(t, stores, { document, still: false, settings: { nats } });
    await service.ask('POST /notes', { text: 'a' });
    await service.ask('POST /notes', { text: 'b' }, 'south');
    const said = /the NATS server does not permit publishing to notes\.note\.made\./;
    await service.until(() => service.logged.some((line) => said.test(line)), 'the refusal');
    assert.equal((await server.messages('NOTES')).length, 0);
  });
});
