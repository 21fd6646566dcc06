import type { Expression } from '../../expression/tree.ts';
import type { BodyShape } from '../../plan/body.ts';
import { listFigureKeys } from '../../plan/figures.ts';
import type { Json, RangePlan } from '../../plan/schema.ts';
import type { AnswerShape, FigureShape, GroupsShape, InputShape } from '../../plan/shape.ts';
import { formatShortType } from './fields.ts';

/** Sketches a response or a payload: JSON in which types stand for values. */
export function sketchAnswer(shape: AnswerShape, indent = ''): string {
  switch (shape.kind) {
    case 'object':
      return sketchMembers(
        shape.members.map(({ name, optional, shape: inner }) => [
          name,
          optional,
          (deeper) => sketchAnswer(inner, deeper),
        ]),
        indent,
      );
    case 'field':
      return formatShortType(shape.schema);
    case 'records':
    case 'children':
      return `[${sketchNamed(shape.item, indent)}, …]`;
    case 'embedded':
      return shape.list === true ? `[${sketchNamed(shape.item, indent)}, …]` : sketchNamed(shape.item, indent);
    case 'picked':
      return shape.list ? `[${sketchAnswer(shape.item, indent)}, …]` : sketchAnswer(shape.item, indent);
    case 'literal':
      return JSON.stringify(shape.value);
    case 'cel':
      return sketchValue(shape.value);
    case 'figure':
      return sketchFigure(shape);
    case 'groups':
      return `[${sketchGroup(shape, indent)}, …]`;
    case 'role':
      return shape.role;
  }
}

function sketchFigure({ figure, schema }: FigureShape): string {
  const value = formatShortType(schema);
  if (figure === 'values') return `[${value}, …]`;
  if (figure !== 'counts') return value;
  const keys = listFigureKeys(schema)?.map((key) => JSON.stringify(key)) ?? [`[${value}]`];
  return `{ ${keys.map((key) => `${key}: integer`).join(', ')} }`;
}

function sketchGroup({ members }: GroupsShape, indent: string): string {
  return sketchMembers(
    members.map(({ name, optional, shape }) => [
      name,
      optional,
      () => (shape.kind === 'count' ? 'integer' : formatShortType(shape.schema)),
    ]),
    indent,
  );
}

/** A named object is written by its name. */
function sketchNamed(shape: AnswerShape, indent: string): string {
  return shape.kind === 'object' && shape.shapeName !== undefined ? shape.shapeName : sketchAnswer(shape, indent);
}

function sketchValue({ type, source }: Expression): string {
  return source ?? type.kind;
}

/** Sketches the body of a request. */
export function sketchInput(shape: InputShape, indent = ''): string {
  switch (shape.kind) {
    case 'object':
      return sketchMembers(
        shape.members.map(({ name, required, shape: inner }) => [
          name,
          !required,
          (deeper) => sketchInput(inner, deeper),
        ]),
        indent,
      );
    case 'list':
      return `[${sketchInput(shape.item, indent)}, …${formatItems(shape.range)}]`;
    case 'value':
      return formatShortType(shape.schema);
    case 'literal':
      return JSON.stringify(shape.value);
  }
}

/** Sketches the fields of a form, in which types stand for values. */
export function sketchForm(shape: InputShape, name = ''): readonly string[] {
  if (shape.kind === 'object')
    return shape.members.flatMap((member) =>
      sketchForm(member.shape, name === '' ? member.name : `${name}[${member.name}]`),
    );
  if (shape.kind === 'list') return [`${name}=${sketchInput(shape.item)}`];
  const isList = shape.kind === 'value' && shape.schema.type === 'list';
  return [`${name}=${isList ? formatShortType(shape.schema.item) : sketchInput(shape)}`];
}

/** Sketches the body of a refusal. */
export function sketchBody(shape: BodyShape, indent = ''): string {
  switch (shape.kind) {
    case 'literal':
      return JSON.stringify(shape.value as Json);
    case 'role':
    case 'entry':
      return shape.role;
    case 'object':
      return sketchMembers(
        shape.members.map(({ name, optional, shape: inner }) => [
          name,
          optional,
          (deeper) => sketchBody(inner, deeper),
        ]),
        indent,
      );
    case 'items':
      return `[${shape.items.map((item) => sketchBody(item, indent)).join(', ')}]`;
    case 'either':
      return shape.of.map((each) => sketchBody(each, indent)).join(' or ');
    case 'fields': {
      const entry =
        shape.entry === undefined ? '{ pointer or parameter, message }' : sketchBody(shape.entry, `${indent}  `);
      if (shape.by !== undefined) return `{ [${shape.by}]: ${shape.list === true ? `[${entry}, …]` : entry} }`;
      return shape.first === true ? entry : `[${entry}, …]`;
    }
  }
}

type Member = readonly [name: string, optional: boolean, sketch: (indent: string) => string];

function sketchMembers(members: readonly Member[], indent: string): string {
  if (members.length === 0) return '{}';
  const deeper = `${indent}  `;
  const lines = members.map(
    ([name, optional, sketch]) => `${deeper}${JSON.stringify(name)}${optional ? '?' : ''}: ${sketch(deeper)}`,
  );
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

/** The number of items of a list, after its sketch: ` 1..100 items`. */
function formatItems(range: RangePlan | undefined): string {
  return range === undefined ? '' : ` ${range.from ?? ''}..${range.to ?? ''} items`;
}
