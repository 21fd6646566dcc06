import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Incoming } from '../../contracts/request-context.ts';
import { nobody } from '../request/system-request.ts';
import { createAddressReader, isLocal } from './client-address.ts';
import { parseAddress, parseNetwork } from './networks.ts';

const asked = (peer: string, headers: Record<string, string> = {}): Incoming => ({
  ...nobody,
  peer,
  header: (name) => headers[name],
});

test('addresses and networks are read in their standard forms, and in no other', () => {
  assert.deepEqual(parseAddress('192.0.2.1'), { bits: 32, value: 0xc0000201n });
  assert.deepEqual(parseAddress('::ffff:192.0.2.1'), { bits: 32, value: 0xc0000201n });
  assert.deepEqual(parseAddress('::1'), { bits: 128, value: 1n });
  assert.deepEqual(parseAddress('fe80::1%eth0'), { bits: 128, value: (0xfe80n << 112n) | 1n });
  assert.deepEqual(parseAddress('2001:DB8:0:0:0:0:0:1'), parseAddress('2001:db8::1'));
  for (const text of [
    '',
    '1.2.3',
    '1.2.3.4.5',
    '01.2.3.4',
    '256.1.1.1',
    '1.2.3.-4',
    ':::',
    '1::2::3',
    '12345::',
    '1:2:3',
  ]) {
    assert.equal(parseAddress(text), undefined, text);
  }
  assert.equal(parseAddress('1:2:3:4:5:6:7:8:9'), undefined);
  assert.equal(parseAddress('1:2:3:4:5:6:7::8'), undefined);
  assert.equal(parseNetwork('10.0.0.0/8')?.prefix, 8);
  assert.equal(parseNetwork('2001:db8::/32')?.prefix, 32);
  assert.equal(parseNetwork('192.0.2.1')?.prefix, 32);
  for (const text of ['10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', 'proxy/8', '::/129', '10.0.0.0/08']) {
    assert.equal(parseNetwork(text), undefined, text);
  }
});

test('without a trusted proxy the peer counts, whatever the request says', () => {
  const address = createAddressReader([]);
  const forged = { forwarded: 'for=192.0.2.9', 'x-forwarded-for': '192.0.2.9' };
  assert.equal(address(asked('198.51.100.1', forged)), '198.51.100.1');
  assert.equal(address(asked('::ffff:198.51.100.1')), '198.51.100.1');
  assert.equal(address(asked('')), 'unknown');
});

test('addresses of one IPv6 network of 64 bits count together', () => {
  for (const address of [createAddressReader([]), createAddressReader(['10.0.0.0/8'])]) {
    assert.equal(address(asked('2001:db8:0:1::1')), address(asked('2001:db8:0:1:ffff::2')));
    assert.notEqual(address(asked('2001:db8:0:1::1')), address(asked('2001:db8:0:2::1')));
  }
});

