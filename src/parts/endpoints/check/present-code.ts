import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { explainNoFactor, findSecondFactor, listFactorResources } from '../../resolve/callers/second-factors.ts';
import { listRowsNaming } from '../../resolve/operation-names.ts';
import type { About } from '../about.ts';
import { diagnostics } from '../diagnostics.ts';
import { resolvePresentCode } from '../resolve/present-code.ts';
import { resolveStatedRequest } from '../resolve/shapes.ts';

/** Checks the line Present code, and that a log in has it if people have second factors. */
export function checkPresentCode(about: About, report: (diagnostic: Diagnostic) => void): void {
  const { service, operation, resource } = about;
  const { name, presentCode } = operation;
  if (presentCode === undefined) {
    if (name.session !== 'log in') return;
    const factor = listFactorResources(service).find(
      (other) =>
        other.secondFactorOf?.value === resource?.name.value &&
        findSecondFactor(service, other)?.kind === 'authenticator',
    );
    if (factor !== undefined) report(diagnostics['second-factor-unasked'](name.span, name.text, factor.name.value));
    return;
  }
  // The line Second factor of is reported, and with it the code is right.
  if (listFactorResources(service).some((other) => explainNoFactor(service, other) !== undefined)) return;
  const found = resolvePresentCode(about, resolveStatedRequest(about).shape);
  if (typeof found === 'string') report(diagnostics['present-code'](presentCode.span, name.text, found));
  else if (name.session === undefined && listRowsNaming(service, service.endpoints.idempotency, operation).length > 0)
    report(diagnostics['present-code-repeated'](presentCode.span, name.text));
}
