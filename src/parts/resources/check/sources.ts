import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { ValueType } from '../../../expression/tree.ts';
import { accepts, describeType } from '../../../expression/types.ts';
import { findNearestAmongFew } from '../../../text/limited-suggestions.ts';
import { slice } from '../../../text/location.ts';
import { isSentByClient } from '../../resolve/inputs.ts';
import { createOperationNames } from '../../resolve/operation-names.ts';
import { explainWhyNotShown } from '../../resolve/shapes/fields.ts';
import { isComputedWhenShown } from '../../resolve/shown-fields.ts';
import { callerName, createSymbolTable, findIdentity, has, resolveFieldType } from '../../resolve/vocabulary.ts';
import type { Service } from '../../service.ts';
import { isOfSignIn } from '../account-values.ts';
import { diagnostics } from '../diagnostics.ts';
import { findFormat } from '../formats/index.ts';
import type { ConstraintModel, FieldModel, ResourceModel } from '../model.ts';
import { isOfSession } from '../session-values.ts';
import { checkAccountValue } from './account-records.ts';
import { checkSessionValue } from './session-records.ts';
import { formatType } from './types.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Checks where the values of a resource come from: its identity, what is unique, what the service assigns. */
export function checkSources(service: Service, resource: ResourceModel, report: Report): void {
  checkIdentity(service, resource, report);
  const fields = new Map<string, FieldModel>();
  for (const field of resource.fields) if (!fields.has(field.name.value)) fields.set(field.name.value, field);
  for (const field of resource.fields) {
    if (field.type === undefined || field.type.kind === 'state') continue;
    for (const constraint of field.constraints) {
      if (constraint.kind === 'unique' || constraint.kind === 'unique where')
        checkUnique(service, resource, fields, field, constraint, report);
      else if (constraint.kind === 'assigned') checkAssigned(service, field, constraint, report);
      else if (constraint.kind === 'assigned on update') checkOnUpdate(service, field, constraint, report);
      else if (constraint.kind === 'assigned from' && constraint.byTenant !== true) {
        if (isOfSession(constraint.path)) checkSessionValue(service, resource, field, constraint, report);
        else if (isOfSignIn(constraint.path)) checkAccountValue(service, resource, field, constraint, report);
        else checkFrom(service, resource, field, constraint, report);
      }
    }
  }
}

function checkIdentity(service: Service, resource: ResourceModel, report: Report): void {
  const marked = resource.fields.filter((field) => has(field, 'identity'));
  const [first, ...others] = marked;
  for (const other of others) {
    const constraint = other.constraints.find(({ kind }) => kind === 'identity');
    report(diagnostics['second-identity'](constraint?.span ?? other.name.span, first!.name.span));
  }
  const identity = findIdentity(resource);
  if (identity === undefined) {
    if (resource.fields.length > 0) report(diagnostics['no-identity'](resource.name.span, resource.name.value));
    return;
  }
  const { type } = identity;
  if (type !== undefined) {
    const format = findFormat(type);
    // Equal decimals may have different texts, which would be different URLs.
    const isUnfit = format?.notCompared !== undefined || format?.compare !== undefined;
    const well = (type.kind === 'string' || type.kind === 'integer') && !type.nullable && !isUnfit;
    if (!well) report(diagnostics['identity-type'](type.span, formatType(service, identity)));
  }
  for (const constraint of identity.constraints) {
    const { kind, span } = constraint;
    const wrong = kind === 'default' || kind === 'computed' || kind === 'assigned on update' || kind === 'shown once';
    if (wrong) report(diagnostics['identity-source'](span, slice(service.source, span)));
  }
  checkGiven(service, resource, identity, report);
}

/** A create by POST needs an identity that the service or the client gives. */
function checkGiven(service: Service, resource: ResourceModel, identity: FieldModel, report: Report): void {
  if (has(identity, 'assigned') || has(identity, 'assigned from') || has(identity, 'required')) return;
  if (has(identity, 'default') || has(identity, 'computed') || has(identity, 'assigned on update')) return;
  const creates = createOperationNames(service).running('create', resource.name.value);
  const post = creates.find((operation) => operation.method !== undefined && operation.method.value !== 'PUT');
  if (post !== undefined) report(diagnostics['identity-given'](identity.name.span, post.name.text, post.name.span));
}

