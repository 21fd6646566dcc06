import type { LimitKind } from './contract.ts';
import { createPieces, expectEnd, takeCount } from './pieces.ts';

/** `5`: the maximum number of concurrent requests. */
export const concurrency: LimitKind<{ readonly count: number }> = {
  name: 'concurrency',
  form: 'a number of concurrent requests, such as `5`',
  condition: 'concurrency limit',
  clamps: false,
  per: ['credential', 'ip', 'attribute', 'all'],
  appliesTo: 'any operation',
  counts: 'requests',
  whileRunning: true,
  enforcedBy: ['limits/open-concurrency', 'limits/caller-concurrency'],
  read(value) {
    const pieces = createPieces(value);
    const count = takeCount(pieces);
    if (typeof count !== 'number') return count;
    return expectEnd(pieces) ?? { count };
  },
  words: ({ count }) => `at most ${count} concurrent request${count === 1 ? '' : 's'}`,
  amounts: ({ count }) => [count],
  right: [{ text: '5', value: { count: 5 } }],
  wrong: [
    { text: '5 per minute', at: 'per' },
    { text: 'five', at: 'five' },
  ],
};
