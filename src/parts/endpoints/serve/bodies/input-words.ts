import { collectSentFields } from '../../../../plan/bodies/sent.ts';
import type { InputShape } from '../../../../plan/shape.ts';

/**
 * Where a body that writes a record holds its fields, and what is input alone; nothing where they are its own members. No expression sees
 * the members at the paths `hidden`.
 */
export function describeBodyFields(
  input: InputShape,
  resource: string | undefined,
  hidden: readonly (readonly string[])[] = [],
): string {
  const sent = collectSentFields(input);
  if (sent.length === 0 || input.kind !== 'object') return '';
  const byObject = Map.groupBy(sent, ({ path }) => path.slice(0, -1).join('.'));
  const objects = [...byObject].flatMap(([object, fields]) => {
    const names = fields.map(({ path, field }) => (path.at(-1) === field ? field : `${path.at(-1)} is ${field}`));
    const plain = object === '' && fields.every(({ path, field }) => path[0] === field);
    return plain
      ? []
      : [`; ${object === '' ? 'the body' : object} holds fields of the ${resource}: ${names.join(', ')}`];
  });
  const alone = listInputOnlyFields(input).filter((name) => !hidden.some((path) => path.join('.') === name));
  return `${objects.join('')}${describeInputOnly(alone.map((name) => ({ name, mapsTo: { kind: 'input' } })))}`;
}

/** The members of a body that are no part of the record, by their paths. */
function listInputOnlyFields(shape: InputShape, around = ''): readonly string[] {
  if (shape.kind !== 'object') return [];
  return shape.members.flatMap(({ name, field, shape: inner }) => {
    if (field !== undefined || inner.kind === 'literal') return [];
    return collectSentFields(inner).length === 0
      ? [`${around}${name}`]
      : listInputOnlyFields(inner, `${around}${name}.`);
  });
}

/** Names what is input and nothing else. */
export function describeInputOnly(
  all: readonly { readonly name: string; readonly mapsTo: { readonly kind: string } }[],
): string {
  const names = all.filter(({ mapsTo }) => mapsTo.kind === 'input').map(({ name }) => `input.${name}`);
  return names.length === 0 ? '' : `; ${names.join(', ')} for expressions and handlers`;
}