function checkUnique(
  service: Service,
  resource: ResourceModel,
  fields: ReadonlyMap<string, FieldModel>,
  field: FieldModel,
  constraint: ConstraintModel & { readonly kind: 'unique' | 'unique where' },
  report: Report,
): void {
  if (!mayBeUnique(resource, field)) report(diagnostics['unique-field'](constraint.span, field.name.value));
  else if (isGuessed(field)) report(diagnostics['unique-hidden'](constraint.span, field.name.value));
  else if (
    constraint.kind === 'unique' &&
    constraint.ignoring !== undefined &&
    field.type !== undefined &&
    field.type.kind !== 'string'
  )
    report(diagnostics['unique-case'](constraint.span, field.name.value, formatType(service, field)));
  const seen = new Set([field.name.value]);
  for (const { value, span } of constraint.with) {
    const other = fields.get(value);
    if (other === undefined) {
      report(
        diagnostics['unknown-field'](
          span,
          resource.name.value,
          value,
          findNearestAmongFew(resource, value, fields.keys()),
        ),
      );
    } else if (seen.has(value)) report(diagnostics['unique-itself'](span, value));
    else if (other.type !== undefined && !mayBeUnique(resource, other))
      report(diagnostics['unique-field'](span, value));
    else if (isGuessed(other)) report(diagnostics['unique-hidden'](span, value));
    seen.add(value);
  }
}

/** A field whose values clients send and are never shown. */
export function isGuessed(field: FieldModel): boolean {
  return isSentByClient(field, 'creation') && explainWhyNotShown(field, false) !== undefined;
}

/** A field that holds one value, kept as it is. */
function mayBeUnique(resource: ResourceModel, field: FieldModel): boolean {
  const { type } = field;
  if (type === undefined) return true;
  if (type.kind === 'list' || type.kind === 'map' || type.kind === 'named') return false;
  if (type.kind === 'object' || type.kind === 'any') return false;
  const format = findFormat(type);
  // The same token has the same hash.
  if (format?.notCompared !== undefined && format.digested !== true) return false;
  return !isComputedWhenShown(resource.fields, field);
}

function checkAssigned(service: Service, field: FieldModel, constraint: ConstraintModel, report: Report): void {
  const { type } = field;
  if (type === undefined) return;
  const member = findFormat(type);
  const counts = type.kind === 'integer' && member?.clock === undefined;
  const made = (type.kind === 'string' || type.kind === 'integer') && member?.assignable !== undefined;
  if (!counts && !made) report(diagnostics['assigned-mismatch'](constraint.span, formatType(service, field)));
}

function checkOnUpdate(service: Service, field: FieldModel, constraint: ConstraintModel, report: Report): void {
  if (field.type === undefined) return;
  const member = findFormat(field.type);
  const plain = field.type.kind === 'string' || field.type.kind === 'integer';
  if (!plain || member?.clock === undefined) {
    report(diagnostics['assigned-on-update'](constraint.span, formatType(service, field)));
  }
}

function checkFrom(
  service: Service,
  resource: ResourceModel,
  field: FieldModel,
  constraint: ConstraintModel & { readonly kind: 'assigned from' },
  report: Report,
): void {
  const { value, span } = constraint.path;
  const symbols = createSymbolTable(service);
  let type: ValueType = { kind: 'object', name: callerName };
  for (const step of value.split('.').slice(1)) {
    const known: ReadonlyMap<string, { readonly type: ValueType }> | undefined =
      type.kind === 'object' ? symbols.fields(type.name) : undefined;
    const found: { readonly type: ValueType } | undefined = known?.get(step);
    if (found === undefined) {
      const near = findNearestAmongFew(service, step, known?.keys() ?? []);
      const suggestion =
        near === undefined
          ? undefined
          : value.replace(new RegExp(`\\.${escapePattern(step)}(?=\\.|$)`), () => `.${near}`);
      report(diagnostics['unknown-attribute'](span, value.slice('caller.'.length), suggestion));
      return;
    }
    type = found.type;
  }
  const due = resolveFieldType(service, resource.name.value, field);
  if (type.kind !== 'any' && !accepts(due, type)) {
    report(diagnostics['attribute-type'](span, value, describeType(type), describeType(due)));
  }
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
