import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { TenantRole } from '../../resolve/callers/tenant.ts';
import type { FieldModel, TypeModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';

/** Checks that records which all tenants share refer to no record of a tenant, in objects and lists neither. */
export function checkSharedReferences(
  { resources: { resources, objects, unions } }: Service,
  roles: ReadonlyMap<string, TenantRole>,
  report: (diagnostic: Diagnostic) => void,
): void {
  for (const { name: shared, fields } of resources) {
    if (roles.get(shared.value) !== 'shared') continue;
    const seen = new Set<string>();
    const visit = (type: TypeModel | undefined): void => {
      if (type?.kind === 'list' || type?.kind === 'map') visit(type.item);
      if (type?.kind === 'named') visitNamed(type.name.value);
      if (type?.kind !== 'ref') return;
      const { value, span } = type.resource;
      const role = roles.get(value);
      if (role === 'field' || role === 'tenant')
        report(diagnostics['shared-refers-to-tenant'](span, shared.value, value));
    };
    const visitNamed = (name: string): void => {
      if (seen.has(name)) return;
      seen.add(name);
      const cases = unions.find((union) => union.name.value === name)?.cases.map(({ object }) => object.value) ?? [];
      for (const of of cases) visitNamed(of);
      visitAll(objects.find((object) => object.name.value === name)?.fields ?? []);
    };
    const visitAll = (all: readonly FieldModel[]): void => {
      for (const { type } of all) visit(type);
    };
    visitAll(fields);
  }
}
