import type { Plan } from '../../plan/plan.ts';
import type { AnswerShape } from '../../plan/shape.ts';
import { formatObjectType, formatValueType, type TypeMember } from './values.ts';

type Members = Map<string, TypeMember>;

/** The type of a handler's result for a shape. */
export function formatResultType(plan: Plan, shape: AnswerShape, resource: string | undefined, indent: number): string {
  if (shape.kind === 'records') return `readonly (${formatResultType(plan, shape.item, resource, indent)})[]`;
  const members: Members = new Map();
  read(plan, shape, resource, members, false, indent);
  return formatObjectType([...members.values()], indent);
}

/** Collects the members that a shape reads of the record in hand. */
function read(
  plan: Plan,
  shape: AnswerShape,
  resource: string | undefined,
  into: Members,
  optional: boolean,
  indent: number,
  key?: string,
): void {
  switch (shape.kind) {
    case 'object':
      for (const { name, shape: inner, optional: lacks } of shape.members) {
        read(plan, inner, resource, into, optional || lacks, indent, name);
      }
      return;
    case 'field': {
      const [name, ...deeper] = shape.path;
      if (name === undefined) return;
      add(into, name, deeper.length === 0 ? formatValueType(plan, shape.schema, 'write') : 'object', optional);
      return;
    }
    case 'picked': {
      const [name] = shape.path;
      if (name === undefined) {
        read(plan, shape.item, shape.of ?? resource, into, optional, indent, key);
        return;
      }
      const item = formatResultType(plan, shape.item, shape.of, indent + 1);
      add(into, name, shape.list ? `readonly (${item})[]` : item, optional);
      return;
    }
    case 'records':
      if (key !== undefined) {
        add(into, key, `readonly (${formatResultType(plan, shape.item, resource, indent + 1)})[]`, optional);
      }
      return;
    case 'embedded':
    case 'children': {
      const name = shape.kind === 'embedded' ? shape.field : shape.identity;
      const field = plan.resources
        .find((otherResource) => otherResource.name === resource)
        ?.fields.find((candidate) => candidate.name === name);
      if (field !== undefined) add(into, name, formatValueType(plan, field.schema, 'write'), optional);
      return;
    }
    case 'cel':
      readExpression(plan, shape.value, resource, into);
      return;
    default:
      return;
  }
}

/** An expression reads fields of the record; what is not there fails, so all are asked for that a record always has. */
function readExpression(plan: Plan, node: unknown, resource: string | undefined, into: Members): void {
  if (typeof node !== 'object' || node === null) return;
  const { op, root, steps } = node as {
    op?: string;
    root?: string;
    steps?: readonly { name: string; optional?: true }[];
  };
  const step = op === 'path' && root === 'record' ? steps?.[0] : undefined;
  const field = plan.resources
    .find((otherResource) => otherResource.name === resource)
    ?.fields.find((candidate) => candidate.name === step?.name);
  if (field !== undefined) add(into, field.name, formatValueType(plan, field.schema, 'write'), step!.optional === true);
  for (const value of Object.values(node)) readExpression(plan, value, resource, into);
}

function add(into: Members, name: string, type: string, optional: boolean): void {
  const before = into.get(name);
  into.set(name, { name, type: before?.type ?? type, optional: optional && (before?.optional ?? true) });
}
