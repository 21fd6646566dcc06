import type { LimitKind } from './contract.ts';
import { atEnd, isWrong, piecesOf, takeCount, takeTime, takeWord, timeWords } from './pieces.ts';

/** `100 per minute`, `100 per 5 minutes, burst 20`: a bucket that starts full and refills evenly. */
export const rate: LimitKind = {
  name: 'rate',
  form: '`100 per minute` or `100 per 5 minutes, burst 20`',
  condition: 'rate limit',
  clamps: false,
  per: ['credential', 'address', 'attribute', 'all'],
  appliesTo: 'any operation',
  counted: true,
  step: (when) => (when === 'open' ? 'limits/open-rate' : 'limits/caller-rate'),
  read(value) {
    const pieces = piecesOf(value);
    const count = takeCount(pieces, 'the number of requests');
    if (typeof count !== 'number') return count;
    const wrong = takeWord(pieces, 'per');
    if (wrong !== undefined) return wrong;
    const milliseconds = takeTime(pieces);
    if (typeof milliseconds !== 'number') return milliseconds;
    if (pieces.peek() === undefined) return { kind: 'rate', count, milliseconds, burst: count };
    const noBurst = takeWord(pieces, ',') ?? takeWord(pieces, 'burst');
    if (noBurst !== undefined) return noBurst;
    const burst = takeCount(pieces, 'the burst');
    if (isWrong(burst)) return burst;
    return atEnd(pieces) ?? { kind: 'rate', count, milliseconds, burst };
  },
  words(value) {
    if (value.kind !== 'rate') return '';
    const burst = value.burst === value.count ? '' : `, ${value.burst} at once`;
    return `at most ${value.count} requests in ${timeWords(value.milliseconds)}${burst}`;
  },
  right: [
    { text: '100 per minute', value: { kind: 'rate', count: 100, milliseconds: 60_000, burst: 100 } },
    { text: '100 per 5 minutes, burst 20', value: { kind: 'rate', count: 100, milliseconds: 300_000, burst: 20 } },
    { text: '1 per second', value: { kind: 'rate', count: 1, milliseconds: 1000, burst: 1 } },
  ],
  wrong: [
    { text: '100 each minute', at: 'each' },
    { text: '100 per minut', at: 'minut' },
    { text: '100/minute', at: '100/minute' },
    { text: '100 per minute, bursts 5', at: 'bursts' },
    { text: '100 per minute, burst 0', at: '0' },
    { text: '100 per minute, burst 5 more', at: 'more' },
  ],
};
