import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { ValueType } from '../../../expression/tree.ts';
import type { OperationModel } from '../../endpoints/model.ts';
import { findOperationKind } from '../../endpoints/operations/index.ts';
import { isNotShown } from '../../not-shown.ts';
import { isSentByClient, resolveInput } from '../../resolve/inputs.ts';
import { createOperationNames, getCreation } from '../../resolve/operation-names.ts';
import { collectAllowedOperations } from '../../resolve/reach.ts';
import { collectDefinitions, has } from '../../resolve/vocabulary.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';

type Report = (diagnostic: Diagnostic) => void;

/**
 * Points out operations that fail whatever is sent: a reference that is required, or assigned from the caller, leads to a resource of
 * which no caller may name a record, because no operation on that resource is open to anybody.
 */
export function checkReferences(service: Service, report: Report): void {
  const { scopes } = service.authentication;
  if (scopes.some((row) => isNotShown(row.allows))) return;
  const operations = createOperationNames(service);
  const allowed = scopes.length === 0 ? new Set(operations.all) : collectAllowedOperations(service, scopes);
  const { resources } = collectDefinitions(service);
  const isHidden = (resource: string): boolean =>
    resources.has(resource) &&
    !(operations.of.get(resource) ?? []).some((operation) => operation.record === undefined && allowed.has(operation));
  for (const operation of operations.all) {
    const found = [
      ...listAssignedReferences(service, getCreation(operation) ?? operation),
      ...listSentReferences(service, operation),
    ].find(({ resource }) => isHidden(resource));
    if (found !== undefined)
      report(diagnostics['reference-never-named'](operation.name.span, operation.name.text, found));
  }
}

interface RequiredReference {
  readonly name: string;
  readonly resource: string;
}

/** The references that each new record has. */
function listAssignedReferences(service: Service, { name }: OperationModel): readonly RequiredReference[] {
  if (name.verb !== 'create' || name.code || name.resource === undefined) return [];
  const fields = collectDefinitions(service).resources.get(name.resource.value)?.fields ?? [];
  return fields.flatMap((field): RequiredReference[] => {
    if (field.type?.kind !== 'ref' || field.type.nullable) return [];
    const isSent = has(field, 'required') && !has(field, 'default') && isSentByClient(field, 'creation');
    if (!isSent && !has(field, 'assigned from')) return [];
    return [{ name: field.name.value, resource: field.type.resource.value }];
  });
}

/**
 * The references without which a request is not complete, outside of lists. A handler checks its own, and a change may repeat one that
 * its record has.
 */
function listSentReferences(service: Service, operation: OperationModel): readonly RequiredReference[] {
  const { name, parameters } = operation;
  if (name.code) return [];
  const { request: _, ...withoutBody } = operation;
  const sent = findOperationKind(name).setsFields ? withoutBody : operation;
  const required = parameters.filter(({ constraints }) => constraints.some(({ text }) => text === 'required'));
  const { type, symbols } = resolveInput(service, [{ ...sent, parameters: required }]);
  // Two ways to an object lead to the same references: the first one is enough, and there may be very many.
  const visited = new Set<string>();
  const listIn = (of: ValueType, path: readonly string[]): readonly RequiredReference[] => {
    if (of.kind === 'ref') return [{ name: path.join('.'), resource: of.resource }];
    if (of.kind !== 'object' || visited.has(of.name)) return [];
    visited.add(of.name);
    return [...(symbols.fields(of.name) ?? [])].flatMap(([key, field]) =>
      field.optional ? [] : listIn(field.type, [...path, key]),
    );
  };
  return listIn(type, []);
}
