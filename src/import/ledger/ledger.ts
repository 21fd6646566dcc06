import type { Page, Section } from '../page/model.ts';
import type { Placed } from '../page/write.ts';
import { formatPointer, listEntries, listItems, locate, type Tree } from '../source/tree.ts';
import { explainKey } from './reasons.ts';

/** A loss: facts of the source that the page does not state. */
export interface Loss {
  readonly tree: Tree;
  /** The text of the page in their place. */
  readonly instead: string;
  /** Why, as a sentence. */
  readonly why: string;
}

/** Takes what the page loses while it is made. */
export interface LossSink {
  lose(tree: Tree | undefined, instead: string, why: string): void;
  /** A name that the page writes in another way. */
  rename(tree: Tree, from: string, to: string): void;
}

/** The losses of an import as they are found. */
export interface Losses extends LossSink {
  readonly found: readonly Loss[];
  readonly renamed: readonly Renamed[];
  readonly kept: readonly Tree[];
  /** Keeps facts that the page states although it loses the value around them. */
  keep(...trees: readonly (Tree | undefined)[]): void;
}

/** A name of the source that the language does not admit, and what the page calls it. */
export interface Renamed {
  readonly tree: Tree;
  readonly from: string;
  readonly to: string;
}

/** Creates an empty list of losses. */
export function createLosses(): Losses {
  const found: Loss[] = [];
  const renamed: Renamed[] = [];
  const kept: Tree[] = [];
  return {
    found,
    renamed,
    kept,
    keep(...trees) {
      kept.push(...trees.filter((tree) => tree !== undefined));
    },
    lose(tree, instead, why) {
      if (tree !== undefined) found.push({ tree, instead, why });
    },
    rename(tree, from, to) {
      if (from !== to) renamed.push({ tree, from, to });
    },
  };
}

/** The result for a fact. */
export type Verdict = 'stated' | 'lost';

/** An entry of the ledger: facts below one pointer with the same verdict. */
export interface Entry {
  readonly verdict: Verdict;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly pointer: string;
  readonly facts: number;
  /** Of a stated fact: the line of the page. */
  readonly pageLine?: number;
  readonly instead?: string;
  readonly why?: string;
}

/** The account of an import: each fact of the source is in exactly one entry. */
export interface Ledger {
  readonly facts: number;
  readonly stated: number;
  readonly lost: number;
  readonly entries: readonly Entry[];
  readonly renamed: readonly {
    readonly pointer: string;
    readonly line: number;
    readonly from: string;
    readonly to: string;
  }[];
}

/** Draws up the account of the trees of a source. A fact that is lost in one place counts as lost, unless it is kept and stated. */
export function drawUpLedger(
  trees: readonly Tree[],
  placed: ReadonlyMap<number, Placed>,
  page: Page,
  losses: Losses,
): Ledger {
  const count = trees.at(-1)?.end ?? 0;
  const lines = new Int32Array(count);
  for (const { says, line } of listSaid(page, placed)) {
    for (const tree of says) for (let i = tree.first; i < tree.end; i++) if (lines[i] === 0) lines[i] = line;
  }
  const isKept = new Uint8Array(count);
  for (const { first, end } of losses.kept) for (let i = first; i < end; i++) isKept[i] = lines[i] === 0 ? 0 : 1;
  const lossOf = new Int32Array(count).fill(-1);
  for (const [index, { tree }] of losses.found.entries()) {
    for (let i = tree.first; i < tree.end; i++) if (lossOf[i] === -1 && isKept[i] === 0) lossOf[i] = index;
  }
  const entries: Entry[] = [];
  for (const tree of trees) collect(tree, { lines, lossOf, losses: losses.found }, entries);
  const sum = (verdict: Verdict): number =>
    entries.reduce((total, entry) => total + (entry.verdict === verdict ? entry.facts : 0), 0);
  return {
    facts: count,
    stated: sum('stated'),
    lost: sum('lost'),
    entries,
    renamed: losses.renamed.map(({ tree, from, to }) => ({
      pointer: formatPointer(tree),
      line: locate(tree).line,
      from,
      to,
    })),
  };
}

interface Marks {
  readonly lines: Int32Array;
  readonly lossOf: Int32Array;
  readonly losses: readonly Loss[];
}

/** Adds an entry for a value whose facts have one verdict, else for each of its members. */
function collect(tree: Tree, marks: Marks, entries: Entry[]): void {
  const { lines, lossOf, losses } = marks;
  const { first, end } = tree;
  const loss = lossOf[first] ?? -1;
  const isLeaf = end - first === 1 && (tree.kind === 'scalar' || !hasMembers(tree));
  const place = () => ({ ...locate(tree), pointer: formatPointer(tree), facts: end - first });
  if (loss !== -1 && isSame(lossOf, first, end)) {
    const { instead, why } = losses[loss]!;
    entries.push({ verdict: 'lost', ...place(), instead, why });
    return;
  }
  const line = lines[first] ?? 0;
  if (isLeaf && line !== 0) {
    entries.push({ verdict: 'stated', ...place(), pageLine: line });
    return;
  }
  const reason = explainKey(tree);
  if (isLeaf || (reason !== undefined && isUntouched(marks, first, end))) {
    entries.push({ verdict: 'lost', ...place(), ...(reason ?? unread) });
    return;
  }
  for (const [, member] of listEntries(tree)) collect(member, marks, entries);
  for (const item of listItems(tree)) collect(item, marks, entries);
}

const unread = { instead: 'nothing', why: 'No rule of the importer reads it.' };

function hasMembers(tree: Tree): boolean {
  return listEntries(tree).length > 0 || listItems(tree).length > 0;
}

function isSame(values: Int32Array, first: number, end: number): boolean {
  for (let i = first + 1; i < end; i++) if (values[i] !== values[first]) return false;
  return true;
}

function isUntouched({ lines, lossOf }: Marks, first: number, end: number): boolean {
  for (let i = first; i < end; i++) if (lines[i] !== 0 || lossOf[i] !== -1) return false;
  return true;
}

/** Lists the facts that each piece of the written page states, with its line. */
function* listSaid(
  page: Page,
  placed: ReadonlyMap<number, Placed>,
): Iterable<{ readonly says: readonly Tree[]; readonly line: number }> {
  yield { says: page.name.says, line: 1 };
  for (const [line, piece] of placed) {
    if (piece.of === 'line') yield { says: piece.line.value.says, line };
    else if (piece.of === 'prose') yield { says: piece.prose.words.says, line };
    else if (piece.of === 'heading') yield { says: piece.section.heading?.says ?? [], line };
    else for (const { items } of Object.values(piece.row.cells)) for (const { says } of items) yield { says, line };
  }
}

/** Returns whether a section is written at all. */
export function isWritten(section: Section): boolean {
  return section.dropped !== true;
}
