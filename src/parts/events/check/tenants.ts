import { collectReadRefs } from '../../../plan/records/neighbours.ts';
import type { AnswerShape } from '../../../plan/shape.ts';
import { listTenantRoles } from '../../resolve/tenant.ts';
import type { Service } from '../../service.ts';

/** A record of a tenant that a payload shows, and the shared record that refers to it. */
interface ShownTenant {
  readonly shared: string;
  readonly field: string;
  readonly resource: string;
}

/** Finds what a payload shows of the records of one tenant, through the reference of a record that all tenants share. */
export function findTenantInPayload(service: Service, own: string, payload: AnswerShape): ShownTenant | undefined {
  const roles = listTenantRoles(service);
  if (roles === undefined) return undefined;
  const find = (shape: AnswerShape, of: string): ShownTenant | undefined => {
    const judge = (resource: string, field: string): ShownTenant | undefined =>
      roles.get(of) === 'shared' && roles.get(resource) !== 'shared' ? { shared: of, field, resource } : undefined;
    switch (shape.kind) {
      case 'object':
        return findFirst(shape.members, (member) => find(member.shape, of));
      case 'picked':
        return find(shape.item, of);
      case 'embedded':
        return judge(shape.resource, shape.field) ?? find(shape.item, shape.resource);
      case 'cel':
        return findFirst(collectReadRefs(shape.value), ({ path, resource }) => judge(resource, path.join('.')));
      default:
        return undefined;
    }
  };
  return find(payload, own);
}

function findFirst<T, Found>(all: readonly T[], find: (one: T) => Found | undefined): Found | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}
