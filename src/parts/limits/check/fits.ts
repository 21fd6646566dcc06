import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { OperationModel } from '../../endpoints/model.ts';
import { findOperationKind } from '../../endpoints/operations/index.ts';
import { createOperationNames } from '../../resolve/operation-names.ts';
import { collectDefinitions } from '../../resolve/vocabulary.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import { limitKind } from '../kinds/index.ts';
import type { LimitModel } from '../model.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Checks that what a limit names can be limited in that way: operations with a body, lists, records. */
export function checkFits(service: Service, limit: LimitModel, scopes: ReadonlySet<string>, report: Report): void {
  const kind = limit.kind === undefined ? undefined : limitKind(limit.kind.value);
  if (kind === undefined) return;
  if (kind.appliesTo === 'records') {
    checkRecords(service, limit, kind.name, scopes, report);
    return;
  }
  const { named, of } = createOperationNames(service);
  for (const { value, span } of limit.appliesTo) {
    if (!of.has(value) && collectDefinitions(service).resources.has(value))
      report(diagnostics['does-not-apply'](span, kind.name, value, 'it has no operations'));
    const operation = named.get(value);
    if (operation === undefined || kind.appliesTo === 'any operation') continue;
    const lacks = kind.appliesTo === 'bodies' ? !takesBody(operation) : !isList(operation);
    const what = kind.appliesTo === 'bodies' ? 'it has no Request' : 'it is not a list';
    if (lacks) report(diagnostics['does-not-apply'](span, kind.name, value, what));
  }
}

/** Returns whether an operation has a Request, or is about tokens, where the standard gives the body. */
export function takesBody({ request, name }: OperationModel): boolean {
  const member = findOperationKind(name);
  return member.about === 'tokens' || (request !== undefined && member.request === 'shape');
}

/** Returns whether an operation answers page by page. */
export function isList({ name }: OperationModel): boolean {
  const { response } = findOperationKind(name);
  return response === 'records' || response === 'events';
}

function checkRecords(
  service: Service,
  limit: LimitModel,
  kind: string,
  scopes: ReadonlySet<string>,
  report: Report,
): void {
  const { resources } = collectDefinitions(service);
  const counted = new Set<string>();
  for (const { value, span } of limit.appliesTo) {
    const resource = findCreatedResource(service, value);
    if (resource === undefined) {
      const known =
        value === 'all' ||
        value.startsWith('all ') ||
        scopes.has(value) ||
        createOperationNames(service).named.has(value);
      const what = 'a quota counts the records of a resource, so it names `create X` or X';
      if (known) report(diagnostics['does-not-apply'](span, kind, value, what));
      continue;
    }
    const ofFiles = limit.value?.value.bytes !== undefined;
    if (ofFiles && resources.get(resource)?.fields.some(({ type }) => type?.kind === 'file') === false)
      report(diagnostics['does-not-apply'](span, kind, value, 'its records have no files'));
    if (!ofFiles && counted.size > 0 && !counted.has(resource)) {
      report(diagnostics['does-not-apply'](span, kind, value, 'a quota counts the records of one resource'));
    }
    counted.add(resource);
    const model = resources.get(resource);
    const attribute = typeof limit.per?.value === 'object' ? limit.per.value.attribute : undefined;
    if (attribute === undefined || model === undefined) continue;
    const assigned = model.fields.flatMap((field) =>
      field.constraints.flatMap((constraint) => (constraint.kind === 'assigned from' ? [constraint.path.value] : [])),
    );
    if (!assigned.includes(`caller.${attribute}`)) {
      report(
        diagnostics['quota-attribute'](
          limit.per!.span,
          attribute,
          resource,
          assigned.find((path) => path.startsWith('caller.')),
        ),
      );
    }
  }
}

/** The resource whose records a quota counts: the one named, or the one that the operation creates. */
export function findCreatedResource(service: Service, name: string): string | undefined {
  if (collectDefinitions(service).resources.has(name)) return name;
  const operation = createOperationNames(service).named.get(name);
  return operation?.name.verb === 'create' && !operation.name.code ? operation.name.resource?.value : undefined;
}
