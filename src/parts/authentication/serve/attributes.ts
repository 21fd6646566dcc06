import { resolveReference } from '../../../plan/fields/identity-type.ts';
import { listHeldAttributes } from '../../../plan/held-attributes.ts';
import type { AuthenticationPlan, Plan } from '../../../plan/plan.ts';
import type { ValueSchema } from '../../../plan/schema.ts';
import { formatOf } from '../../resources/formats/index.ts';
import { matchesType } from './matching.ts';

/** An attribute of callers, with the schema of the fields that are assigned from it. */
export type CallerAttribute = AuthenticationPlan['attributes'][number] & { readonly schema?: ValueSchema };

/** Lists the attributes of callers that credentials may hold, each with the schema of the fields that are assigned from it, if they all have one format. */
export function listCallerAttributes({
  authentication,
  resources,
}: Pick<Plan, 'authentication' | 'resources'>): readonly CallerAttribute[] {
  return listHeldAttributes(authentication).map((attribute) => {
    const schemas = resources.flatMap(({ fields }) =>
      fields.flatMap(({ assigned, schema }) =>
        assigned?.by === 'caller' && assigned.attribute === attribute.name ? [resolveItems({ resources }, schema)] : [],
      ),
    );
    const [schema] = schemas;
    const isAlike = new Set(schemas.map((one) => JSON.stringify(findStringFormat(one)))).size === 1;
    return schema === undefined || !isAlike || findStringFormat(schema) === undefined
      ? attribute
      : { ...attribute, schema };
  });
}

/**
 * Returns the value of an attribute as a field of its format stores it, such as a UUID in lower case, so that it equals the value of
 * the field; undefined if it is not of the attribute's type.
 */
export function readAttribute({ type, schema }: CallerAttribute, value: unknown): unknown {
  if (!matchesType(type, value)) return undefined;
  return schema === undefined ? value : normalize(schema, value);
}

function normalize(schema: ValueSchema, value: unknown): unknown {
  if (schema.type === 'list') return Array.isArray(value) ? value.map((item) => normalize(schema.item, item)) : value;
  const argument = 'format' in schema ? schema.format?.argument : undefined;
  return formatOf(schema)?.read(value, argument) ?? value;
}

/** Returns a schema with the identities that it refers to in place of references. */
function resolveItems(resources: Pick<Plan, 'resources'>, schema: ValueSchema): ValueSchema {
  if (schema.type === 'list') return { ...schema, item: resolveItems(resources, schema.item) };
  return resolveReference(resources, schema) ?? schema;
}

/** Returns the format of strings, or of lists of strings; undefined for values that are stored otherwise than they are sent. */
function findStringFormat(schema: ValueSchema): object | undefined {
  if (schema.type === 'list') return findStringFormat(schema.item);
  const format = formatOf(schema);
  if (schema.type !== 'string' || format === undefined || format.hashed === true || format.encrypted === true)
    return undefined;
  return schema.format;
}
