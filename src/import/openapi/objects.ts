import { type Cell, cell, type Row, row, type Section, type Words, words } from '../page/model.ts';
import { writeProse } from '../page/prose.ts';
import { fitsMeaning, formatField, formatMeaning } from '../page/text.ts';
import { get, isTrue, readString, type Tree } from '../source/tree.ts';
import type { Facets } from './facets.ts';
import type { Schemas, Typed } from './model.ts';
import { readDefault, readType } from './types.ts';

/** A member that a union states as the tag of its objects. */
interface Tag {
  readonly property: string;
  readonly tags: readonly string[];
}

/** Writes the heading, the prose and the fields of an object. */
export function fillObject(schemas: Schemas, own: Section, tree: Tree, name: string, tag?: Tag): void {
  const facets = schemas.facetsOf(tree);
  (own.heading!.says as Tree[]).push(...listShapeSays(facets));
  for (const key of ['oneOf', 'anyOf'])
    schemas.losses.lose(
      facets.keywords.get(key),
      'the fields next to them',
      'The language has no alternatives without a tag.',
    );
  const description = facets.keywords.get('description');
  own.prose.push(...writeProse(readString(description) ?? '', description));
  const rows: Row[] = [];
  for (const [field, property] of facets.properties) {
    if (tag?.property === field) {
      loseTag(schemas, property, facets.required.get(field), tag);
      continue;
    }
    const made = writeField(schemas, { name, field, property, required: facets.required.get(field) });
    if (made !== undefined) rows.push(made);
  }
  own.tables.push({ columns: ['Field', 'Type', 'Constraints', 'Meaning'], rows });
}

/** Returns the facts that the heading of an object states: its type and its parts. */
export function listShapeSays({ typeSays, refs, keywords }: Facets): readonly Tree[] {
  const closed = keywords.get('additionalProperties');
  const isClosed = closed?.kind === 'scalar' && closed.value === false;
  return [...typeSays, ...refs, ...(isClosed ? [closed] : [])];
}

/** The union's table says which value the tag has, and that it is required. */
function loseTag({ losses }: Schemas, property: Tree, required: Tree | undefined, { property: name }: Tag): void {
  losses.lose(property, `\`Tagged by: ${name}\``, 'The union states the tag of its objects.');
  losses.lose(required, `\`Tagged by: ${name}\``, 'The union states the tag of its objects.');
}

/** A field of the source. */
interface FieldOf {
  readonly name: string;
  readonly field: string;
  readonly property: Tree;
  readonly required: Tree | undefined;
}

/** Writes the row of a field of an object; undefined if the language has no form for its name. */
function writeField(schemas: Schemas, { name, field, property, required }: FieldOf): Row | undefined {
  const text = formatField(field);
  if (text === undefined) {
    schemas.losses.lose(property, 'nothing', 'The language has no field of this name.');
    schemas.losses.lose(required, 'nothing', 'The language has no field of this name.');
    return undefined;
  }
  const typed = readType(schemas, property, `${name} ${field}`);
  const marks = readMarks(schemas, property);
  const constraints: Words[] = [];
  if (required !== undefined && marks.readOnly !== undefined)
    schemas.losses.lose(required, '`read-only`', 'The language has no field that is both required and read-only.');
  else if (required !== undefined) constraints.push(words('required', required));
  if (marks.default !== undefined) {
    if (required === undefined && marks.readOnly === undefined) constraints.push(marks.default);
    else
      for (const tree of marks.default.says)
        schemas.losses.lose(tree, 'nothing', 'A field that is required or read-only has no default.');
  }
  if (marks.readOnly !== undefined) constraints.push(words('read-only', marks.readOnly));
  else if (marks.writeOnly !== undefined) constraints.push(words('write-only', marks.writeOnly));
  return row({
    Field: cell(text, property.first + 1 === property.end && property.kind !== 'scalar' ? property : undefined),
    Type: cell(typed.type, ...typed.says),
    Constraints: { items: [...constraints, ...typed.constraints] },
    Meaning: marks.meaning,
  });
}

/** The facts of a schema next to its type. */
export interface Marks {
  readonly readOnly: Tree | undefined;
  readonly writeOnly: Tree | undefined;
  readonly default: Words | undefined;
  readonly meaning: Cell;
}

/** Reads the marks of a schema. The marks of a named one are at the place of its use. */
export function readMarks(schemas: Schemas, tree: Tree): Marks {
  const { target } = schemas.unwrap(tree);
  const facets = schemas.facetsOf(tree);
  const isNamed = schemas.nameOf(target, '') !== undefined;
  const isOwn = isNamed && target === tree;
  const read = (key: string): Tree | undefined =>
    isNamed ? (isOwn && key === 'description' ? undefined : get(tree, key)) : facets.keywords.get(key);
  const flag = (key: string): Tree | undefined => (isTrue(read(key)) ? read(key) : undefined);
  const own = isNamed
    ? {
        ...facets,
        keywords: new Map(['default'].flatMap((key) => (read(key) === undefined ? [] : [[key, read(key)!] as const]))),
      }
    : facets;
  return {
    readOnly: flag('readOnly'),
    writeOnly: flag('writeOnly'),
    default: readDefault(schemas, own),
    meaning: writeMeaning(schemas, read('description'), flag('deprecated'), isNamed ? undefined : readTitle(facets)),
  };
}

/** Returns the title, which replaces a description that is missing. */
function readTitle({ keywords }: Facets): Tree | undefined {
  return keywords.get('title');
}

/** Writes the cell Meaning: a deprecation and the description, else the title. */
export function writeMeaning(
  schemas: Schemas,
  description: Tree | undefined,
  deprecated: Tree | undefined,
  title?: Tree,
): Cell {
  const text = readString(description) ?? '';
  const shown = formatMeaning(text);
  const said = shown === '' ? undefined : description;
  if (!fitsMeaning(text))
    schemas.losses.lose(description, 'its beginning', 'A cell has one line of at most 4,000 characters.');
  const named = shown === '' && title !== undefined ? formatMeaning(readString(title) ?? '') : shown;
  const whole = `${deprecated === undefined ? '' : 'Deprecated. '}${named}`.trim();
  return cell(whole, said, deprecated, shown === '' && named !== '' ? title : undefined);
}

/** The types that a text of a parameter can have. */
export function isTextType({ type }: Typed): boolean {
  return !/\b(any|object|map of)\b|^[A-Z]|\(?[A-Z][A-Za-z0-9]*( or null)?\)?\[\]|\[\]\[\]/.test(type);
}
