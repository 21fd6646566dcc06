import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DecodedEvent } from '../../contracts/shown-events.ts';
import { createRecentEvents } from './recent-events.ts';

const eventOf = (id: string, record = '{}'): DecodedEvent => ({ event: { id, record } }) as unknown as DecodedEvent;

test('an event is found for ten seconds', () => {
  const recent = createRecentEvents();
  const first = eventOf('first');
  recent.add(first, 1_000);
  assert.equal(recent.find('first', 10_999), first);
  assert.equal(recent.find('first', 11_000), undefined);
  assert.equal(recent.find('second', 1_000), undefined);
});

test('an event is found while later ones come, and once it was added again it keeps its moment', () => {
  const recent = createRecentEvents();
  for (let at = 0; at < 12_000; at += 1_000) {
    recent.add(eventOf(`event ${at}`), at);
    recent.add(eventOf('event 0'), at);
    const found = (earlier: number): boolean => recent.find(`event ${earlier}`, at) !== undefined;
    assert.equal(found(Math.max(0, at - 9_000)), true);
    assert.equal(found(at), true);
  }
  assert.equal(recent.find('event 1000', 11_000), undefined);
});

test('the newest events are found, however many there are, and the oldest ones make room for them', () => {
  const recent = createRecentEvents();
  const record = 'x'.repeat(1_000_000);
  for (let nth = 0; nth < 20; nth++) {
    recent.add(eventOf(`event ${nth}`, record), 0);
    assert.notEqual(recent.find(`event ${nth}`, 0), undefined);
  }
  const kept = Array.from({ length: 20 }, (_, nth) => recent.find(`event ${nth}`, 0)).filter(Boolean);
  assert.ok(kept.length >= 2 && kept.length <= 6, String(kept.length));
});
