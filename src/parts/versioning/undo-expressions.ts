import type { ValueType } from '../../expression/tree.ts';
import type { Environment, Vocabulary } from '../../expression/vocabulary.ts';
import type { Words } from '../../text/place.ts';
import { type Checked, checked } from '../meaning/expressions.ts';
import { type Older, olderType } from '../meaning/older.ts';
import type { FieldDraft, VersionDraft } from './undo-draft.ts';

/** The expressions of one version's rows, each in its place; by the words of its cell. */
export type Expressions = Map<Words, Checked>;

/** Checks Older callers `= …` over the record as it stands in the version of the rows: before they are undone. */
export function checkDown(older: Older, { fields }: VersionDraft, into: Expressions): void {
  for (const { owner, callers, older: model, states } of fields.values()) {
    if (callers?.given.kind !== 'cel' || !older.fields.has(owner)) continue;
    const field = model && { model, ...(states === undefined ? {} : { states }) };
    const expected = field && olderType(older.service, owner, field);
    const place = environmentOf(older.vocabulary, 'record', owner, expected);
    into.set(callers.given.cel, checked(callers.given.cel, place));
  }
}

/** Checks Older requests `= …` over `input` as the version below knows it: behind the undoing of the rows. */
export function checkUp(older: Older, draft: VersionDraft, into: Expressions): void {
  for (const field of draft.fields.values()) {
    const { owner, requests } = field;
    if (requests?.given.kind !== 'cel' || !older.fields.has(owner)) continue;
    const target = field.newer ?? givenBy(draft, field)?.newer;
    const expected = target && olderType(older.service, owner, target);
    const place = environmentOf(older.vocabulary, 'input', owner, expected);
    into.set(requests.given.cel, checked(requests.given.cel, place));
  }
}

/** The field that the value of a removed one goes on in: the only one that the same version added beside it. */
export function givenBy(draft: VersionDraft, removed: FieldDraft): FieldDraft | undefined {
  if (removed.newer !== undefined) return undefined;
  let added = addedIn.get(draft);
  if (added === undefined) {
    const all = [...draft.fields.values()].filter(({ newer, older }) => newer !== undefined && older === undefined);
    added = Map.groupBy(all, ({ owner }) => owner);
    addedIn.set(draft, added);
  }
  const beside = added.get(removed.owner);
  return beside?.length === 1 ? beside[0] : undefined;
}

const addedIn = new WeakMap<VersionDraft, ReadonlyMap<string, readonly FieldDraft[]>>();

/** Where the expressions of a row stand: Older callers over `record`, Older requests over `input`. */
export function environmentOf(
  vocabulary: Vocabulary,
  root: 'record' | 'input',
  owner: string,
  expected: ValueType | undefined,
): Environment {
  const place = root === 'record' ? 'Older callers' : 'Older requests';
  const roots = new Map([[root, { kind: 'object', name: owner } as const]]);
  return { vocabulary, roots, place, ...(expected === undefined ? {} : { expected }) };
}
