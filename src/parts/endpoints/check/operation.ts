import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { collectSentFields } from '../../../plan/bodies/sent.ts';
import { recordVerbs } from '../../../plan/kinds.ts';
import type { InputShape } from '../../../plan/shape.ts';
import { findNearestName } from '../../../text/limited-suggestions.ts';
import type { Span } from '../../../text/location.ts';
import { memo } from '../../../text/memo.ts';
import { findNearest } from '../../../text/nearest.ts';
import { own } from '../../../text/own-property.ts';
import { isNotShown } from '../../not-shown.ts';
import { collectSetAtCreation, listMachines } from '../../resolve/definitions.ts';
import { listRunByEffects } from '../../resolve/effects/run.ts';
import { explainWhyNotSortable } from '../../resolve/fitting.ts';
import { isSentByClient } from '../../resolve/inputs.ts';
import { collectDefinitions, createSymbolTable, findSimilarField, has } from '../../resolve/vocabulary.ts';
import type { ResourceModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import { type About, findFieldByName, getIdentityName } from '../about.ts';
import { diagnostics } from '../diagnostics.ts';
import { listFixedFields, resolvePath } from '../resolve/path.ts';
import { resolveRequest } from '../resolve/shapes.ts';

type Report = (diagnostic: Diagnostic) => void;

const meant: Readonly<Record<string, string>> = {
  get: 'read',
  show: 'read',
  fetch: 'read',
  view: 'read',
  find: 'list',
  index: 'list',
  search: 'list',
  patch: 'update',
  edit: 'update',
  change: 'update',
  put: 'replace',
  remove: 'delete',
  destroy: 'delete',
  add: 'create',
  new: 'create',
  post: 'create',
  insert: 'create',
  login: 'log in',
  log_in: 'log in',
  signin: 'sign in',
  sign_in: 'sign in',
  start_sign_in: 'start sign in',
  logout: 'log out',
  log_out: 'log out',
  signout: 'log out',
  sign_out: 'log out',
  signup: 'create',
  sign_up: 'create',
  register: 'create',
};

/** Asks whether an operation is one of its resource, and its method, path, Request and fact lines fit it. */
export function checkOperation(about: About, report: Report): void {
  if (checkResource(about, report)) checkMethod(about, report);
  checkRequest(about, report);
  for (const diagnostic of resolvePath(about).diagnostics) report(diagnostic);
  checkRecord(about, report);
  checkOrder(about, report);
  if (about.creation !== undefined) checkCreation(about, about.creation, report);
}

/** Asks whether a replace can create the record that its path names: of the same path and Request. */
function checkCreation(about: About, creation: About, report: Report): void {
  const { path, record } = about.operation;
  const why = explainWhyNotChosen(about);
  const span = record?.span ?? path?.span;
  if (why !== undefined && span !== undefined) report(diagnostics['new-address'](span, why));
  const known = resolveRequest(about).diagnostics.map(({ code, span: at }) => `${code} ${at.start}`);
  const isNew = ({ code, span: at }: Diagnostic): boolean => !known.includes(`${code} ${at.start}`);
  checkRequest(creation, (diagnostic) => {
    if (isNew(diagnostic)) report(diagnostic);
  });
}

/** Why the path, or the line Record, cannot give the fields by which it finds the record; undefined if it can. */
function explainWhyNotChosen(about: About): string | undefined {
  const { resource, operation } = about;
  if (resource === undefined) return undefined;
  if (operation.record !== undefined) {
    const name = getIdentityName(resource) ?? '';
    const isAssigned = findFieldByName(resource, name)?.constraints.some(
      (constraint) => constraint.kind === 'assigned from' && constraint.path.value === operation.record?.value,
    );
    return isAssigned ? undefined : `\`${name}\` is not \`assigned from ${operation.record.value}\``;
  }
  for (const name of listFixedFields(resolvePath(about).segments)) {
    const field = findFieldByName(resource, name);
    if (field === undefined || has(field, 'assigned from') || isSentByClient(field, 'creation')) continue;
    return `no client may set \`${name}\`${has(field, 'assigned') ? ', which is `assigned`' : ''}`;
  }
  return undefined;
}

/** Asks whether a row without a Path is a transition that handlers or effects call, and whether its Request fits it. */
export function checkCall(about: About, report: Report): void {
  const { service, operation } = about;
  const { name } = operation;
  if (checkResource(about, report) && about.resource !== undefined) {
    const machines = listMachines(service, about.resource.name.value);
    const rows = machines.flatMap(({ transitions }) => transitions).filter((row) => row.name.value === name.verb);
    const isRun = listRunByEffects(service).has(`${name.verb} ${about.resource.name.value}`);
    if (!isRun && !rows.some(({ trigger }) => trigger?.kind === 'handler'))
      report(diagnostics['path-needed'](name.span, name.text));
  }
  checkRequest(about, report);
}

/** False where it cannot be known what the operation does. */
function checkResource({ service, operation, member, resource }: About, report: Report): boolean {
  const { name } = operation;
  if (name.resource === undefined) return true;
  if (resource === undefined) {
    const { resources, objects, unions } = collectDefinitions(service);
    const { value, span } = name.resource;
    const what = objects.has(value)
      ? 'an object, not a resource'
      : unions.has(value)
        ? 'a union, not a resource'
        : 'no resource';
    report(
      diagnostics['unknown-resource'](
        span,
        value,
        what,
        findNearestName(service, 'resources', value, () => resources.keys()),
      ),
    );
    return true;
  }
  if (member.name !== 'transition') return true;
  const machines = listMachines(service, resource.name.value);
  const transitions = machines.flatMap((machine) => machine.transitions);
  const rows = transitions.filter((row) => row.name.value === name.verb);
  if (rows.length === 0) {
    const taken = new Set(service.endpoints.operations.map((other) => other.name.text));
    const all = [...transitions.map((row) => row.name.value), ...recordVerbs];
    const known = all.filter((verb) => !taken.has(`${verb} ${resource.name.value}`));
    const near = own(meant, name.verb) ?? findNearest(name.verb, known);
    const { start } = name.resource.span;
    const isListed = start > name.span.end;
    const inRow = service.endpoints.operations.filter((other) => other.name.resource?.span.start === start);
    const named = name.as === undefined ? '' : ` as ${name.as.value}`;
    const handler = `${name.verb} ${resource.name.value} (handler)${named}`;
    const whole = near === undefined ? handler : `${near} ${resource.name.value}${named}`;
    const edit =
      near === undefined && inRow.length > 1
        ? { help: `if it is a handler, give it a row of its own: \`${handler}\`` }
        : { suggestion: isListed ? near : whole };
    report(diagnostics['unknown-transition'](name.span, name.verb, resource.name.value, edit));
    return false;
  }
  return true;
}

/** The places of the methods of rows with several operations. */
const listSharedMethods = memo(({ endpoints: { operations } }: Service): ReadonlySet<number> => {
  const places = operations.flatMap(({ method }) => (method === undefined ? [] : [method.span.start]));
  const seen = new Set<number>();
  return new Set(places.filter((place) => seen.has(place) || !seen.add(place)));
});

function checkMethod({ service, operation, member }: About, report: Report): void {
  const { method, name, path } = operation;
  if (method === undefined) return;
  // A method without a place of its own is the default one.
  if (member.name === 'transition' && method.span === name.span && path?.segments.at(-1)?.kind === 'placeholder')
    report(diagnostics['transition-path'](path.span, name.text, path.text, name.verb));
  if (member.methods.includes(method.value)) return;
  // Without a method, each operation of a row has its own.
  const suggestion = listSharedMethods(service).has(method.span.start) ? '' : member.methods[0];
  report(diagnostics['method-mismatch'](method.span, method.value, name.text, member.does, suggestion));
}

function checkRequest(about: About, report: Report): void {
  const { operation, member } = about;
  const { request, method, name } = operation;
  if (request === undefined || isNotShown(request)) return;
  const { span } = request;
  if (member.request !== 'shape') {
    const why = member.request === 'none' ? `\`${name.text}\` ${member.does}` : 'a standard gives it its shape';
    report(diagnostics['no-request-here'](span, member.name === 'delete' ? 'deleting takes none' : why));
  } else if (method?.value === 'GET') {
    report(diagnostics['no-request-here'](span, 'a GET has no body'));
  }
  const { shape, diagnostics: found } = resolveRequest(about);
  for (const diagnostic of found) report(diagnostic);
  if (shape !== undefined && hasListedFiles(shape)) report(diagnostics['file-request'](span, name.text));
  if (found.length === 0 && shape !== undefined) checkFields(about, shape, span, report);
}

/** Whether a Request has files in a list. */
function hasListedFiles(shape: InputShape, isListed = false): boolean {
  if (shape.kind === 'list') return hasListedFiles(shape.item, true);
  if (shape.kind === 'object') return shape.members.some((member) => hasListedFiles(member.shape, isListed));
  return isListed && shape.kind === 'value' && shape.schema.type === 'file';
}

/** Refuses a create that fails whatever is sent: nothing gives one of the required fields a value. */
function checkCreates(about: About, resource: ResourceModel, shape: InputShape, span: Span, report: Report): void {
  const { service, operation } = about;
  const owner = resource.name.value;
  const given = new Set([
    ...collectSentFields(shape).map(({ field }) => field),
    ...listFixedFields(resolvePath(about).segments),
    ...collectSetAtCreation(service, owner),
  ]);
  const lacking = resource.fields.find(
    (field) =>
      !given.has(field.name.value) &&
      has(field, 'required') &&
      !has(field, 'default') &&
      isSentByClient(field, 'creation'),
  );
  if (lacking === undefined) return;
  report(diagnostics['required-never-sent'](span, operation.name.text, `${owner}.${lacking.name.value}`));
}

/** Points out an update or replace that is sent no field that it may change, where no row of the resource sets one either. */
function checkFields(about: About, shape: InputShape, span: Span, report: Report): void {
  const { service, operation, member, resource } = about;
  if (resource !== undefined && member.name === 'create') checkCreates(about, resource, shape, span, report);
  if (resource === undefined || !member.setsFields) return;
  if (collectSentFields(shape).some((field) => field.member.unchanged !== true)) return;
  const machines = listMachines(service, resource.name.value);
  const rows = machines.flatMap(({ transitions }) => transitions);
  const sets = rows.some(({ name, effects }) => member.boundBy.includes(name.value) && effects.length > 0);
  if (!sets) report(diagnostics['changes-nothing'](span, operation.name.text, resource.name.value));
}

function checkRecord(about: About, report: Report): void {
  const { service, operation, member, resource } = about;
  const { record, name } = operation;
  if (record === undefined) return;
  const onRecord = member.finds === 'record' || (member.finds === 'perhaps a record' && name.resource !== undefined);
  if (!onRecord) {
    report(diagnostics['record-not-here'](record.span, name.text));
    return;
  }
  const attribute = record.value.slice('caller.'.length);
  const fields = createSymbolTable(service).fields('caller');
  const type = fields?.get(attribute)?.type;
  if (type === undefined) {
    const near = findNearestName(service, 'caller', attribute, () => fields?.keys() ?? []);
    report(diagnostics['unknown-attribute'](record.span, attribute, near && `caller.${near}`));
    return;
  }
  if (resource === undefined) return;
  const identity = getIdentityName(resource);
  const wanted =
    identity === undefined ? undefined : createSymbolTable(service).fields(resource.name.value)?.get(identity)?.type;
  const bare = type.kind === 'ref' && type.resource === resource.name.value ? type.identity : type;
  if (wanted !== undefined && bare.kind !== wanted.kind) {
    report(diagnostics['attribute-type'](record.span, record.value, resource.name.value));
  }
}

function checkOrder({ service, operation, member, resource }: About, report: Report): void {
  const { order, name } = operation;
  if (order === undefined) return;
  if (member.name !== 'list') {
    report(diagnostics['order-not-here'](order.span, name.text));
    return;
  }
  if (resource === undefined) return;
  const seen = new Set<string>();
  for (const { field: item } of order.items) {
    const field = findFieldByName(resource, item.value);
    if (field === undefined) {
      const near = findSimilarField(resource, item.value);
      report(diagnostics['unknown-field'](item.span, item.value, resource.name.value, near));
      continue;
    }
    if (seen.has(item.value)) report(diagnostics['duplicate-field'](item.span, item.value));
    seen.add(item.value);
    const why = explainWhyNotSortable(service, resource, field);
    if (why !== undefined) report(diagnostics['not-orderable'](item.span, item.value, why));
  }
}
