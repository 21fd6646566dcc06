import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { limitSuggestions } from '../../text/limited-suggestions.ts';
import { createOperationNames, listOperationNames } from '../resolve/operation-names.ts';
import { listTargetOperations } from '../resolve/reach.ts';
import type { Service } from '../service.ts';
import { checkBeyond } from './check/beyond.ts';
import { checkFits } from './check/fits.ts';
import { diagnostics } from './diagnostics.ts';
import { countsRecords, limitKind } from './kinds/index.ts';
import type { LimitModel } from './model.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Checks the part Limits against the rest: what limits apply to, what they count by, and the codes beyond them. */
export function check(service: Service, report: Report): void {
  const scopes = new Set(
    service.authentication.scopes.filter((row) => row.kind === 'scope').map((row) => row.name.value),
  );
  const near = limitSuggestions(() => [
    ...listOperationNames(service),
    ...createOperationNames(service).of.keys(),
    ...scopes,
  ]);
  const codes = limitSuggestions(() => service.errors.codes.map((code) => code.code.value));
  const attributes = ['id', ...service.authentication.caller.map((attribute) => attribute.name.value)];
  const unschemed = service.aspects.some((status) => status.aspect === 'scheme' && status.status === 'none');
  const nobody = unschemed && service.authentication.schemes.length === 0;
  for (const limit of service.limits.limits) {
    checkTargets(service, limit, scopes, near, report);
    checkPer(limit, attributes, nobody, report);
    checkFits(service, limit, scopes, report);
    checkBeyond(service, limit, codes, report);
  }
}

function checkTargets(
  service: Service,
  limit: LimitModel,
  scopes: ReadonlySet<string>,
  near: () => readonly string[],
  report: Report,
): void {
  const seen = new Set<string>();
  for (const { value, span } of limit.appliesTo) {
    const known = value === 'all' || scopes.has(value) || listTargetOperations(service, value).length > 0;
    if (seen.has(value)) report(diagnostics['duplicate-target'](span, value));
    else if (!known && !countsRecordsOf(service, limit, value))
      report(diagnostics['unknown-target'](span, value, near()));
    seen.add(value);
  }
}

/** Records are counted, so their resource needs no operation. */
function countsRecordsOf(service: Service, { kind }: LimitModel, name: string): boolean {
  return countsRecords(kind) && service.resources.resources.some((resource) => resource.name.value === name);
}

/** `nobody`: no caller has a credential. */
function checkPer({ kind, per }: LimitModel, attributes: readonly string[], nobody: boolean, report: Report): void {
  if (per === undefined) return;
  const { value, span } = per;
  const word = typeof value === 'string' ? value : 'attribute';
  const member = kind === undefined ? undefined : limitKind(kind.value);
  const found = typeof value === 'string' ? value : `caller.${value.attribute}`;
  if (member !== undefined && !member.per.includes(word)) report(diagnostics['wrong-per'](span, member.name, found));
  else if (typeof value === 'object' && !attributes.includes(value.attribute)) {
    report(diagnostics['unknown-attribute'](span, value.attribute, attributes));
  } else if (nobody && value !== 'ip') report(diagnostics['per-without-scheme'](span, found));
}
