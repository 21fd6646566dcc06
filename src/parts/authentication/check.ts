import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { OperationModel } from '../endpoints/model.ts';
import { isNotShown } from '../not-shown.ts';
import { createOperationNames, resolveOperations } from '../resolve/operation-names.ts';
import { collectAllowedOperations } from '../resolve/reach.ts';
import type { Service } from '../service.ts';
import { checkSessions } from './check/sessions.ts';
import { checkTenant } from './check/tenant.ts';
import { checkWhere } from './check/where.ts';
import { diagnostics } from './diagnostics.ts';
import type { SchemeModel } from './model.ts';
import { findSchemeKind, type Scheme } from './schemes/index.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Checks the part Authentication against the rest: where schemes travel, what scopes allow, and what row rules name. */
export function check(service: Service, report: Report): void {
  const gives = createOperationNames(service).all.some((operation) => operation.name.standard === 'issue token');
  for (const scheme of service.authentication.schemes) checkScheme(scheme, gives, report);
  checkTenant(service, report);
  checkSessions(service, report);
  for (const row of service.authentication.scopes) checkWhere(service, row, report);
  checkNobody(service, collectAllowedOperations(service, service.authentication.scopes), report);
  checkHolders(service, report);
}

function checkScheme(scheme: SchemeModel, gives: boolean, report: Report): void {
  checkTwice(scheme, report);
  if (scheme.kind === undefined || isNotShown(scheme.kind)) return;
  const kind = findSchemeKind(scheme.kind.value);
  if (kind === undefined) return;
  for (const carried of isNotShown(scheme.sentIn) ? [] : scheme.sentIn) {
    const wrong = kind.carrier(carried);
    if (wrong !== undefined)
      report(diagnostics['wrong-carrier'](carried.span, kind.name, wrong.wrong, wrong.suggestion));
  }
  checkIdle(scheme, kind, report);
  checkRefresh(scheme, kind, report);
  if (kind.madeBy === 'issue token' && !gives) report(diagnostics['no-token-operation'](scheme.kind.span, kind.name));
}

/** Checks the time of inactivity: uses are stored by the minute, and tokens of this service alone have stored uses. */
function checkIdle({ idle, lifetime, refresh }: SchemeModel, { name, makes }: Scheme, report: Report): void {
  if (idle === undefined) return;
  const end = refresh ?? lifetime;
  if (makes !== 'token') report(diagnostics['idle-kind'](idle.span, name));
  else if (idle.value < shortestIdle) report(diagnostics['idle-short'](idle.span));
  else if (end !== undefined && idle.value >= end.value)
    report(diagnostics['idle-long'](idle.span, refresh === undefined ? 'Lifetime' : 'Refresh'));
}

/** Checks how long sessions with refresh tokens last; `checkSessions` asks whether clients can use them. */
function checkRefresh({ lifetime, refresh }: SchemeModel, { name, makes }: Scheme, report: Report): void {
  if (refresh === undefined) return;
  if (makes !== 'token') report(diagnostics['refresh-kind'](refresh.span, name));
  else if (lifetime === undefined || refresh.value <= lifetime.value)
    report(diagnostics['refresh-short'](refresh.span, lifetime !== undefined));
}

/** Five minutes. */
const shortestIdle = 300_000;

function checkTwice({ sentIn }: SchemeModel, report: Report): void {
  if (isNotShown(sentIn)) return;
  const seen = new Set<string>();
  for (const carried of sentIn) {
    const [name, word] = [carried.name.value, carried.word?.value];
    const key = `${carried.in} ${carried.in === 'header' ? name.toLowerCase() : name} ${word?.toLowerCase()}`;
    const found = `${carried.in} ${name}${word === undefined ? '' : `: ${word}`}`;
    if (seen.has(key)) report(diagnostics['duplicate-sent-in'](carried.span, found));
    seen.add(key);
  }
}

function checkNobody(service: Service, allowed: ReadonlySet<OperationModel>, report: Report): void {
  const { scopes } = service.authentication;
  // An unknown name, which is a diagnostic of its own, may mean any operation.
  const isUnknown = ({ value }: { readonly value: string }): boolean => resolveOperations(service, value).length === 0;
  // a row whose Allows is not shown is a gap: the document does not state whom the rest is for
  if (scopes.length === 0 || scopes.some((row) => isNotShown(row.allows) || row.allows.some(isUnknown))) return;
  const known = new Set(service.resources.resources.map(({ name }) => name.value));
  for (const operation of createOperationNames(service).all) {
    // scopes cannot allow operations of an unknown resource, which is a diagnostic there
    const { resource } = operation.name;
    if (resource !== undefined && !known.has(resource.value)) continue;
    if (!allowed.has(operation)) report(diagnostics['nobody-allowed'](operation.name.span, operation.name.text));
  }
}

function checkHolders(service: Service, report: Report): void {
  const { schemes, scopes } = service.authentication;
  const first = scopes.find((row) => row.kind === 'scope');
  const stated = service.aspects.some((status) => status.aspect === 'scheme' && status.status === 'none');
  if (schemes.length === 0 && stated && first !== undefined) {
    report(diagnostics['scopes-without-scheme'](first.name.span, first.name.value));
  }
}
