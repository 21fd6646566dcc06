import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { findRefreshToken, showsCredential } from '../../../plan/bodies/credential.ts';
import { isNotShown } from '../../not-shown.ts';
import { beginsSession, findSessionScheme, listSessionSchemes, readRefresh } from '../../resolve/callers/sessions.ts';
import { listRowsNaming } from '../../resolve/operation-names.ts';
import { listGrants } from '../../resolve/reach.ts';
import { refreshToken } from '../../resolve/shapes.ts';
import type { Service } from '../../service.ts';
import { type About, isForExisting } from '../about.ts';
import { diagnostics } from '../diagnostics.ts';
import type { ResponseModel } from '../model.ts';
import { resolveRequest, resolveResponse } from '../resolve/shapes.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Checks an operation that refreshes sessions: its Request, its Response, and that clients can call it. */
export function checkRefresh(about: About, report: Report): void {
  const { service, operation } = about;
  const { name, request, responses } = operation;
  const { scopes } = service.authentication;
  if (scopes.length > 0 && !listGrants(service, operation).some(({ kind }) => kind === 'public'))
    report(diagnostics['refresh-closed'](name.span, name.text));
  checkHasRefresh(service, name.span, name.text, report);
  if (isNotShown(request)) return;
  const body = resolveRequest(about);
  if (body.diagnostics.length > 0) return;
  const found = readRefresh(body.shape);
  if (typeof found === 'string') report(diagnostics['refresh-request'](request?.span ?? name.span, name.text, found));
  if (isNotShown(responses)) return;
  const shapes = responses.map((response) => resolveResponse(about, response));
  if (shapes.some(({ diagnostics: wrong }) => wrong.length > 0)) return;
  const isSilent = shapes.every(({ shape }) => findRefreshToken(shape) === undefined);
  const lacks = isSilent ? refreshToken : 'credential';
  if (isSilent || (shapes.every(({ shape }) => !showsCredential(shape)) && !isSentInCookie(service)))
    report(diagnostics['refresh-silent'](name.span, name.text, lacks));
}

/** Checks the refresh tokens in the responses of an operation. */
export function checkRefreshTokens(about: About, report: Report): void {
  const { service, operation } = about;
  const { name, responses } = operation;
  if (isNotShown(responses) || !responses.some(({ shape }) => shape?.text.includes(refreshToken))) return;
  const showing = responses.filter(
    (response) => findRefreshToken(resolveResponse(about, response).shape) !== undefined,
  );
  if (showing.length === 0) return;
  const wrong = showing.find((response) => !isIssued(about, response));
  if (wrong !== undefined) report(diagnostics['refresh-token-elsewhere'](wrong.span, name.text));
  // The operation that takes the tokens says it for all.
  else if (service.endpoints.operations.every((other) => other.name.session !== 'refresh'))
    checkHasRefresh(service, name.span, name.text, report);
  if (name.session === undefined && listRowsNaming(service, service.endpoints.idempotency, operation).length > 0)
    report(diagnostics['credential-kept'](name.span, name.text));
}

/** Whether a response belongs to a session that begins or is refreshed. */
function isIssued(about: About, response: ResponseModel): boolean {
  const { service, operation } = about;
  if (operation.name.session === 'refresh') return true;
  if (operation.name.session !== undefined) return beginsSession(service, operation);
  return beginsSession(service, operation) && (response.isNew !== undefined || !isForExisting(about, response));
}

function checkHasRefresh(service: Service, span: Diagnostic['span'], operation: string, report: Report): void {
  const scheme = findSessionScheme(service);
  if (scheme !== undefined && scheme.refresh === undefined)
    report(diagnostics['no-refresh'](span, operation, scheme.name.value));
}

/** Whether browsers send the credential of a session in a cookie, so that a response need not show it. */
export function isSentInCookie(service: Service): boolean {
  return listSessionSchemes(service).some(
    ({ sentIn }) => isNotShown(sentIn) || sentIn.some((carried) => carried.in === 'cookie'),
  );
}
