import { memo } from '../../text/memo.ts';
import type { Plan } from '../plan.ts';
import type { AccountValue, FieldPlan, ResourcePlan } from '../resource.ts';

/** The name among issuers that means the devices of people, which keep passkeys. */
export const passkeyIssuer = 'passkey';

/** The resource whose records are accounts at issuers, and its fields. */
export interface AccountRecordsPlan {
  readonly resource: ResourcePlan;
  readonly holder: FieldPlan;
  /** The resource of the records that sign in. */
  readonly of: string;
  /** The fields that a sign in gives values, by the values. */
  readonly fields: readonly { readonly field: FieldPlan; readonly value: AccountValue }[];
  /** The names of the issuers. */
  readonly issuers: readonly string[];
}

/** Returns the resource whose records are accounts at issuers. */
export function findAccountResource({ resources }: Pick<Plan, 'resources'>): AccountRecordsPlan | undefined {
  return find(resources);
}

const find = memo((resources: readonly ResourcePlan[]): AccountRecordsPlan | undefined => {
  const resource = resources.find(({ accountOf }) => accountOf !== undefined);
  const holder = resource?.fields.find(({ name }) => name === resource.accountOf);
  if (resource === undefined || holder?.schema.type !== 'ref') return undefined;
  const fields = resource.fields.flatMap((field) =>
    field.assigned?.by === 'sign in' ? [{ field, value: field.assigned.value }] : [],
  );
  return { resource, holder, of: holder.schema.resource, fields, issuers: listIssuers(resource) };
});

/** Returns the names of the issuers of a resource of accounts. */
export function listIssuers({ fields }: Pick<ResourcePlan, 'fields'>): readonly string[] {
  const schema = fields.find(({ assigned }) => assigned?.by === 'sign in' && assigned.value === 'issuer')?.schema;
  return schema?.type === 'choice' ? schema.values : [];
}
