import type { Plan } from '../plan.ts';
import type { ResourcePlan } from '../resource.ts';
import type { ValueSchema } from '../schema.ts';

type Resources = Pick<Plan, 'resources'>;

/** Returns the type of the identities of a resource. */
export function getIdentityType(plan: Resources, of: ResourcePlan): 'string' | 'integer' {
  const schema = of.fields.find(({ name }) => name === of.identity)?.schema;
  return schema !== undefined && resolveReference(plan, schema)?.type === 'integer' ? 'integer' : 'string';
}

/** Returns the schema of the identities that a reference holds; any other schema as it is. */
export function resolveReference({ resources }: Resources, schema: ValueSchema): ValueSchema | undefined {
  let found: ValueSchema | undefined = schema;
  // A record may be named by the one that it belongs to.
  for (let i = 0; found?.type === 'ref' && i <= resources.length; i++) {
    const other = resources.find(({ name }) => name === (found as { resource: string }).resource);
    found = other?.fields.find(({ name }) => name === other.identity)?.schema;
  }
  return found;
}

/** Returns the identity whose text is the `id` of a caller; undefined if it is the text of none. */
export function readIdentity(type: 'string' | 'integer', text: string): string | number | bigint | undefined {
  if (type === 'string') return text;
  if (!/^(?:0|-?[1-9]\d{0,18})$/.test(text)) return undefined;
  const value = BigInt(text);
  if (BigInt.asIntN(64, value) !== value) return undefined;
  return Number.isSafeInteger(Number(text)) ? Number(text) : value;
}

/** Returns whether a value is of the type of identities. */
export function isIdentityOf(type: 'string' | 'integer', value: unknown): boolean {
  return type === 'string' ? typeof value === 'string' : typeof value === 'bigint' || Number.isInteger(value);
}
