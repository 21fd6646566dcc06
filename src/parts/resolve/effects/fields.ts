import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { ValueType } from '../../../expression/tree.ts';
import { findNearestAmongFew } from '../../../text/limited-suggestions.ts';
import type { Name } from '../../../text/location.ts';
import { findFormat } from '../../resources/formats/index.ts';
import type { FieldModel, ResourceModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import { isTenantField } from '../callers/tenant.ts';
import { createSymbolTable, findField, findIdentity } from '../vocabulary.ts';
import { diagnostics } from './diagnostics.ts';

type Report = (diagnostic: Diagnostic) => void;

/** The type of what an effect sets; a path that sets nothing is reported. */
export function resolveTargetType(
  service: Service,
  resource: ResourceModel,
  path: readonly Name[],
  report: Report,
  ownState?: string,
): ValueType | undefined {
  const [first, ...inside] = path;
  if (first === undefined) return undefined;
  const field = findField(resource, first.value);
  const symbols = createSymbolTable(service);
  const known = symbols.fields(resource.name.value);
  if (field === undefined) {
    const near = findNearestAmongFew(service, first.value, known?.keys() ?? []);
    report(
      diagnostics['effect-field'](first.span, `\`${resource.name.value}\` has no field \`${first.value}\`.`, near),
    );
    return undefined;
  }
  const why = explainWhyNotSet(service, resource, field, ownState);
  if (why !== undefined) {
    report(diagnostics['effect-cannot'](first.span, first.value, why));
    return undefined;
  }
  let type = known?.get(first.value)?.type;
  let text = first.value;
  for (const step of inside) {
    const holder = type?.kind === 'nullable' ? type.of : type;
    if (holder?.kind === 'any') return holder;
    const isFree = holder?.kind === 'map' && field.type?.kind === 'object';
    if (isFree) return { kind: 'any' };
    if (holder?.kind === 'ref') {
      const message = `\`${text}\` leads to another record, and an Effect changes records that are at most one reference away.`;
      report(diagnostics['effect-field'](step.span, message, undefined, proposeEach(service, holder.resource, '…')));
      return undefined;
    }
    const members = holder?.kind === 'object' ? symbols.fields(holder.name) : undefined;
    const member = members?.get(step.value);
    if (member === undefined) {
      const message =
        members === undefined
          ? `\`${text}\` is neither an object nor a reference to another record.`
          : `\`${text}\` has no member \`${step.value}\`.`;
      report(
        diagnostics['effect-field'](
          step.span,
          message,
          findNearestAmongFew(service, step.value, members?.keys() ?? []),
        ),
      );
      return undefined;
    }
    type = member.type;
    text = `${text}.${step.value}`;
  }
  return type;
}

/** The effect on a record by its identity, which a path through references gives. */
export function proposeEach(service: Service, resource: string, path: string): string {
  const identity = createSymbolTable(service).identities?.get(resource) ?? 'id';
  return `find the record by its identity: \`${resource}.each(x, x.${identity} == ${path}, …)\``;
}

/** The values of a sign in by which a person is found, and the key that proves a passkey. */
const provingValues: ReadonlySet<string> = new Set(['sign_in.issuer', 'sign_in.subject', 'sign_in.public_key']);

/** Why an effect cannot set a field; `ownState` is the state field of the row's own record. */
function explainWhyNotSet(
  service: Service,
  resource: ResourceModel,
  field: FieldModel,
  ownState?: string,
): string | undefined {
  if (field.type?.kind === 'state') {
    return field.name.value === ownState ? 'a state is set by the cell To' : 'a state is set by its own transitions';
  }
  if (findIdentity(resource) === field) return 'it is the identity';
  if (isTenantField(service, resource, field.name.value)) return 'a record stays in its tenant';
  for (const constraint of field.constraints) {
    const { kind } = constraint;
    if (kind === 'assigned from' && provingValues.has(constraint.path.value))
      return 'it says whose account the record is, and a sign in alone proves that';
    if (kind === 'computed') return 'it is computed';
    if (kind === 'assigned' && findFormat(field.type)?.digested === true) return 'the service generates the token';
    if (kind === 'assigned on update') return 'the service sets it at every change';
  }
  return undefined;
}
