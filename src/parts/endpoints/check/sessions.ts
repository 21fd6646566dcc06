import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { showsCredential } from '../../../plan/bodies/credential.ts';
import { limitKind } from '../../limits/kinds/index.ts';
import { isNotShown } from '../../not-shown.ts';
import { findLoggedIn, findPassword, isLogIn, readLogIn } from '../../resolve/callers/sessions.ts';
import { listRowsNaming, resolveOperations } from '../../resolve/operation-names.ts';
import { listGrants } from '../../resolve/reach.ts';
import type { Service } from '../../service.ts';
import { type About, isForExisting } from '../about.ts';
import { diagnostics } from '../diagnostics.ts';
import type { OperationModel, ResponseModel } from '../model.ts';
import { resolvePresentPassword } from '../resolve/present-password.ts';
import { resolveResponse, resolveStatedRequest } from '../resolve/shapes.ts';
import { checkPresentCode } from './present-code.ts';
import { checkRefresh, checkRefreshTokens, isSentInCookie } from './refresh.ts';
import { checkCreates, checkSignIn } from './sign-in.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Checks an operation that logs in or out, and a response that shows a credential. */
export function checkSession(about: About, report: Report): void {
  const { operation } = about;
  const { name, ends } = operation;
  if (name.session !== undefined) checkOperation(about, name.session, report);
  if (ends !== undefined && name.session !== 'log out') report(diagnostics['ends-elsewhere'](ends.span, name.text));
  checkCreates(about, report);
  checkPresentPassword(about, report);
  checkPresentCode(about, report);
  checkCredential(about, report);
  checkRefreshTokens(about, report);
}

/** Checks the line Present password. A request that guesses has a credential, so a rate may be Per credential. */
function checkPresentPassword(about: About, report: Report): void {
  const { service, operation } = about;
  const { name, present } = operation;
  if (present === undefined) return;
  const found = resolvePresentPassword(about, resolveStatedRequest(about).shape);
  if (typeof found === 'string') report(diagnostics['present-password'](present.span, name.text, found));
  else if (listRowsNaming(service, service.endpoints.idempotency, operation).length > 0)
    report(diagnostics['present-password-repeated'](present.span, name.text));
  else if (!isLimited(service, operation, 'anyone'))
    report(diagnostics['guessing-unlimited'](name.span, name.text, 'credential'));
}

const methods = {
  'log in': ['POST'],
  'log out': ['POST', 'DELETE'],
  refresh: ['POST'],
  'start sign in': ['POST'],
  'sign in': ['POST'],
} as const;

function checkOperation(about: About, session: keyof typeof methods, report: Report): void {
  const { service, operation, resource } = about;
  const { name, method } = operation;
  if (method !== undefined && !methods[session].some((known) => known === method.value))
    report(diagnostics['session-method'](method.span, name.text, method.value));
  const isSignIn = session === 'start sign in' || session === 'sign in';
  // A sign in may be one of the caller.
  if (isSignIn && operation.record?.value === 'caller.id')
    checkNamesNoRecord({ ...operation, record: undefined }, report);
  else checkNamesNoRecord({ ...operation, record: operation.record }, report);
  const first = findLoggedIn(service);
  if (resource === undefined) return;
  if (first !== undefined && first !== resource) {
    const other = service.endpoints.operations.find(({ name: known }) => isLogIn(known))!;
    report(diagnostics['second-log-in'](name.span, name.text, first.name.value, other.name.span));
  } else if (session === 'log in') checkLogIn(about, resource, report);
  else if (session === 'refresh') checkRefresh(about, report);
  else if (isSignIn) {
    checkSignIn(about, session, resource, report);
    if (session === 'sign in' && operation.record === undefined) checkIsShown(about, report);
  }
}

/** Reports a record that the path or the line Record names: it would be another one than that of the Request, or of the credential. */
function checkNamesNoRecord(
  { name, path, record }: Pick<OperationModel, 'name' | 'path'> & { readonly record: OperationModel['record'] },
  report: Report,
): void {
  const isNamed = path?.segments.some(({ kind }) => kind === 'placeholder');
  const span = record?.span ?? (isNamed ? path?.span : undefined);
  if (span !== undefined) report(diagnostics['session-record'](span, name.text));
}

