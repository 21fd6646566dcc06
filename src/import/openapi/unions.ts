import { cell, row, type Section, words } from '../page/model.ts';
import { writeProse } from '../page/prose.ts';
import { formatField, formatString } from '../page/text.ts';
import { listEntries, readString, type Tree } from '../source/tree.ts';
import type { Facets } from './facets.ts';
import type { Schemas } from './model.ts';
import { listTagged } from './types.ts';

/** One object of a union and its tag. */
interface Case {
  readonly tag: string;
  readonly target: Tree;
  readonly says: readonly Tree[];
}

/** Alternatives that a member distinguishes. */
export interface Union {
  readonly property: string;
  readonly says: readonly Tree[];
  readonly cases: readonly Case[];
  readonly description: Tree | undefined;
}

/**
 * Returns the union that a schema states: alternatives with a discriminator, each an object that nothing else refers to. Elsewhere such an
 * object would have its tag as a field, which the language does not admit.
 */
export function findUnion(schemas: Schemas, facets: Facets, countUses: (tree: Tree) => number): Union | undefined {
  const tagged = listTagged(facets);
  const property = readString(tagged?.property);
  if (tagged === undefined || property === undefined || formatField(property) === undefined) return undefined;
  if (facets.properties.size > 0 || facets.alternatives.length > 200) return undefined;
  const mapping = listEntries(tagged.mapping);
  const cases: Case[] = [];
  for (const alternative of facets.alternatives) {
    const { target, says } = schemas.unwrap(alternative);
    const { types, properties, nullable } = schemas.facetsOf(target);
    if (!types.has('object') || properties.size < 2 || !properties.has(property) || nullable.length > 0)
      return undefined;
    if (says.length !== 1 || countUses(target) !== 1) return undefined;
    const reference = readString(says[0]) ?? '';
    const stated = mapping.filter(
      ([, to]) => readString(to) === reference || `#/components/schemas/${readString(to)}` === reference,
    );
    const tag = stated[0]?.[0] ?? reference.slice(reference.lastIndexOf('/') + 1);
    if (stated.length > 1 || cases.some((one) => one.tag === tag)) return undefined;
    cases.push({ tag, target, says: [...says, ...stated.map(([, to]) => to)] });
  }
  return { property, says: [tagged.property], cases, description: facets.keywords.get('description') };
}

/** Writes the line and the table of a union. */
export function fillUnion(schemas: Schemas, own: Section, { property, says, cases, description }: Union): void {
  own.prose.push(...writeProse(readString(description) ?? '', description));
  own.lines.push({ kind: 'line', name: 'Tagged by', value: words(property, ...says) });
  own.tables.push({
    columns: ['Tag', 'Object'],
    rows: cases.map((one) =>
      row({
        Tag: cell(formatString(one.tag), ...one.says),
        Object: cell(schemas.nameOf(one.target, one.tag)?.name ?? ''),
      }),
    ),
  });
}
