import { collectReferences } from '../../../expression/references.ts';
import type { OperationPlan } from '../../../plan/operation.ts';
import type { ResourcePlan } from '../../../plan/resource.ts';
import { listTenants } from '../../events/sight.ts';
import type { Prover } from '../../prover.ts';
import { holds } from '../../values/evaluate.ts';
import type { ShownRecord } from '../../values/shown.ts';
import type { Caller } from '../../world/callers.ts';

/** Whether it is certain that no row of Scopes lets a caller use an operation on a record that another caller has made. */
export function isHidden(
  prover: Prover,
  operation: OperationPlan,
  resource: ResourcePlan,
  record: ShownRecord,
  { maker, looker }: { readonly maker: Caller | undefined; readonly looker: Caller | undefined },
): boolean {
  const { access } = operation;
  if (access.open || operation.signed !== undefined || looker === undefined) return false;
  return access.grants.every(({ where, scope, kind }) => {
    if (where === 'disabled') return true;
    if (kind === 'scope' && looker.scopes !== undefined && !looker.scopes.includes(scope)) return true;
    if (where === undefined) return false;
    const tenants = listTenants(where, undefined, resource);
    const isOther = tenants?.some((name) => {
      const [one, other] = [maker?.attributes?.[name], looker.attributes?.[name]];
      return one !== undefined && other !== undefined && one !== other;
    });
    if (isOther === true) return true;
    const { attributes } = looker;
    const read = collectReferences(where).fields.get('caller') ?? new Set<string>();
    if (attributes === undefined || ![...read].every((name) => Object.hasOwn(attributes, name))) return false;
    return holds(where, { resource, shown: prover.shown(resource), record, caller: attributes }) === false;
  });
}

/** Whether it is certain that a caller cannot read a record that another caller has made, by any operation. */
export function isUnreadable(
  prover: Prover,
  resource: ResourcePlan,
  record: ShownRecord,
  callers: Parameters<typeof isHidden>[4],
): boolean {
  const readers = prover.plan.operations.filter(
    ({ kind, resource: of, record: own }) =>
      (kind === 'read' || kind === 'list') && of === resource.name && own === undefined,
  );
  return readers.length > 0 && readers.every((reader) => isHidden(prover, reader, resource, record, callers));
}

/** Whether an operation has a row rule in each row that lets a caller in. */
export function isRuled({ access }: OperationPlan): boolean {
  return (
    !access.open &&
    access.grants.length > 0 &&
    access.grants.every(({ where, kind }) => where !== undefined && kind !== 'public')
  );
}
