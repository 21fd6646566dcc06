import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { findNearest } from '../../../text/nearest.ts';
import { isNotShown } from '../../not-shown.ts';
import { findAccounts, listAccountResources } from '../../resolve/callers/accounts.ts';
import { has } from '../../resolve/vocabulary.ts';
import type { ResourceModel } from '../../resources/model.ts';
import type { About } from '../about.ts';
import { diagnostics } from '../diagnostics.ts';
import type { OperationModel } from '../model.ts';
import { findClaim } from '../resolve/sign-in.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Checks an operation that starts a sign in, or ends one: its accounts, its bodies, and the operation that belongs to it. */
export function checkSignIn(
  about: About,
  does: 'start sign in' | 'sign in',
  resource: ResourceModel,
  report: Report,
): void {
  const { service, operation } = about;
  const { name } = operation;
  const of = resource.name.value;
  // A line `Account of` is reported where it is wrong.
  if (listAccountResources(service).length === 0) report(diagnostics['sign-in-accounts'](name.span, name.text, of));
  checkBodies(operation, does, report);
  const other = does === 'sign in' ? 'start sign in' : 'sign in';
  const links = operation.record !== undefined;
  const isComplete = service.endpoints.operations.some(
    (second) => second.name.session === other && (second.record !== undefined) === links,
  );
  const takesPasskeys = does === 'sign in' && !links && findAccounts(service)?.hasPasskeys === true;
  const isLinking = (second: OperationModel): boolean => second.name.session === does && second.record !== undefined;
  if (takesPasskeys && !service.endpoints.operations.some(isLinking))
    report(diagnostics['passkey-unregistered'](name.span, name.text, of));
  if (!isComplete) report(diagnostics['sign-in-alone'](name.span, name.text, `${other} ${of}`, links));
}

/** Reports a Request, which the language gives, and a Response of `start sign in`. */
function checkBodies({ name, request, responses }: OperationModel, does: string, report: Report): void {
  if (request !== undefined && !isNotShown(request))
    report(diagnostics['sign-in-body'](request.span, name.text, 'Request'));
  if (does === 'sign in' || isNotShown(responses)) return;
  const stated = responses.find(({ status, shape }) => status?.value !== 200 || shape !== undefined);
  if (stated !== undefined) report(diagnostics['sign-in-body'](stated.span, name.text, 'Response'));
}

/** Checks the line Creates: it belongs to a sign in without the line Record, and gives each required field a value. */
export function checkCreates({ service, operation, resource }: About, report: Report): void {
  const { name, creates, record } = operation;
  const [first] = creates ?? [];
  if (creates === undefined || first === undefined) return;
  const hasClaims = findAccounts(service)?.hasIssuers ?? true;
  if (name.session !== 'sign in' || record !== undefined || !hasClaims) {
    report(diagnostics['creates-elsewhere'](first.span, name.text));
    return;
  }
  if (resource === undefined) return;
  const seen = new Set<string>();
  for (const { value, span } of creates) {
    const found = findClaim(resource, value);
    if (typeof found === 'string') {
      const others = resource.fields.map((field) => field.name.value);
      const fitting = others.filter((field) => !seen.has(field) && typeof findClaim(resource, field) !== 'string');
      report(diagnostics['creates-field'](span, value, found, findNearest(value, fitting)));
    } else if (seen.has(value)) report(diagnostics['creates-field'](span, value, 'it is listed already'));
    seen.add(value);
  }
  for (const field of listDue(resource))
    if (!seen.has(field)) report(diagnostics['creates-incomplete'](first.span, field, resource.name.value));
}

/** The fields that a new record must have, and that nothing else gives. */
function listDue({ fields }: ResourceModel): readonly string[] {
  return fields.flatMap((field) => {
    if (!has(field, 'required') || has(field, 'default')) return [];
    return [field.name.value];
  });
}
