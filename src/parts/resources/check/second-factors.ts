import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { isPlainName } from '../../../text/limited-suggestions.ts';
import { slice } from '../../../text/location.ts';
import { findNearest } from '../../../text/nearest.ts';
import { explainNoFactor, findFactorKind, listFactorResources } from '../../resolve/callers/second-factors.ts';
import { collectDefinitions, has } from '../../resolve/vocabulary.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import { findFormat } from '../formats/index.ts';
import type { ResourceModel } from '../model.ts';
import type { Owner } from '../owner.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Checks the line Second factor of: its records can be second factors, each kind has one resource, and something confirms them. */
export function checkSecondFactors(service: Service, report: Report): void {
  const firsts = new Map<string, ResourceModel>();
  let isWrong = false;
  for (const resource of listFactorResources(service)) {
    const problem = checkOne(service, resource);
    if (problem !== undefined) {
      report(problem);
      isWrong = true;
      continue;
    }
    const kind = findFactorKind(resource)!;
    const first = firsts.get(kind);
    if (first === undefined) firsts.set(kind, resource);
    else
      report(
        diagnostics['second-factor-repeated'](
          resource.secondFactorOf!.span,
          resource.name.value,
          kind === 'authenticator' ? 'totp' : 'token',
          first.name.value,
          first.secondFactorOf!.span,
        ),
      );
  }
  const [totp, recovery] = [firsts.get('authenticator'), firsts.get('recovery')];
  if (recovery !== undefined && totp === undefined && !isWrong)
    report(diagnostics['recovery-alone'](recovery.secondFactorOf!.span, recovery.name.value));
  if (totp !== undefined && !isConfirmed(service, totp))
    report(diagnostics['never-confirmed'](totp.secondFactorOf!.span, totp.name.value));
}

function checkOne(service: Service, resource: ResourceModel): Diagnostic | undefined {
  const { value, span } = resource.secondFactorOf!;
  const known = collectDefinitions(service).resources;
  const name = resource.name.value;
  if (known.has(value)) {
    const problem = explainNoFactor(service, resource);
    return problem === undefined ? undefined : diagnostics['second-factor-of'](span, name, problem);
  }
  const near = findNearest(value, [...known.keys()].filter(isPlainName));
  return diagnostics['second-factor-of'](span, name, `there is no resource \`${value}\``, near);
}

function isConfirmed({ endpoints }: Service, { name }: ResourceModel): boolean {
  return endpoints.operations.some(
    (operation) => operation.presentCode !== undefined && operation.name.resource?.value === name.value,
  );
}

/** Checks that each secret of one-time codes is a field of a second factor, that the service generates it, and that it is shown once. */
export function checkTotps(service: Service, { kind, model }: Owner, report: Report): void {
  const isFactor = kind === 'resource' && model.secondFactorOf !== undefined;
  for (const field of model.fields) {
    const { type, name } = field;
    if (type === undefined || findFormat(type)?.computesCodes !== true) continue;
    if (!isFactor || type.kind !== 'string' || type.nullable) report(diagnostics['totp-place'](type.span));
    else if (!has(field, 'assigned') || !has(field, 'shown once'))
      report(diagnostics['totp-source'](type.span, name.value));
    for (const constraint of field.constraints) {
      if (constraint.kind !== 'range' && constraint.kind !== 'pattern') continue;
      report(diagnostics['totp-limited'](constraint.span, slice(service.source, constraint.span), name.value));
    }
  }
}
