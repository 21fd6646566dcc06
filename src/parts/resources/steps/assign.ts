import type { StepDefinition } from '../../../contracts/definition.ts';
import type { AccessPlan } from '../../../plan/operation.ts';
import type { FieldPlan } from '../../../plan/resource.ts';
import { createAssignment } from '../serve/assign.ts';

/** Gives the values that are the service's own at creation: identities, moments, numbers, the caller's, defaults, states. */
export const assign: StepDefinition = {
  plan({ operation, resource }) {
    if (operation.kind !== 'create' || resource === undefined) return [];
    const lines = resource.fields.flatMap((field) => {
      const words = describeAssignment(field);
      if (words === undefined) return [];
      const refusals = mayLack(field, operation.access) ? [{ condition: 'forbidden' }] : [];
      return [{ words, refusals, line: field.line }];
    });
    return lines.length > 0 ? lines : [{ words: 'no field is server-generated', line: resource.line }];
  },
  create: createAssignment,
};

function describeAssignment({
  name,
  assigned,
  assignedOnUpdate,
  default: initial,
  schema,
}: FieldPlan): string | undefined {
  if (assigned?.by === 'caller') return `set ${name} to caller.${assigned.attribute}`;
  if (assigned?.by === 'session' || assigned?.by === 'sign in') return undefined;
  if (assigned !== undefined) {
    const format = 'format' in schema ? schema.format : undefined;
    const argument = format?.argument === undefined ? '' : ` ${format.argument}`;
    return `generate ${name}${format === undefined ? '' : ` (${format.name}${argument})`}`;
  }
  if (assignedOnUpdate === true) return `set ${name} to the current time`;
  return initial === undefined ? undefined : `set ${name} to ${JSON.stringify(initial)} if it is absent`;
}

/** Every caller with a credential has these; other attributes only those to whose credential they were given. */
const held: ReadonlySet<string> = new Set(['id', 'scopes', 'scheme']);

function mayLack({ assigned }: FieldPlan, { open, grants }: AccessPlan): boolean {
  if (assigned?.by !== 'caller') return false;
  return !held.has(assigned.attribute) || open || grants.some(({ kind }) => kind === 'public');
}
