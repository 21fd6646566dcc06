import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEventNameReader } from './event-names.ts';

/** In version 2, the names of two events of version 1 were swapped; version 3 renamed one, and added `new`. */
const reader = createEventNameReader({
  events: [{ name: 'made' }, { name: 'changed' }, { name: 'new' }],
  versioning: {
    eventNames: [
      { version: '2', names: { made: 'made', updated: 'changed' } },
      { version: '1', names: { updated: 'made', made: 'changed' } },
    ],
  },
});

test('a stored event has the name of the version that stored it', () => {
  assert.equal(reader.present('made', '1'), 'changed');
  assert.equal(reader.present('made', '2'), 'made');
  assert.equal(reader.present('updated', '2'), 'changed');
  assert.equal(reader.present('new', '3'), 'new');
  assert.equal(reader.present('updated', undefined), 'changed');
  assert.equal(reader.present('updated', '0'), 'changed');
  assert.equal(reader.present('lost', '1'), 'lost');
});

test('a subscription names events of its version and present ones, and else those of any version', () => {
  const meant = (name: string, version: string | undefined) => [...reader.meant(name, version)];
  assert.deepEqual(meant('made', '1'), ['changed', 'made']);
  assert.deepEqual(meant('updated', '1'), ['made']);
  assert.deepEqual(meant('updated', '3'), ['changed']);
  assert.deepEqual(meant('new', '1'), ['new']);
  assert.deepEqual(meant('lost', '1'), []);
});

test('an event may be stored under each name that it had', () => {
  assert.deepEqual(reader.stored('changed'), ['changed', 'updated', 'made']);
  assert.deepEqual(reader.stored('new'), ['new']);
});
