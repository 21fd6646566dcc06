import { createHmac, hash, randomFillSync, timingSafeEqual } from 'node:crypto';
import type { Host, Log } from '../steps/host.ts';

/** What Node gives: its clock, its cryptography, its timers (which keep no process alive), and the log that is handed in. */
export function nodeHost(log: Log): Host {
  const pool = Buffer.alloc(8192);
  let used = pool.length;
  return {
    now: Date.now,
    random(count) {
      if (count > pool.length) return randomFillSync(new Uint8Array(count));
      if (used + count > pool.length) {
        randomFillSync(pool);
        used = 0;
      }
      const bytes = Uint8Array.prototype.slice.call(pool, used, used + count);
      pool.fill(0, used, used + count);
      used += count;
      return bytes;
    },
    sha256: (text) => hash('sha256', text, 'buffer'),
    hmac: (key, text) => createHmac('sha256', key).update(text).digest(),
    equal: (left, right) => left.length === right.length && timingSafeEqual(left, right),
    after(milliseconds, work) {
      const timer = setTimeout(work, milliseconds);
      timer.unref();
      return () => clearTimeout(timer);
    },
    log,
  };
}