function checkLogIn(about: About, resource: NonNullable<About['resource']>, report: Report): void {
  const { service, operation } = about;
  const { name, request } = operation;
  if (!isLimited(service, operation)) report(diagnostics['guessing-unlimited'](name.span, name.text));
  if (isNotShown(request)) return;
  const body = resolveStatedRequest(about);
  if (body.diagnostics.length > 0) return;
  const found = readLogIn(resource, body.shape);
  if (typeof found === 'string') report(diagnostics['log-in-request'](request?.span ?? name.span, name.text, found));
  checkIsShown(about, report);
}

/** Reports a credential that is issued and never reaches the client. */
function checkIsShown(about: About, report: Report): void {
  const { service, operation } = about;
  if (isNotShown(operation.responses) || showsCredentialIn(about)) return;
  const { name } = operation;
  if (!isSentInCookie(service)) report(diagnostics['log-in-silent'](name.span, name.text));
}

function showsCredentialIn(about: About): boolean {
  return listShowing(about).length > 0;
}

/** Returns the responses that show a credential; `always`: whether or not there is one. */
function listShowing(about: About, always = false): readonly ResponseModel[] {
  const { responses } = about.operation;
  if (isNotShown(responses)) return [];
  return responses.filter((response) => showsCredential(resolveResponse(about, response).shape, always));
}

/** Whether a limit bounds how often passwords are guessed; a document that does not state its limits may have one. */
function isLimited({ aspects, limits, ...service }: Service, operation: OperationModel, mayBePer?: 'anyone'): boolean {
  const aspect = limitKind('rate')?.aspect;
  const status = aspects.find((known) => known.part === 'limits' && known.aspect === aspect)?.status;
  if (status !== 'stated' && status !== 'none') return true;
  return limits.limits.some(({ kind, appliesTo, per }) => {
    if (kind !== undefined && limitKind(kind.value)?.aspect !== aspect) return false;
    // Requests that guess have no credential, so they count for none.
    if (per !== undefined && per.value !== 'ip' && mayBePer === undefined) return false;
    return appliesTo.some(({ value }) => resolveOperations({ aspects, limits, ...service }, value).includes(operation));
  });
}

function checkCredential(about: About, report: Report): void {
  const { service, operation } = about;
  const { name, responses } = operation;
  const isWritten = !isNotShown(responses) && responses.some(({ shape }) => shape?.text.includes('credential'));
  const issues = name.session === 'refresh' || (isLogIn(name) && operation.record === undefined);
  if ((!isWritten || !showsCredentialIn(about)) && !issues) return;
  if (listRowsNaming(service, service.endpoints.idempotency, operation).length > 0)
    report(diagnostics['credential-kept'](name.span, name.text));
  const isNew = name.verb === 'create' && findLoggedIn(service)?.name.value === name.resource?.value;
  // A create issues none for a record that exists already.
  const needing = listShowing(about, true).filter((response) => !isNew || isForExisting(about, response));
  if (name.session === 'log out') report(diagnostics['credential-ended'](name.span, name.text));
  if (name.session !== undefined || needing.length === 0) return;
  const { scopes, schemes } = service.authentication;
  const isPublic =
    scopes.length === 0 ? schemes.length === 0 : listGrants(service, operation).some(({ kind }) => kind === 'public');
  if (isPublic) report(diagnostics['no-credential-to-show'](name.span, name.text, suggestLogIn(about)));
}

/** The log in that a create lacks to issue credentials, where its records have a password. */
function suggestLogIn({ service, operation, resource }: About): string | undefined {
  if (resource === undefined || operation.name.verb !== 'create' || findLoggedIn(service) !== undefined)
    return undefined;
  return findPassword(resource) === undefined ? undefined : `log in ${resource.name.value}`;
}
