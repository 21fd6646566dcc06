import type { LimitKind } from './contract.ts';
import { createPieces, expectEnd, takeCount, takeWord } from './pieces.ts';

/** `25, at most 100`: how many records a page has without the parameter, and the most that may be asked for. */
export const pageSize: LimitKind<{ readonly usual: number; readonly most: number }> = {
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
    const usual = takeCount(pieces, 'the usual page size');
    if (typeof usual !== 'number') return usual;
    const wrong = takeWord(pieces, ',') ?? takeWord(pieces, 'at') ?? takeWord(pieces, 'most');
    if (wrong !== undefined) return wrong;
    const most = takeCount(pieces, 'the largest page size');
    if (typeof most !== 'number') return most;
    const { last } = pieces;
    const over = expectEnd(pieces);
    if (over !== undefined) return over;
    if (most < usual) return { wrong: `\`${most}\` is less than the usual page size ${usual}`, span: last };
    return { usual, most };
  },
  words: ({ usual, most }) => `pages of ${usual} records, at most ${most} where asked for`,
  amounts: ({ most }) => [most],
  usual: ({ usual }) => usual,
  right: [
    { text: '25, at most 100', value: { usual: 25, most: 100 } },
    { text: '10, at most 10', value: { usual: 10, most: 10 } },
  ],
  wrong: [
    { text: '25', at: '25' },
    { text: '25 at most 100', at: 'at' },
    { text: '25, at mots 100', at: 'mots' },
    { text: '100, at most 25', at: '25' },
    { text: 'many, at most 100', at: 'many' },
  ],
};
