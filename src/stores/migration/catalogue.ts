import { getPreviousField } from '../../codegen/records/renames.ts';
import type { UniquePlan } from '../../plan/resource.ts';
import type { TableTexts, Texts } from '../differences.ts';
import type { TableLayout } from '../layout.ts';
import type { Catalogue, Comparing, Step } from './step.ts';

type Found = Catalogue['tables'][number];

/** Lists the changes that somebody made to a table outside Nonet, and the steps that handle them. */
export function listDriftSteps(
  before: TableLayout,
  kept: TableTexts[number],
  found: Found,
  gone: readonly { readonly column: string; readonly byHand: boolean }[],
): { readonly steps: readonly Step[]; readonly looked: boolean } {
  const steps: Step[] = [];
  const say = (name: string, words: string): void => {
    steps.push({ kind: 'made by hand', name: `${before.resource.name}.${name}`, words });
  };
  const there = new Map(found.columns);
  let looked = false;
  for (const [column, text] of kept.columns) {
    const now = there.get(column);
    const name = before.columns.find((otherColumn) => otherColumn.name === column)?.field ?? column;
    if (now === undefined) say(name, `the column \`${column}\` was removed outside Nonet`);
    else if (now !== text) {
      looked = true;
      say(name, `the column \`${column}\` was changed outside Nonet: it is \`${now}\`, expected \`${text}\``);
    }
    looked ||= now === undefined;
  }
  for (const { column, byHand } of gone) {
    if (byHand)
      say(column, `the column \`${column}\` was added outside Nonet and no field has it: its values are deleted`);
  }
  if (found.altered === true) {
    looked = true;
    say(found.table, `the definition of the table \`${found.table}\` was changed outside Nonet: it is created again`);
  }
  return { steps, looked };
}

/** Which indexes are made and removed; those made by hand stay. */
export function indexSteps(
  { renames }: Comparing,
  before: TableLayout,
  after: TableLayout,
  kept: TableTexts[number],
  found: Found,
  needed: TableTexts[number],
): {
  readonly steps: readonly Step[];
  readonly drop: readonly string[];
  readonly add: Texts;
  readonly uniques: readonly number[];
} {
  const there = new Map(found.indexes);
  const wanted = new Map(needed.indexes);
  const made = new Set([...kept.indexes.map(([name]) => name), ...wanted.keys()]);
  const drop = [...there].filter(([name, text]) => made.has(name) && wanted.get(name) !== text).map(([name]) => name);
  const add = needed.indexes.filter(([name, text]) => there.get(name) !== text);
  const same = mapPreviousUniques(renames, before, after);
  const steps: Step[] = [];
  const uniques: number[] = [];
  for (const [name, text] of add) {
    const at = after.uniques.findIndex((unique) => unique.name === name);
    if (at < 0) steps.push({ kind: 'add index', name, words: `add the index \`${name}\`` });
    else if (!there.has(same.get(at) ?? '')) {
      const { fields, ignoring, line } = after.resource.uniques[at]!;
      const words = `no two records may share ${fields.map((field) => `\`${field}\``).join(', ')}${ignoring === undefined ? '' : ', ignoring case'}${text.includes(' WHERE ') ? ', where its condition holds' : ''}`;
      steps.push({ kind: 'add unique', name: `${after.resource.name}.${fields.join(', ')}`, words, line });
      uniques.push(at);
    } else steps.push({ kind: 'add index', name, words: `add the index \`${name}\`` });
  }
  for (const name of drop) {
    if (wanted.has(name)) continue;
    const unique = before.uniques.find((candidate) => candidate.name === name);
    const words =
      unique === undefined
        ? `remove the index \`${name}\``
        : `records may share ${unique.columns.map((column) => `\`${column}\``).join(', ')}${unique.ignoring === undefined ? '' : ' in another case'}`;
    if (unique === undefined || ![...same.values()].includes(name)) {
      steps.push({ kind: unique === undefined ? 'remove index' : 'remove unique', name, words });
    }
  }
  return { steps, drop, add, uniques };
}

/** By its index now, the name of the unique constraint that a resource had before over the same fields. */
function mapPreviousUniques(
  renames: Comparing['renames'],
  before: TableLayout,
  after: TableLayout,
): ReadonlyMap<number, string> {
  const text = (fields: readonly string[], { ignoring, where }: UniquePlan): string =>
    JSON.stringify([fields, ignoring ?? null, where ?? null]);
  const known = new Map(
    before.resource.uniques.map((unique, at) => [text(unique.fields, unique), before.uniques[at]!.name]),
  );
  return new Map(
    after.resource.uniques.flatMap((unique, at) => {
      const fields = unique.fields.map((field) => getPreviousField(renames, after.resource.name, field));
      const name = known.get(text(fields, unique));
      return name === undefined ? [] : [[at, name] as const];
    }),
  );
}
