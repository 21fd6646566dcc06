import type { Plan } from '../plan.ts';
import type { ResourcePlan } from '../resource.ts';
import type { ValueSchema } from '../schema.ts';

/** Returns the type of the identities of a resource. */
export function getIdentityType({ resources }: Pick<Plan, 'resources'>, of: ResourcePlan): 'string' | 'integer' {
  let schema: ValueSchema | undefined = of.fields.find(({ name }) => name === of.identity)?.schema;
  // A record may be named by the one that it belongs to.
  for (let i = 0; schema?.type === 'ref' && i < resources.length; i++) {
    const other = resources.find(({ name }) => name === (schema as { resource: string }).resource);
    schema = other?.fields.find(({ name }) => name === other.identity)?.schema;
  }
  return schema?.type === 'integer' ? 'integer' : 'string';
}

/** Returns whether a value is of the type of identities. */
export function isIdentityOf(type: 'string' | 'integer', value: unknown): boolean {
  return type === 'string' ? typeof value === 'string' : typeof value === 'bigint' || Number.isInteger(value);
}
