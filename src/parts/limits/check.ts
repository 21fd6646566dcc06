import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { OperationModel } from '../endpoints/model.ts';
import { createOperationSite, explainCodeMismatch } from '../resolve/named-codes.ts';
import { getCreation } from '../resolve/operation-names.ts';
import { reachOf } from '../resolve/reach.ts';
import type { Service } from '../service.ts';
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
  const attributes = ['id', ...service.authentication.caller.map((attribute) => attribute.name.value)];
  const unschemed = service.aspects.some((status) => status.aspect === 'scheme' && status.status === 'none');
  const nobody = unschemed && service.authentication.schemes.length === 0;
  for (const limit of service.limits.limits) {
    checkPer(limit, attributes, nobody, report);
    checkFits(service, limit, scopes, report);
    checkBeyond(service, limit, report);
  }
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

/** Checks the cell When exceeded: a code that exists, is of the limit's condition and covers what the limit applies to. */
function checkBeyond(service: Service, limit: LimitModel, report: (diagnostic: Diagnostic) => void): void {
  const { beyond, kind } = limit;
  const member = kind === undefined ? undefined : limitKind(kind.value);
  if (beyond === undefined || member === undefined) return;
  const { value, span } = beyond;
  if (value === 'clamp') {
    if (!member.clamps) report(diagnostics['clamp-only-page-size'](span, member.name));
    return;
  }
  const { condition } = member;
  const of = JSON.stringify([member.name, ...limit.appliesTo.map((name) => name.value)]);
  const misfit = explainCodeMismatch(service, value, condition, {
    of,
    all: () => listLimitedOperations(service, limit).map(createOperationSite),
  });
  if (misfit !== undefined) report(diagnostics['wrong-code'](span, value, condition, misfit.leftOut));
}

function listLimitedOperations(service: Service, limit: LimitModel): readonly OperationModel[] {
  const { operations } = reachOf(service, limit);
  if (!countsRecords(limit.kind)) return operations;
  return operations.flatMap((operation) => {
    const creating = operation.name.verb === 'create' ? operation : getCreation(operation);
    return creating === undefined ? [] : [creating];
  });
}
