import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { refreshToken } from '../../../shape/roles.ts';
import { findNearest } from '../../../text/nearest.ts';
import type { OperationModel } from '../../endpoints/model.ts';
import { isNotShown } from '../../not-shown.ts';
import { beginsSession, findLoggedIn, findSessionScheme, listSessionSchemes } from '../../resolve/callers/sessions.ts';
import { explainWhyNotStored } from '../../resolve/fitting.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import type { AttributeModel } from '../model.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Checks the scheme of the operations that log in and log out, and the attributes that are fields of the record that logs in. */
export function checkSessions(service: Service, report: Report): void {
  const first = service.endpoints.operations.find(({ name }) => name.session !== undefined);
  const schemes = listSessionSchemes(service);
  if (first !== undefined && schemes.length !== 1) {
    const names = schemes.map(({ name }) => name.value);
    report(diagnostics['session-scheme'](first.name.span, first.name.text, names));
  }
  checkRefreshUse(service, report);
  for (const attribute of service.authentication.caller) checkAttribute(service, attribute, report);
}

/** Checks that clients get refresh tokens, and can send them. */
function checkRefreshUse(service: Service, report: Report): void {
  const { refresh } = findSessionScheme(service) ?? {};
  if (refresh === undefined) return;
  const { operations } = service.endpoints;
  const name = findLoggedIn(service)?.name.value ?? 'X';
  if (!operations.some((operation) => operation.name.session === 'refresh'))
    report(diagnostics['refresh-unused'](refresh.span, 'taken', name));
  else if (!operations.some((operation) => beginsSession(service, operation) && mayShowRefreshToken(operation)))
    report(diagnostics['refresh-unused'](refresh.span, 'shown', name));
}

function mayShowRefreshToken({ responses }: OperationModel): boolean {
  return isNotShown(responses) || responses.some(({ shape }) => shape?.text.includes(refreshToken));
}

function checkAttribute(service: Service, { from, type }: AttributeModel, report: Report): void {
  if (from === undefined) return;
  const { resource, field } = from;
  const text = `${resource.value}.${field.value}`;
  const span = { start: resource.span.start, end: field.span.end };
  const holder = findLoggedIn(service);
  if (holder?.name.value !== resource.value) {
    const why = holder === undefined ? 'no operation `log in` is stated' : `records of \`${holder.name.value}\` log in`;
    const own = holder?.fields.some(({ name }) => name.value === field.value);
    report(diagnostics['attribute-field'](span, text, why, own ? `${holder!.name.value}.${field.value}` : undefined));
    return;
  }
  if (type !== undefined) {
    const stated = holder.fields.find(({ name }) => name.value === field.value);
    const why = stated && explainWhyNotStored(holder, stated);
    if (why !== undefined) report(diagnostics['attribute-field'](span, text, why));
    return;
  }
  const names = holder.fields.map(({ name }) => name.value);
  const near = findNearest(field.value, names);
  const why = names.includes(field.value)
    ? 'a caller cannot have a value of its type'
    : `\`${resource.value}\` has no such field`;
  report(
    diagnostics['attribute-field'](
      span,
      text,
      why,
      names.includes(field.value) || near === undefined ? undefined : `${resource.value}.${near}`,
    ),
  );
}
