import { cell, row, type Words, words } from '../../page/model.ts';
import type { FactRule } from './contract.ts';

/** The bounds of the parameter that is the page size: its default and its maximum are a limit of the list. */
export const pageSizes: FactRule = ({ operations, sections, say }) => {
  const groups = new Map<string, { readonly names: string[]; readonly says: Words['says'][] }>();
  for (const { name, below, operation } of operations) {
    for (const { cells } of below.tables.flatMap(({ rows }) => rows)) {
      if (cells['Maps to']?.items[0]?.text !== 'page size') continue;
      const items = cells.Constraints?.items ?? [];
      const range = items.find(({ text }) => /^1?\.\.[0-9]+$/.test(text));
      const standard = items.find(({ text }) => /^default [0-9]+$/.test(text));
      if (range === undefined || standard === undefined) continue;
      const value = `${standard.text.slice(8)}, at most ${range.text.slice(range.text.indexOf('..') + 2)}`;
      const group = groups.get(value) ?? { names: [], says: [] };
      group.names.push(name);
      group.says.push([...standard.says, ...range.says]);
      groups.set(value, group);
      cells.Constraints!.items = items.filter((item) => item !== range && item !== standard);
      say(operation.tree, `a page of ${name} has ${value}, because its parameter of the page size has these bounds`);
    }
  }
  const all = [...groups];
  sections.limits.tables[0]!.rows.push(
    ...all.map(([value, { names, says }], index) =>
      row({
        Limit: cell(all.length === 1 ? 'page' : `page_${index + 1}`),
        Kind: cell('page size'),
        'Applies to': { items: names.map((name) => words(name)), joint: ', ' },
        Value: cell(value, ...says.flat()),
      }),
    ),
  );
};
