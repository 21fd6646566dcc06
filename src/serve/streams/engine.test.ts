import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { engine, rest } from './engine.fixture.ts';

for (const [name, later] of [
  ['at once', false],
  ['with promises', true],
] as const) {
  describe(`streams over a store that answers ${name}`, () => {
    test('of many subscribers each event is read and made a text once, and a rule is asked once for those who see the same', async () => {
      const made = engine({ later });
      const peers = Array.from({ length: 100 }, (_, nth) => made.open({ tenant: nth < 60 ? 'a' : 'b' }));
      await rest();
      const before = made.asked.reads;
      await made.happen('a', 'b', 'a');
      assert.deepEqual(made.asked, { reads: before + 1, texts: 3, rules: 6 });
      assert.ok(peers.slice(0, 60).every((peer) => String(peer.numbers()) === '1,3'));
      assert.ok(peers.slice(60).every((peer) => String(peer.numbers()) === '2'));
    });

    test('a stream is silent for fifteen seconds at most, and its heartbeats tell how far it has come', async () => {
      const made = engine({ later });
      const peer = made.open();
      assert.equal(peer.text(), 'retry: 2000\nid: 0\n\n');
      await made.advance(14_000);
      assert.equal(peer.text(), 'retry: 2000\nid: 0\n\n');
      await made.advance(1_500);
      assert.equal(peer.text(), 'retry: 2000\nid: 0\n\n:\n\n');
      await made.happen('b', 'b');
      await made.advance(15_500);
      assert.match(peer.text(), /^retry: 2000\nid: 0\n\n:\n\n:\nid: 2-[0-9a-f]{8}\n\n$/);
    });

    test('a peer that does not read for thirty seconds is cut off, one that reads before goes on and misses nothing', async () => {
      const made = engine({ later });
      const [stuck, slow] = [made.open(), made.open()];
      for (const peer of [stuck, slow]) peer.hold();
      await made.happen('a', 'a', 'a');
      await made.happen('a');
      await made.advance(29_000);
      slow.release();
      await rest();
      assert.deepEqual(slow.numbers(), [1, 2, 3, 4]);
      assert.equal(stuck.over(), undefined);
      await made.advance(1_500);
      assert.equal(stuck.over(), 'cut');
      await made.happen('a');
      assert.deepEqual(slow.numbers(), [1, 2, 3, 4, 5]);
      assert.equal(made.streams.count, 1);
    });

    test('a peer for whom more than a MiB waits is cut off; what was told to others does not count', async () => {
      const made = engine({ later, size: 60_000 });
      const [stuck, other] = [made.open({ tenant: 'a' }), made.open({ tenant: 'b' })];
      for (const peer of [stuck, other]) peer.hold();
      await made.happen('a', 'b');
      for (let count = 0; count < 17; count++) await made.happen('a');
      assert.equal(stuck.over(), undefined);
      await made.happen('a');
      assert.equal(stuck.over(), 'cut');
      assert.equal(other.over(), undefined);
      assert.deepEqual(other.numbers(), [2]);
    });

    test('who resumes is told what it missed, however long ago, and then what happens', async () => {
      const made = engine({ later });
      await made.happen(...Array.from({ length: 730 }, (_, nth) => (nth % 3 === 0 ? 'b' : 'a')));
      const all = Array.from({ length: 730 }, (_, nth) => nth + 1).filter((number) => number % 3 !== 1);
      const peers = [0, 1, 99, 100, 455, 729, 730].map((from) => ({ from, peer: made.open({ from }) }));
      await made.happen('a');
      for (const { from, peer } of peers) {
        assert.deepEqual(peer.numbers(), [...all.filter((number) => number > from), 731], `from ${from}`);
      }
    });

    test('those who resume from the same place cost one reading', async () => {
      const made = engine({ later });
      await made.happen(...Array.from({ length: 90 }, () => 'a'));
      const first = made.open({ from: 0 });
      await rest();
      const { reads, texts } = made.asked;
      const others = Array.from({ length: 50 }, (_, nth) => made.open({ from: nth }));
      await rest();
      assert.equal(first.numbers().length, 90);
      assert.ok(others.every((peer, nth) => peer.numbers().length === 90 - nth));
      assert.deepEqual([made.asked.reads, made.asked.texts], [reads, texts]);
    });

    test('events that are kept no longer while they are read end the stream, so that its peer learns of it', async () => {
      const made = engine({ later });
      await made.happen(...Array.from({ length: 300 }, () => 'a'));
      const peer = made.open({ from: 10 });
      peer.hold();
      await rest();
      made.expire(250);
      peer.release();
      await rest();
      assert.equal(peer.over(), 'ended');
      assert.ok(peer.numbers().every((number, nth) => number === 11 + nth));
    });

    test('events that the store loses after they were sent end the streams, whatever gets their numbers', async () => {
      const made = engine({ later });
      const peers = [made.open(), made.open({ tenant: 'b' })];
      await made.happen('a', 'b', 'a', 'b');
      await made.lose(2);
      assert.deepEqual(
        peers.map((peer) => peer.over()),
        ['ended', 'ended'],
      );
      const again = made.open();
      await made.happen('a');
      assert.deepEqual(again.numbers(), [3]);
    });

    test('a peer that reads older events is sent none of a store that has lost events since', async () => {
      const made = engine({ later });
      const first = made.open();
      await made.happen(...Array.from({ length: 1_100 }, () => 'a'));
      made.deaf = true;
      await made.lose(3);
      await made.happen('a', 'a', 'a', 'a');
      const peer = made.open({ from: 50 });
      await rest();
      assert.deepEqual([peer.over(), peer.numbers(), first.over()], ['ended', [], 'ended']);
    });

    test('an event that was the newest and is kept no longer ends no stream', async () => {
      const made = engine({ later });
      await made.happen('a', 'a');
      const peer = made.open();
      await rest();
      made.expire(2);
      await made.happen('a');
      assert.deepEqual([peer.over(), peer.numbers()], [undefined, [3]]);
    });

    test('a store that cannot be read is asked again, and nobody misses anything', async () => {
      const made = engine({ later });
      const peer = made.open();
      await rest();
      made.failing = new Error('away');
      await made.happen('a');
      assert.deepEqual(peer.numbers(), []);
      made.failing = undefined;
      await made.advance(1_100);
      assert.deepEqual(peer.numbers(), [1]);
    });

    test('a credential is looked at again each minute: attributes that changed change what is seen, none ends the stream', async () => {
      const made = engine({ later });
      let tenant: string | undefined = 'a';
      let looks = 0;
      const again = () => {
        looks++;
        return later ? Promise.resolve(tenant) : tenant;
      };
      const peer = made.open({ again });
      await made.happen('a', 'b');
      tenant = 'b';
      await made.advance(60_500);
      assert.ok(looks >= 1);
      await made.happen('a', 'b');
      assert.deepEqual(peer.numbers(), [1, 4]);
      tenant = undefined;
      await made.advance(60_500);
      assert.equal(peer.over(), 'ended');
    });

    test('a credential that may have been ended is looked at within a second', async () => {
      const made = engine({ later });
      let alive = true;
      const peers = [made.open({ again: () => (alive ? 'a' : undefined) }), made.open()];
      await made.advance(1_000);
      alive = false;
      await made.advance(1_000);
      assert.equal(peers[0]!.over(), undefined);
      made.keys.endings++;
      await made.advance(1_000);
      assert.deepEqual([peers[0]!.over(), peers[1]!.over()], ['ended', undefined]);
    });

    test('a credential that cannot be looked at for two minutes ends its stream', async () => {
      const made = engine({ later });
      const again = (): never => {
        throw new Error('away');
      };
      const peer = made.open({ again });
      await made.advance(100_000);
      assert.equal(peer.over(), undefined);
      await made.advance(60_000);
      assert.equal(peer.over(), 'ended');
    });

    test('when the streams are closed all end in order, and later ones as they begin', async () => {
      const made = engine({ later });
      const [peer, stuck] = [made.open(), made.open()];
      stuck.hold();
      await made.happen('a');
      made.streams.close();
      assert.deepEqual([peer.over(), stuck.over(), made.open().over()], ['ended', 'cut', 'ended']);
      await made.happen('a');
      assert.equal(made.streams.count, 0);
    });
  });
}

