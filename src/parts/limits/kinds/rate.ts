import type { LimitKind, WrongValue } from './contract.ts';
import {
  createPieces,
  expectEnd,
  formatDuration,
  isWrong,
  type Pieces,
  takeCount,
  takeTime,
  takeWord,
} from './pieces.ts';

type Rate = { readonly count: number; readonly milliseconds: number; readonly burst: number };

/** A hundred years: no client waits for a bucket that takes longer to fill. */
const longest = 36_525 * 86_400_000;

/** `100 per minute`, `100 per 5 minutes, burst 20`: a bucket that starts full and refills evenly. */
export const rate: LimitKind<Rate> = {
  name: 'rate',
  form: '`100 per minute` or `100 per 5 minutes, burst 20`',
  condition: 'rate limit',
  aspect: 'rate limits',
  clamps: false,
  per: ['credential', 'ip', 'attribute', 'all'],
  appliesTo: 'any operation',
  counts: 'requests',
  enforcedBy: ['limits/open-rate', 'limits/caller-rate'],
  read(value) {
    const pieces = createPieces(value);
    const count = takeCount(pieces);
    if (typeof count !== 'number') return count;
    const wrong = takeWord(pieces, 'per');
    if (wrong !== undefined) return wrong;
    const milliseconds = takeTime(pieces);
    if (typeof milliseconds !== 'number') return milliseconds;
    if (pieces.peek() === undefined) return checkFillable(pieces, { count, milliseconds, burst: count });
    const noBurst = takeWord(pieces, ',') ?? takeWord(pieces, 'burst');
    if (noBurst !== undefined) return noBurst;
    const burst = takeCount(pieces, 'the burst');
    if (isWrong(burst)) return burst;
    return expectEnd(pieces) ?? checkFillable(pieces, { count, milliseconds, burst });
  },
  words(value) {
    const burst = value.burst === value.count ? '' : `, ${value.burst} at once`;
    return `at most ${value.count} requests in ${formatDuration(value.milliseconds)}${burst}`;
  },
  amounts: ({ count, milliseconds, burst }) => [count / milliseconds, burst],
  right: [
    { text: '100 per minute', value: { count: 100, milliseconds: 60_000, burst: 100 } },
    { text: '100 per 5 minutes, burst 20', value: { count: 100, milliseconds: 300_000, burst: 20 } },
    { text: '1 per second', value: { count: 1, milliseconds: 1000, burst: 1 } },
  ],
  wrong: [
    { text: '100 each minute', at: 'each' },
    { text: '100 per minut', at: 'minut' },
    { text: '100/minute', at: '100/minute' },
    { text: '100 per minute, bursts 5', at: 'bursts' },
    { text: '100 per minute, burst 0', at: '0' },
    { text: '100 per minute, burst 5 more', at: 'more' },
    { text: '1 per 6000 weeks', at: '1 per 6000 weeks' },
    { text: '1 per week, burst 6000', at: '1 per week, burst 6000' },
  ],
};

function checkFillable(pieces: Pieces, value: Rate): Rate | WrongValue {
  const { count, milliseconds, burst } = value;
  if ((burst / count) * milliseconds <= longest) return value;
  return { wrong: 'it would take more than a hundred years until the bucket is full', span: pieces.here() };
}
