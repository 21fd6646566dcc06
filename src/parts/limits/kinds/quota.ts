import type { LimitKind } from './contract.ts';
import { atEnd, piecesOf, takeCount } from './pieces.ts';

/** `1000`: how many records may be kept. */
export const quota: LimitKind = {
  name: 'quota',
  form: '`1000`, the records kept',
  condition: 'quota',
  clamps: false,
  per: ['attribute', 'all'],
  appliesTo: 'records',
  counted: true,
  read(value) {
    const pieces = piecesOf(value);
    const count = takeCount(pieces, 'the number of records');
    if (typeof count !== 'number') return count;
    return atEnd(pieces) ?? { kind: 'quota', count };
  },
  words: (value) => (value.kind === 'quota' ? `at most ${value.count} records kept` : ''),
  right: [{ text: '1000', value: { kind: 'quota', count: 1000 } }],
  wrong: [
    { text: '1000 records', at: 'records' },
    { text: '1_000', at: '1_000' },
    { text: '0', at: '0' },
  ],
};
