import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseServers, readSignIn } from './settings.ts';

test('the servers of a cluster are addresses with commas between them', () => {
  assert.deepEqual(parseServers('nats://127.0.0.1:4222'), ['nats://127.0.0.1:4222']);
  assert.deepEqual(parseServers('tls://a.example.com/, tls://[::1]:4223'), ['tls://a.example.com', 'tls://[::1]:4223']);
});

test('S63: what is not an address is reported, and never what may be a password', () => {
  for (const [text, why] of [
    ['', /"" is no address such as nats:/],
    ['127.0.0.1:4222', /no address/],
    ['http://a', /no address/],
    ['nats://a b', /no address/],
    ['nats://a/path', /no address/],
    ['nats://a:0', /no port/],
    ['nats://a:70000', /no port/],
    ['nats://a,tls://b', /mixed/],
    ['nats://joe:hunter2@a', /by --nats-credentials/],
    ['nats://a,nats://hunter2@b', /by --nats-credentials/],
  ] as const) {
    const wrong = parseServers(text);
    assert.ok(typeof wrong === 'string', text);
    assert.match(wrong, why);
    assert.doesNotMatch(wrong, /hunter2/);
  }
});

test('one signs in with a .creds file, a seed, a user and password, or a token', () => {
  const seed = `SU${'A'.repeat(56)}`;
  const creds = `-----BEGIN NATS USER JWT-----\na.b.c\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------`;
  assert.deepEqual(readSignIn(`${creds}\n\n`), { kind: 'credentials', text: `${creds}\n` });
  assert.deepEqual(readSignIn(`${seed}\n`), { kind: 'seed', seed });
  assert.deepEqual(readSignIn('joe:a:b\r\n'), { kind: 'password', user: 'joe', password: 'a:b' });
  assert.deepEqual(readSignIn('abc'), { kind: 'token', token: 'abc' });
  for (const none of ['', ' \n', 'two\nlines', ':a', '-----BEGIN NATS USER JWT-----\na']) {
    assert.equal(readSignIn(none), undefined, none);
  }
});
