import type { OperationPlan, SegmentPlan } from '../../plan/operation.ts';
import type { ValueSchema } from '../../plan/schema.ts';
import { type FieldValues, findFieldValues } from '../../plan/version/field-values.ts';
import type { VersionPlans } from '../../plan/version/plans.ts';
import type { VersionPlan } from '../../plan/version.ts';
import { findNamed } from '../../text/find-named.ts';
import type { ShowValue } from '../answers/addresses.ts';
import type { Checks } from '../check.ts';
import { compilePlaceholderReader } from '../inputs/texts.ts';

type Placeholder = SegmentPlan & { readonly kind: 'placeholder' };
type Read = (text: string) => unknown;

/** Prepares the reader of a placeholder in a path of an older version: it takes the values of that version. */
export function compileOlderPlaceholder(
  plans: VersionPlans,
  checks: Checks,
  operation: OperationPlan,
  place: Placeholder,
): () => Read {
  const compiled = compilePlaceholderReader(checks, operation, place);
  const at = findPlaceholderField(checks, operation, place);
  const values = at && findFieldValues(plans.version, at.resource, at.field);
  if (at === undefined || values === undefined) return compiled;
  const known = listOlderValues(plans, at.resource, at.field);
  return () => {
    const read = compiled();
    return (text) => (known?.includes(text) === false ? undefined : read(values.up(text)));
  };
}

/** The field that a placeholder names, by its present name. */
function findPlaceholderField(
  { plan }: Checks,
  { resource }: OperationPlan,
  { of, field, by }: Placeholder,
): { readonly resource: string; readonly field: string } | undefined {
  if (of === 'input' || resource === undefined) return undefined;
  if (by === undefined) return { resource, field };
  const schema: ValueSchema | undefined = findNamed(plan.resources, resource)?.fields.find(
    ({ name }) => name === field,
  )?.schema;
  return schema?.type === 'ref' ? { resource: schema.resource, field: by } : undefined;
}

function listOlderValues(
  { names, version }: VersionPlans,
  resource: string,
  present: string,
): readonly string[] | undefined {
  const older = names.older('field', resource, present);
  const schema = findNamed(findNamed(version.interface.resources, resource)?.fields, older)?.schema;
  return schema?.type === 'choice' ? schema.values : undefined;
}

/** Returns the values of fields, by their present names, as an older version shows them. */
export function createValueDowngrade(version: VersionPlan): ShowValue {
  const known = new Map<string, FieldValues | undefined>();
  return (resource, field, value) => {
    if (typeof value !== 'string') return value;
    const key = `${resource}.${field}`;
    if (!known.has(key)) known.set(key, findFieldValues(version, resource, field));
    return known.get(key)?.down(value) ?? value;
  };
}
