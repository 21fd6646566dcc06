import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shopIs } from '../../../tests/support/plans.ts';
import { searchedByAll, searchedShops } from '../../../tests/support/searched-shops.ts';
import type { Row } from '../../contracts/record.ts';
import type { Condition, Query, Store } from '../../contracts/store.ts';
import { createSeededRandom } from '../../operator/examples/seeded-random.ts';
import { normalizeSearchText, splitSearchWords } from '../queries/search-words.ts';
import { asking, byId, fill, ids, invoice, keep, type OpenForTest, value } from './surroundings.suite.ts';

/** Pieces of texts that databases fold, quote or split in ways of their own. */
const pieces = [
  ...['a', 'b', 'é', 'e\u0301', 'E\u0301', 'ß', 'SS', 'Σ', 'ς', 'σ', 'İ', 'I', 'ı', 'Å', 'A\u030A', 'ﬁ', 'Ǆ'],
  ...['漢', '字', 'かな', 'है', '👩‍👩‍👧', '😀', '𝒳', '\u{10ffff}', '\ufffd', '\ufeff', '0', '12', '007', '_', '%', '*'],
  ...[
    '"',
    "'",
    '""',
    '\\',
    ';',
    '--',
    '(',
    ')',
    ':',
    '^',
    '+',
    '-',
    '{',
    '}',
    '[',
    ']',
    '.',
    ',',
    '/',
    '?',
    '$1',
    '&',
    '|',
  ],
  ...['AND', 'or', 'NOT', 'NEAR', 'rowid', 'text:', 'paper', 'Paper', 'PAPIER', 'winter', 'summer', 'rain'],
  ...[' ', ' ', ' ', ' ', '\t', '\n', '\u00a0', '\u2003'],
] as const;

const fields = ['memo', 'tags', 'say "hi"'] as const;

