import type { LimitKind } from './contract.ts';
import { createPieces, expectEnd, takeCount } from './pieces.ts';

/** `1000`: how many records may be kept. */
export const quota: LimitKind<{ readonly count: number }> = {
  name: 'quota',
  form: 'a number of stored records, such as `1000`',
  condition: 'quota',
  clamps: false,
  per: ['attribute', 'all'],
  appliesTo: 'records',
  counts: 'records',
  enforcedBy: ['resources/write'],
  read(value) {
    const pieces = createPieces(value);
    const count = takeCount(pieces);
    if (typeof count !== 'number') return count;
    return expectEnd(pieces) ?? { count };
  },
  words: ({ count }) => `at most ${count} records kept`,
  amounts: ({ count }) => [count],
  right: [{ text: '1000', value: { count: 1000 } }],
  wrong: [
    { text: '1000 records', at: 'records' },
    { text: '1_000', at: '1_000' },
    { text: '0', at: '0' },
  ],
};
