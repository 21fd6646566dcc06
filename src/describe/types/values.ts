import type { ValueType } from '../../expression/tree.ts';
import { formatOf } from '../../parts/registry.ts';
import type { Plan } from '../../plan/plan.ts';
import type { MemberPlan } from '../../plan/resource.ts';
import type { ValueSchema } from '../../plan/schema.ts';
import type { InputMember, InputShape } from '../../plan/shape.ts';
import { memo } from '../../text/memo.ts';
import { escapeHidden, escapeUnits } from '../hidden.ts';

/** Whether handlers read the values of a type or write them: they may write a 64-bit integer as a number. */
export type ValueDirection = 'read' | 'write';

/** A member of a type. */
export interface TypeMember {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
  /** A comment above it. */
  readonly doc?: string;
}

/** The type of an object with these members, on lines indented by N steps of two spaces. */
export function formatObjectType(members: readonly TypeMember[], indent = 0): string {
  if (members.length === 0) return '{}';
  const space = '  '.repeat(indent + 1);
  const lines = members.map(
    ({ name, type, optional, doc }) =>
      `${doc === undefined ? '' : `${space}/** ${doc} */\n`}${space}readonly ${formatPropertyKey(name)}${optional ? '?' : ''}: ${type};\n`,
  );
  return `{\n${lines.join('')}${'  '.repeat(indent)}}`;
}

/** A name as the key of a member; a number stays one, so that `keyof` gives numbers. */
export function formatPropertyKey(name: string): string {
  return /^([A-Za-z_$][\w$]*|0|[1-9]\d{0,8})$/.test(name) ? name : quoteString(name);
}

/** A text as a TypeScript string. */
export function quoteString(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escapeHidden(escaped, escapeUnits)}'`;
}

/** The type of a union of texts; `never` of none. */
export function formatChoiceType(values: readonly string[]): string {
  return values.length === 0 ? 'never' : values.map(quoteString).join(' | ');
}

/** Names the type of an object or a union that handlers write: `LineInput`, as the TypeScript client does, or `LineInput2` if the document has that name. */
export function toInputName(plan: Plan, name: string): string {
  const names = getTypeNames(plan);
  const base = `${name}Input`;
  let own = base;
  for (let number = 2; names.has(own); number++) own = `${base}${number}`;
  return own;
}

const getTypeNames = memo(
  ({ resources, objects, unions }: Plan) => new Set([...resources, ...objects, ...unions].map(({ name }) => name)),
);

/** The type of a schema's values. */
export function formatValueType(plan: Plan, schema: ValueSchema, direction: ValueDirection): string {
  const bare = formatBareType(plan, schema, direction);
  return schema.nullable === true ? `${bare} | null` : bare;
}

function formatBareType(plan: Plan, schema: ValueSchema, direction: ValueDirection): string {
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'integer':
      if (formatOf(schema)?.storage !== 'int64') return 'number';
      return direction === 'read' ? 'bigint' : 'bigint | number';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'choice':
      return formatChoiceType(schema.values);
    case 'ref':
      return formatIdentityType(plan, schema.resource);
    case 'list':
      return `readonly (${formatValueType(plan, schema.item, direction)})[]`;
    case 'map':
      return /* not a message */ `{ readonly [key: string]: ${formatValueType(plan, schema.item, direction)} }`;
    case 'named':
      return direction === 'read' ? schema.name : toInputName(plan, schema.name);
    case 'object':
      return /* not a message */ '{ readonly [key: string]: unknown }';
    case 'any':
      return 'unknown';
    case 'file':
      return /* not a message */ '{ readonly name: string; readonly type: string; readonly size: number }';
  }
}

/** The type of a resource's identities. */
export function formatIdentityType(plan: Plan, resource: string): string {
  const found = plan.resources.find((otherResource) => otherResource.name === resource);
  const field = found?.fields.find((candidate) => candidate.name === found.identity);
  return field === undefined ? 'string' : formatValueType(plan, field.schema, 'read');
}

/** The type of what an expression may call so: attributes of the caller. */
export function formatExpressionType(type: ValueType): string {
  switch (type.kind) {
    case 'int':
      return type.wide === true ? 'bigint' : 'number';
    case 'double':
      return 'number';
    case 'bool':
      return 'boolean';
    case 'choice':
      return formatChoiceType(type.values);
    case 'ref':
      return formatExpressionType(type.identity);
    case 'list':
      return `readonly (${formatExpressionType(type.item)})[]`;
    case 'map':
      return /* not a message */ `{ readonly [key: string]: ${formatExpressionType(type.value)} }`;
    case 'nullable':
      return `${formatExpressionType(type.of)} | null`;
    case 'object':
      return type.name;
    case 'null':
      return 'null';
    case 'any':
      return 'unknown';
    default:
      return 'string';
  }
}

/** The members of an object of the document. */
export function listObjectMembers(
  plan: Plan,
  members: readonly MemberPlan[],
  direction: ValueDirection,
): readonly TypeMember[] {
  return members.map(({ name, schema, required }) => ({
    name,
    type: formatValueType(plan, schema, direction),
    optional: !required && (direction === 'write' || schema.nullable !== true),
  }));
}

/** The type of a request's body. */
export function formatInputType(plan: Plan, shape: InputShape, direction: ValueDirection, indent: number): string {
  switch (shape.kind) {
    case 'value':
      return formatValueType(plan, shape.schema, direction);
    case 'literal':
      return shape.value === null
        ? 'null'
        : typeof shape.value === 'string'
          ? quoteString(shape.value)
          : String(shape.value);
    case 'list':
      return `readonly (${formatInputType(plan, shape.item, direction, indent)})[]`;
    case 'object':
      return formatObjectType(listInputMembers(plan, shape.members, direction, indent), indent);
  }
}

/** The members of a request's body, as code is given them: those with a default are there. */
export function listInputMembers(
  plan: Plan,
  members: readonly InputMember[],
  direction: ValueDirection,
  indent: number,
): readonly TypeMember[] {
  return members.map(({ name, shape, required, default: otherwise }) => {
    const there = required || (direction === 'read' && otherwise !== undefined);
    return { name, type: formatInputType(plan, shape, direction, indent + 1), optional: !there };
  });
}
