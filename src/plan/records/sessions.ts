import { memo } from '../../text/memo.ts';
import type { Plan } from '../plan.ts';
import type { FieldPlan, ResourcePlan } from '../resource.ts';

/** The attribute of callers that is the identity of the record of their session. */
export const sessionAttribute = 'session';

/** The resource whose records are sessions, its field with the record that logged in, and the resource of that. */
export interface SessionRecordsPlan {
  readonly resource: ResourcePlan;
  readonly holder: FieldPlan;
  readonly of: string;
}

/** Returns the resource whose records are sessions. */
export function findSessionResource({ resources }: Pick<Plan, 'resources'>): SessionRecordsPlan | undefined {
  return find(resources);
}

/** Returns the field of a session that has the time of its last use. */
export function findLastUse({ fields }: Pick<ResourcePlan, 'fields'>): FieldPlan | undefined {
  return fields.find(({ assigned }) => assigned?.by === 'session' && assigned.value === 'used_at');
}

const find = memo((resources: readonly ResourcePlan[]): SessionRecordsPlan | undefined => {
  const resource = resources.find(({ sessionOf }) => sessionOf !== undefined);
  const holder = resource?.fields.find(({ name }) => name === resource.sessionOf);
  return resource === undefined || holder?.schema.type !== 'ref'
    ? undefined
    : { resource, holder, of: holder.schema.resource };
});
