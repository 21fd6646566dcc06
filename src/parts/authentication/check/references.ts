import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { OperationModel } from '../../endpoints/model.ts';
import { isNotShown } from '../../not-shown.ts';
import { isSentByClient } from '../../resolve/inputs.ts';
import { createOperationNames, getCreation } from '../../resolve/operation-names.ts';
import { collectAllowedOperations } from '../../resolve/reach.ts';
import { collectDefinitions, has } from '../../resolve/vocabulary.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';

type Report = (diagnostic: Diagnostic) => void;

/**
 * Points out creates that fail whatever is sent: a required field, or one that is assigned from the caller, refers to a
 * resource of which no caller may name a record, because no operation on that resource is open to anybody.
 */
export function checkReferences(service: Service, report: Report): void {
  const { scopes } = service.authentication;
  if (scopes.some((row) => isNotShown(row.allows))) return;
  const operations = createOperationNames(service);
  const allowed = scopes.length === 0 ? new Set(operations.all) : collectAllowedOperations(service, scopes);
  const named = (resource: string): boolean =>
    (operations.of.get(resource) ?? []).some((operation) => operation.record === undefined && allowed.has(operation));
  for (const operation of operations.all) {
    const field = findHiddenReference(service, getCreation(operation) ?? operation, named);
    if (field !== undefined)
      report(diagnostics['reference-never-named'](operation.name.span, operation.name.text, field));
  }
}

/** The first reference that a create always has and that leads to a resource without a record that callers may name. */
function findHiddenReference(
  service: Service,
  { name }: OperationModel,
  named: (resource: string) => boolean,
): { readonly name: string; readonly resource: string } | undefined {
  if (name.verb !== 'create' || name.code || name.resource === undefined) return undefined;
  const resources = collectDefinitions(service).resources;
  for (const field of resources.get(name.resource.value)?.fields ?? []) {
    if (field.type?.kind !== 'ref' || field.type.nullable) continue;
    const { value: resource } = field.type.resource;
    const isSent = has(field, 'required') && !has(field, 'default') && isSentByClient(field, 'creation');
    if (!isSent && !has(field, 'assigned from')) continue;
    if (resources.has(resource) && !named(resource)) return { name: field.name.value, resource };
  }
  return undefined;
}