test('who resumes at random, reads as it likes and is cut off at any moment is sent each of its events once, in order', async () => {
  const moves = fc.array(
    fc.oneof(
      fc.record({
        do: fc.constant('happen' as const),
        tenants: fc.array(fc.constantFrom('a', 'b'), { maxLength: 40 }),
      }),
      fc.record({
        do: fc.constantFrom('hold' as const, 'release' as const, 'drop' as const),
        tenants: fc.constant([]),
      }),
    ),
    { minLength: 5, maxLength: 40 },
  );
  await fc.assert(
    fc.asyncProperty(moves, fc.boolean(), async (all, later) => {
      const made = engine({ later });
      const expected: number[] = [];
      const got: number[] = [];
      let count = 0;
      let peer = made.open();
      const drop = (): void => {
        got.push(...peer.numbers());
        peer.stream.closed();
        peer = made.open({ from: got.at(-1) ?? 0 });
      };
      for (const { do: what, tenants } of all) {
        if (what === 'hold') peer.hold();
        else if (what === 'release') peer.release();
        else if (what === 'drop') drop();
        for (const tenant of tenants) {
          count++;
          if (tenant === 'a') expected.push(count);
        }
        if (tenants.length > 0) await made.happen(...tenants);
      }
      peer.release();
      await rest();
      drop();
      assert.deepEqual(got, expected);
    }),
    { numRuns: 60 },
  );
});
