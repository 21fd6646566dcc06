import type { LimitKind } from './contract.ts';
import { createPieces, expectEnd, takeCount, takeWord } from './pieces.ts';

/** `25, at most 100`: how many records a page has without the parameter, and the most that may be asked for. */
export const pageSize: LimitKind<{ readonly defaultSize: number; readonly maxSize: number }> = {
  name: 'page size',
  form: '`25, at most 100`',
  condition: 'invalid input',
  aspect: 'page sizes',
  clamps: true,
  per: ['all'],
  appliesTo: 'lists',
  enforcedBy: ['endpoints/list'],
  bound: { field: 'paging', serverLimit: 'maxPageSize', words: (most) => `pages of ${most} records` },
  read(value) {
    const pieces = createPieces(value);
    const defaultSize = takeCount(pieces, 'the default page size');
    if (typeof defaultSize !== 'number') return defaultSize;
    const wrong = takeWord(pieces, ',') ?? takeWord(pieces, 'at') ?? takeWord(pieces, 'most');
    if (wrong !== undefined) return wrong;
    const maxSize = takeCount(pieces, 'the largest page size');
    if (typeof maxSize !== 'number') return maxSize;
    const { last } = pieces;
    const over = expectEnd(pieces);
    if (over !== undefined) return over;
    if (maxSize < defaultSize)
      return { wrong: `\`${maxSize}\` is less than the default page size ${defaultSize}`, span: last };
    return { defaultSize, maxSize };
  },
  words: ({ defaultSize, maxSize }) => `pages of ${defaultSize} records, at most ${maxSize} where asked for`,
  amounts: ({ maxSize }) => [maxSize],
  default: ({ defaultSize }) => defaultSize,
  right: [
    { text: '25, at most 100', value: { defaultSize: 25, maxSize: 100 } },
    { text: '10, at most 10', value: { defaultSize: 10, maxSize: 10 } },
  ],
  wrong: [
    { text: '25', at: '25' },
    { text: '25 at most 100', at: 'at' },
    { text: '25, at mots 100', at: 'mots' },
    { text: '100, at most 25', at: '25' },
    { text: 'many, at most 100', at: 'many' },
  ],
};