/** Searches by an index, against the meaning of a search worked out one record at a time. */
export function searchSuite(open: OpenForTest): void {
  describe('searching by an index', () => {
    const random = createSeededRandom(41);
    const pick = (count: number): number => {
      const [high, low] = random(2);
      return ((high! << 8) | low!) % count;
    };
    const makeText = (length: number): string =>
      Array.from({ length: 1 + pick(length) }, () => pieces[pick(pieces.length)]).join('');
    const makeInvoice = (id: string, version = 1): Row =>
      invoice(
        id,
        pick(2) === 0 ? 'north' : 'south',
        {
          memo: pick(5) === 0 ? null : makeText(12),
          tags: pick(3) === 0 ? null : JSON.stringify(Array.from({ length: pick(4) }, () => makeText(4))),
          'say "hi"': pick(3) === 0 ? null : makeText(6),
          total: pick(5),
        },
        version,
      );
    const textOf = (row: Row, searched: readonly string[]): string =>
      searched
        .flatMap((name) => (name === 'tags' ? JSON.parse(String(value(row, name) ?? '[]')) : [value(row, name) ?? '']))
        .join('\n');
    const holds = (row: Row, text: string, searched: readonly string[]): boolean => {
      const all = normalizeSearchText(textOf(row, searched));
      return splitSearchWords(text).every((word) => all.includes(word));
    };
    /** A piece of a text that is stored, perhaps in another case, or a text that may be nowhere. */
    const makeSearch = (rows: readonly Row[]): string => {
      if (pick(4) === 0) return makeText(3);
      const words = Array.from({ length: 1 + pick(2) }, () => {
        const characters = [...textOf(rows[pick(rows.length)]!, fields)];
        const from = pick(characters.length);
        return characters.slice(from, from + 1 + pick(7)).join('');
      });
      const text = words.join(' ');
      return [text, text.toUpperCase(), text.toLowerCase(), text.normalize('NFD')][pick(4)]!;
    };
    const rule: Condition = { kind: 'any', of: [shopIs] };
    const compareAll = async (store: Store, rows: readonly Row[], count: number, byAll = false): Promise<void> => {
      const sorted = rows.toSorted((left, right) => (String(value(left, 'id')) < String(value(right, 'id')) ? -1 : 1));
      let found = 0;
      for (let at = 0; at < count; at++) {
        const text = makeSearch(rows);
        const searched = [fields, ['memo'], ['tags'], ['memo', 'say "hi"']][pick(4)]!;
        const shop = pick(2) === 0 ? 'north' : 'south';
        const ruled = !byAll || pick(2) === 0;
        const expected = sorted.flatMap((row) =>
          (!ruled || value(row, 'shop') === shop) && holds(row, text, searched) ? [value(row, 'id')] : [],
        );
        const conditions: Condition[] = [...(ruled ? [rule] : []), { kind: 'search', fields: searched }];
        const values = { ...asking(...(ruled ? [undefined] : []), text), caller: { shop } };
        const query: Query = { resource: 'Invoice', conditions, order: byId };
        assert.deepEqual(await ids(store, query, { ...values, limit: 1_000 }), expected, JSON.stringify(text));
        assert.equal(await store.prepare({ resource: 'Invoice', conditions }).count(values), expected.length);
        if (expected.length > 1) {
          const [first, ...rest] = expected;
          assert.deepEqual(
            await ids(store, { ...query, after: true }, { ...values, after: [first], limit: 1_000 }),
            rest,
          );
          const skipping = { ...values, skip: 1, limit: 1_000 };
          assert.deepEqual(await ids(store, { ...query, skips: true, slowTimeout: 9_000 }, skipping), rest);
          found++;
        }
      }
      assert.ok(found > count / 10, 'most searches find nothing: the test compares too little');
    };

    test('generated searches find the same records as a comparison of each text', async (t) => {
      const store = await (await open(t, searchedShops))();
      const rows = Array.from({ length: 150 }, (_, at) => makeInvoice(`i${String(at).padStart(3, '0')}`));
      await fill(store, 'Invoice', rows);
      await compareAll(store, rows, 250);
    });

    test('callers without a row rule find the records of all, by the same index', async (t) => {
      const store = await (await open(t, searchedByAll))();
      const rows = Array.from({ length: 80 }, (_, at) => makeInvoice(`i${String(at).padStart(3, '0')}`));
      await fill(store, 'Invoice', rows);
      await compareAll(store, rows, 120, true);
    });

    test('a record that goes to another tenant is found there alone', async (t) => {
      for (const plan of [searchedShops, searchedByAll]) {
        const store = await (await open(t, plan))();
        await fill(store, 'Invoice', [invoice('a', 'north', { memo: 'paper' })]);
        const conditions: Condition[] = [rule, { kind: 'search', fields: ['memo'] }];
        const found = (shop: string): Promise<readonly unknown[]> =>
          ids(
            store,
            { resource: 'Invoice', conditions, order: byId },
            { ...asking(undefined, 'paper'), caller: { shop } },
          );
        assert.deepEqual([await found('north'), await found('south')], [['a'], []]);
        await keep(store, async (transaction) => {
          await transaction.update('Invoice', 'a', invoice('a', 'south', { memo: 'paper' }, 2));
        });
        assert.deepEqual([await found('north'), await found('south'), await found('')], [[], ['a'], []]);
      }
    });

    test('records that are changed, deleted or written in a transaction that fails are found as they are', async (t) => {
      const store = await (await open(t, searchedShops))();
      const rows = new Map(
        Array.from({ length: 60 }, (_, at) => [
          `i${String(at).padStart(3, '0')}`,
          makeInvoice(`i${String(at).padStart(3, '0')}`),
        ]),
      );
      await fill(store, 'Invoice', [...rows.values()]);
      for (const [id] of [...rows]) {
        const changed = makeInvoice(id, 2);
        const action = pick(4);
        await keep(store, async (transaction) => {
          if (action === 0) await transaction.delete('Invoice', id);
          else await transaction.update('Invoice', id, changed);
        });
        if (action === 0) rows.delete(id);
        else rows.set(id, changed);
        await store.write(async (transaction) => {
          await transaction.insert('Invoice', invoice(`never ${id}`, 'north', { memo: 'paper winter' }));
          return { result: undefined, undo: true };
        });
      }
      await compareAll(store, [...rows.values()], 120);
    });

    test('a store that is opened again reads its index', async (t) => {
      const reopen = await open(t, searchedShops);
      const rows = Array.from({ length: 40 }, (_, at) => makeInvoice(`i${String(at).padStart(3, '0')}`));
      const first = await reopen();
      await fill(first, 'Invoice', rows);
      await first.close();
      await compareAll(await reopen(), rows, 60);
    });
  });
}
