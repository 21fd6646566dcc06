import type { LossSink } from '../ledger/ledger.ts';
import { cell, type Row, row, type Words, words } from '../page/model.ts';
import { formatParameter } from '../page/text.ts';
import { get, isTrue, type Tree } from '../source/tree.ts';
import type { ApiParameter } from './api.ts';
import type { Facets } from './facets.ts';
import type { Schemas, Typed } from './model.ts';
import { isTextType, writeMeaning } from './objects.ts';
import { readDefault, readType } from './types.ts';

/** A parameter as the table of an operation states it. */
export interface WrittenParameter {
  /** As the table names it: `limit`, `header X-Trace`. */
  readonly name: string;
  readonly type: string;
  readonly constraints: readonly Words[];
  readonly parameter: ApiParameter;
  row(maps: string): Row;
}

/** Headers that belong to other parts of a page. */
const ownHeaders = new Set(['accept', 'content-type', 'authorization', 'if-match', 'if-none-match']);

/** Reads a parameter; undefined, and lost, if the language has no such parameter. */
export function readInput(schemas: Schemas, parameter: ApiParameter): WrittenParameter | undefined {
  const { losses } = schemas;
  const { tree, refs, schema, description, name } = parameter;
  const lost = (why: string): undefined => losses.lose(tree, 'nothing', why) as undefined;
  const where = parameter.in;
  if (where === 'cookie') return lost('The language has no parameters in cookies.');
  if (where !== 'query' && where !== 'header' && where !== 'path')
    return lost(`The language has no parameters in \`${where}\`.`);
  if (where === 'header' && ownHeaders.has(name.toLowerCase()))
    return lost('HTTP and other parts of the page define this header.');
  if (where === 'header' && !/^[A-Za-z0-9!#$%&'*+.^_~-]+$/.test(name)) return lost('This is not the name of a header.');
  const text = where === 'header' ? name : formatParameter(name);
  if (text === undefined) return lost('The language has no parameter of this name.');
  if (schema === undefined)
    return lost(
      get(tree, 'content') === undefined ? 'It has no schema.' : 'The language has no parameters of a media type.',
    );
  const typed = readType(schemas, schema, `${name} parameter`);
  const type = typed.type.replace(/ or null$/, '');
  if (!isTextType({ ...typed, type }))
    return lost(`A parameter has a type that fits into text, not \`${typed.type}\`.`);
  const facets = schemas.facetsOf(schema);
  for (const nullable of facets.nullable) losses.lose(nullable, `\`${type}\``, 'A parameter is never null.');
  if (type.endsWith('[]')) loseStyle(losses, parameter, facets.typeSays);
  const required = get(tree, 'required');
  const standard = readDefault(schemas, facets);
  const constraints = [...typed.constraints];
  if (parameter.isRequired && where !== 'path') constraints.unshift(words('required', required));
  if (standard !== undefined) {
    if (parameter.isRequired)
      for (const one of standard.says) losses.lose(one, 'nothing', 'A parameter that is required has no default.');
    else constraints.push(standard);
  }
  const says = [
    ...refs,
    get(tree, 'name'),
    get(tree, 'in'),
    parameter.isRequired && where !== 'path' ? undefined : required,
  ];
  return {
    name: where === 'header' ? `header ${text}` : text,
    type,
    constraints,
    parameter,
    row: (maps) =>
      row({
        Parameter: cell(where === 'header' ? `header ${text}` : text, ...says),
        'Maps to': cell(maps, ...sayType(losses, maps, typed, facets)),
        Constraints: { items: constraints },
        Meaning: writeMeaning(
          schemas,
          description ?? facets.keywords.get('description'),
          isTrue(get(tree, 'deprecated')) ? get(tree, 'deprecated') : undefined,
        ),
      }),
  };
}

/** Lists are separated by commas; by default, those of OpenAPI 3 are repeated. */
function loseStyle(losses: LossSink, { tree, in: where }: ApiParameter, typeSays: readonly Tree[]): void {
  if (where !== 'query') return;
  const explode = get(tree, 'explode');
  const format = get(tree, 'collectionFormat');
  const is3 = get(tree, 'schema') !== undefined;
  const isCommas = is3
    ? explode?.kind === 'scalar' && explode.value === false
    : format === undefined || (format.kind === 'scalar' && format.value === 'csv');
  if (!isCommas)
    losses.lose(
      explode ?? format ?? typeSays[0],
      'values separated by commas',
      'The source repeats the parameter for each value.',
    );
}

/** Returns the facts of a type that the cell Maps to states: all of an `input`; a parameter of a list has the type of its field. */
function sayType(losses: LossSink, maps: string, { says }: Typed, { typeSays, nullable }: Facets): readonly Tree[] {
  const all = says.filter((tree) => !nullable.includes(tree));
  if (maps.startsWith('input ')) return all;
  const said = maps === 'not shown' ? [] : all.filter((tree) => typeSays.includes(tree));
  for (const tree of all)
    if (!said.includes(tree))
      losses.lose(tree, `\`${maps}\``, 'A parameter of a list has the type of what it maps to.');
  return said;
}
