import { listChildren, type Syntax } from '../../../expression/parse/syntax.ts';
import { parseExpression } from '../../../expression/parse.ts';
import type { SourceText } from '../../../text/location.ts';
import { memo } from '../../../text/memo.ts';
import { collectDefinitions } from '../../resolve/definitions.ts';
import type { Older } from '../../resolve/older.ts';
import type { FieldDraft, VersionDraft } from './draft.ts';
import { findSuccessorField } from './expressions.ts';

/** The fields that a version removed and of whose older values a row gives the value of a field, by their older names. */
export function listRemovedSources(draft: VersionDraft, { owner, newer, requests }: FieldDraft): readonly string[] {
  if (newer === undefined || requests?.given.kind !== 'cel') return [];
  return [...collectInputReads(requests.given.cel)].filter((name) => {
    const field = draft.fields.get(`${owner}.${name}`);
    return field !== undefined && field.newer === undefined;
  });
}

/** By the removed fields of a version, `Trip.minutes`, the fields of the present document that rows make of them, in its order. */
export function collectDerivedFields({ service }: Older, draft: VersionDraft): ReadonlyMap<string, readonly string[]> {
  const made = new Map<string, readonly string[]>();
  const add = (owner: string, name: string, { newer }: FieldDraft): void => {
    const { resources, objects } = collectDefinitions(service);
    const fields = (resources.get(owner) ?? objects.get(owner))?.fields ?? [];
    const into = newer?.present === undefined ? (newer?.becomes ?? []) : [newer.present];
    const all = new Set([...(made.get(`${owner}.${name}`) ?? []), ...into]);
    made.set(
      `${owner}.${name}`,
      fields.flatMap((field) => (all.has(field.name.value) ? [field.name.value] : [])),
    );
  };
  for (const field of draft.fields.values()) {
    for (const name of listRemovedSources(draft, field)) add(field.owner, name, field);
    const given = field.requests?.given.kind === 'cel' ? findSuccessorField(draft, field) : undefined;
    if (given !== undefined && field.older !== undefined) add(field.owner, field.older.name.value, given);
  }
  return made;
}

/** The fields of `input` that an expression names. */
const collectInputReads = memo((cel: SourceText): ReadonlySet<string> => {
  const { ast } = parseExpression(cel);
  return new Set(ast === undefined ? [] : collectInputNames(ast));
});

function collectInputNames(node: Syntax): readonly string[] {
  if (node.kind === 'select' && isInput(node.from)) return [node.name];
  if (node.kind === 'index' && isInput(node.from) && node.at.kind === 'string') return [node.at.value];
  return listChildren(node).flatMap(collectInputNames);
}

function isInput(node: Syntax): boolean {
  return node.kind === 'name' && node.name === 'input';
}
