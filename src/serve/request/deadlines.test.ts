import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Platform } from '../../contracts/platform.ts';
import { type Deadlines, openDeadlines } from './deadlines.ts';

interface Moving {
  /** Sets the clock, while no time passes. */
  set(milliseconds: number): void;
  readonly deadlines: Deadlines;
  /** Moves the clock on, beat by beat. */
  advance(milliseconds: number): void;
  /** How many timers are set. */
  timers(): number;
}

function moving(): Moving {
  let now = 0;
  let off = 0;
  let timers: { readonly at: number; readonly work: () => void }[] = [];
  const after: Platform['after'] = (milliseconds, work) => {
    const timer = { at: now + milliseconds, work };
    timers.push(timer);
    return () => {
      timers = timers.filter((other) => other !== timer);
    };
  };
  const deadlines = openDeadlines({ now: () => now + off, after } as Platform);
  return {
    deadlines,
    timers: () => timers.length,
    set(milliseconds) {
      off = milliseconds - now;
    },
    advance(milliseconds) {
      for (const end = now + milliseconds; now < end; now += 50) {
        const due = timers.filter(({ at }) => at <= now + 50);
        timers = timers.filter(({ at }) => at > now + 50);
        for (const { work } of due) work();
      }
    },
  };
}

test('what is due is done once, and nothing of what was called off', () => {
  const { deadlines, advance } = moving();
  const done: string[] = [];
  const callOff = deadlines.after(1000, () => done.push('called off'));
  deadlines.after(1000, () => done.push('soon'));
  deadlines.after(3000, () => done.push('later'));
  callOff();
  advance(900);
  assert.deepEqual(done, []);
  advance(1000);
  assert.deepEqual(done, ['soon']);
  advance(5000);
  assert.deepEqual(done, ['soon', 'later']);
});

test('who calls off twice, or too late, does not call off another', () => {
  const { deadlines, advance } = moving();
  const done: string[] = [];
  const first = deadlines.after(1000, () => done.push('first'));
  first();
  deadlines.after(1000, () => done.push('second'));
  first();
  advance(2000);
  const third = deadlines.after(1000, () => done.push('third'));
  first();
  advance(2000);
  third();
  assert.deepEqual(done, ['second', 'third']);
});

test('a clock that is set back or on ends nothing early, and nothing later than by a moment', () => {
  for (const to of [-3_600_000, 3_600_000]) {
    const { deadlines, advance, set } = moving();
    const done: string[] = [];
    deadlines.after(2000, () => done.push('done'));
    advance(1000);
    set(to);
    advance(800);
    assert.deepEqual(done, []);
    advance(500);
    assert.deepEqual(done, ['done']);
  }
});

test('no timer is set while nothing waits, nor when they are closed', () => {
  const { deadlines, advance, timers } = moving();
  const callOff = deadlines.after(1000, () => undefined);
  assert.equal(timers(), 1);
  callOff();
  advance(200);
  assert.equal(timers(), 0);
  deadlines.after(1000, () => assert.fail('it was closed'));
  deadlines.close();
  assert.equal(timers(), 0);
  advance(2000);
});