const chains: readonly (readonly [string, Record<string, string>, string])[] = [
  ['10.0.0.1', {}, '10.0.0.1'],
  ['10.0.0.1', { 'x-forwarded-for': '192.0.2.1' }, '192.0.2.1'],
  ['10.0.0.1', { 'x-forwarded-for': '6.6.6.6, 192.0.2.1, 10.2.3.4' }, '192.0.2.1'],
  ['10.0.0.1', { 'x-forwarded-for': '10.1.1.1, 10.2.3.4' }, '10.1.1.1'],
  ['10.0.0.1', { 'x-forwarded-for': '192.0.2.1:4711' }, '192.0.2.1'],
  ['10.0.0.1', { 'x-forwarded-for': '6.6.6.6, nonsense' }, '10.0.0.1'],
  ['10.0.0.1', { 'x-forwarded-for': '6.6.6.6, ' }, '10.0.0.1'],
  ['10.0.0.1', { forwarded: 'for=192.0.2.1;proto=https;by=10.0.0.1' }, '192.0.2.1'],
  ['10.0.0.1', { forwarded: 'for=6.6.6.6, For="192.0.2.1:80";host="a,b;for=7.7.7.7", for=10.9.9.9' }, '192.0.2.1'],
  ['10.0.0.1', { forwarded: 'for="[2001:db8:1:2::5]:443"' }, '20010db800010002/64'],
  ['10.0.0.1', { forwarded: 'for=6.6.6.6, for=_hidden' }, '10.0.0.1'],
  ['10.0.0.1', { forwarded: 'for=6.6.6.6, for=unknown, for=10.1.1.1' }, '10.1.1.1'],
  ['10.0.0.1', { forwarded: 'for=192.0.2.1,' }, '10.0.0.1'],
  ['10.0.0.1', { forwarded: 'for=192.0.2.1', 'x-forwarded-for': '192.0.2.1' }, '192.0.2.1'],
  ['10.0.0.1', { forwarded: 'for=6.6.6.6', 'x-forwarded-for': '192.0.2.1' }, '10.0.0.1'],
  ['10.0.0.1', { forwarded: 'for=6.6.6.6;x=", for="[2001:db8::9]"' }, '10.0.0.1'],
  ['10.0.0.1', { forwarded: 'for=6.6.6.6;by=", for="[2001:db8::9]:1234";proto=https' }, '10.0.0.1'],
  ['10.0.0.1', { forwarded: 'for=6.6.6.6;x=", for=192.0.2.1;by="[2001:db8::1]"' }, '10.0.0.1'],
  ['10.0.0.1', { forwarded: 'for=6.6.6.6;x="\\, for="[2001:db8::9]"' }, '10.0.0.1'],
  ['10.0.0.1', { forwarded: 'for=6.6.6.6;x=", for=192.0.2.1' }, '10.0.0.1'],
  ['10.0.0.1', { forwarded: 'for=6.6.6.6;for=192.0.2.1' }, '10.0.0.1'],
  ['10.0.0.1', { forwarded: 'for=6.6.6.6 x, for=192.0.2.1' }, '10.0.0.1'],
  ['10.0.0.1', { forwarded: 'for=6.6.6.6;x="a\\"b, for=7.7.7.7", for="192.0.2.1" ; proto=http' }, '192.0.2.1'],
  ['10.0.0.1', { forwarded: 'for=192.0.2.1:80' }, '192.0.2.1'],
  ['10.0.0.1', { forwarded: '' }, '10.0.0.1'],
  ['192.0.2.7', { 'x-forwarded-for': '6.6.6.6' }, '192.0.2.7'],
  ['2001:db8:ffff::1', { 'x-forwarded-for': '192.0.2.1' }, '192.0.2.1'],
];

test('behind trusted proxies the last address that is none of theirs counts', () => {
  const address = createAddressReader(['10.0.0.0/8', '2001:db8:ffff::/48']);
  for (const [peer, headers, expected] of chains) {
    const key = address(asked(peer, headers));
    const shown = expected.endsWith('/64') ? `${BigInt(`0x${expected.slice(0, -3)}`).toString(16)}/64` : expected;
    assert.equal(key, shown, JSON.stringify(headers));
  }
});

test('a request is of this machine when its connection and its Host are and no header tells of a proxy', () => {
  const local = (peer: string, headers: Record<string, string>): boolean => {
    const begins = (beginning: string) => Object.keys(headers).some((name) => name.startsWith(beginning));
    return isLocal({ ...asked(peer, headers), headerStartsWith: begins });
  };
  for (const peer of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) assert.equal(local(peer, {}), true, peer);
  for (const peer of ['', '10.0.0.1', '128.0.0.1', '::2', '127.0.0.1.example'])
    assert.equal(local(peer, {}), false, peer);
  for (const host of ['localhost', 'LOCALHOST:4000', '127.0.0.1:4000', '[::1]:4000']) {
    assert.equal(local('127.0.0.1', { host }), true, host);
  }
  for (const host of ['shop.example', 'localhost.example', '10.0.0.1', '']) {
    assert.equal(local('127.0.0.1', { host }), false, host);
  }
  for (const name of ['forwarded', 'via', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host']) {
    assert.equal(local('127.0.0.1', { [name]: '192.0.2.1' }), false, name);
  }
});
