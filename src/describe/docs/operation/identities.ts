import type { OperationPlan } from '../../../plan/operation.ts';
import type { Plan } from '../../../plan/plan.ts';
import type { InputShape } from '../../../plan/shape.ts';
import { toWords } from '../../words.ts';

type Resources = Pick<Plan, 'resources'>;

/** Returns the variables of a shell for the placeholders of a path that find records, by placeholder: `id` is `INVOICE_ID`. */
export function listPathVariables(
  plan: Resources,
  { segments, resource }: Pick<OperationPlan, 'segments' | 'resource'>,
): ReadonlyMap<string, string> {
  const owner = plan.resources.find(({ name }) => name === resource);
  return new Map(
    segments.flatMap((segment) => {
      if (segment.kind === 'fixed' || segment.of === 'input') return [];
      const { name, field, by } = segment;
      const schema = owner?.fields.find((each) => each.name === field)?.schema;
      const parent = segment.of === 'parent' && schema?.type === 'ref' ? schema.resource : undefined;
      const found =
        parent === undefined ? { of: resource, by: field } : { of: parent, by: by ?? findIdentity(plan, parent).field };
      return [[name, toVariable(found.of ?? '', found.by)] as const];
    }),
  );
}

/** Returns the resources of the placeholders that hold an ID, by placeholder. */
export function listPathResources(
  plan: Resources,
  { segments, resource }: Pick<OperationPlan, 'segments' | 'resource'>,
): ReadonlyMap<string, string> {
  const owner = plan.resources.find(({ name }) => name === resource);
  return new Map(
    segments.flatMap((segment) => {
      if (segment.kind === 'fixed' || owner === undefined) return [];
      const schema = owner.fields.find(({ name }) => name === segment.field)?.schema;
      if (segment.of === 'own' && segment.field === owner.identity) return [[segment.name, owner.name] as const];
      const isId = segment.of === 'parent' && schema?.type === 'ref' && segment.by === undefined;
      return isId ? [[segment.name, schema.resource] as const] : [];
    }),
  );
}

/** Puts the placeholders of variables into the place of their values in a path that was sent. */
export function restorePlaceholders(template: string, path: string, names: ReadonlySet<string>): string {
  const pieces = template.split(/\{([^}]*)\}/);
  const pattern = pieces.map((piece, at) => (at % 2 === 0 ? piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : '([^/?]*)'));
  const found = new RegExp(`${pattern.join('')}(?=$|\\?)`).exec(path);
  if (found === null) return path;
  const written = pieces.map((piece, at) => {
    if (at % 2 === 0) return piece;
    return names.has(piece) ? `{${piece}}` : found[(at + 1) / 2]!;
  });
  return path.slice(0, found.index) + written.join('') + path.slice(found.index + found[0].length);
}

/** Begins and ends the name of a variable in a value; no text of an example has it. */
const sign = '\u0002';

/** Returns a body in which fields that refer to records hold the names of variables, for `writeVariables`. */
export function markReferences(plan: Resources, shape: InputShape | undefined, value: unknown): unknown {
  if (shape?.kind === 'list' && Array.isArray(value))
    return value.map((item) => markReferences(plan, shape.item, item));
  if (shape?.kind === 'value' && shape.schema.type === 'ref' && value !== null) {
    const name = `${sign}${findIdentity(plan, shape.schema.resource).variable}${sign}`;
    return typeof value === 'number' ? `${sign}${name}` : name;
  }
  if (shape?.kind !== 'object' || typeof value !== 'object' || value === null) return value;
  const shapes = new Map(shape.members.map((member) => [member.name, member.shape]));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, markReferences(plan, shapes.get(name), inner)]),
  );
}

/** Writes the variables of marked references into a text between single quotes of a shell. */
export function writeVariables(text: string): string {
  return text.replace(/"\\u0002\\u0002(\w+)\\u0002"/g, `'"$$$1"'`).replace(/\\u0002(\w+)\\u0002/g, `'"$$$1"'`);
}

/** Returns the field by which records of a resource are found, and its variable. */
export function findIdentity(
  { resources }: Resources,
  resource: string,
): { readonly field: string; readonly variable: string } {
  const field = resources.find(({ name }) => name === resource)?.identity ?? 'id';
  return { field, variable: toVariable(resource, field) };
}

/** Returns a name with an underscore: those of `PATH`, `USER` and others are taken. */
function toVariable(resource: string, field: string): string {
  return `${toWords(resource)}_${toWords(field)}`.replace(/[^A-Za-z0-9]+/g, '_').toUpperCase();
}
