import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { findNearestAmongFew } from '../../../text/limited-suggestions.ts';
import type { Name } from '../../../text/location.ts';
import { createEnvironments } from '../../resolve/environments.ts';
import { resolveExpression } from '../../resolve/expressions.ts';
import { explainCodeMismatch, listWriteSites } from '../../resolve/named-codes.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import type { ResourceModel } from '../model.ts';

/** Checks the rules of a resource: conditions on the record, and the codes they answer with. */
export function checkExpressions(
  service: Service,
  resource: ResourceModel,
  report: (diagnostic: Diagnostic) => void,
): void {
  if (resource.rules.length === 0) return;
  const codes = new Set(service.errors.codes.map(({ code }) => code.value));
  for (const { name, holds, otherwise } of resource.rules) {
    if (holds !== undefined) {
      const environment = createEnvironments(service).rule(resource.name.value, name.value);
      for (const diagnostic of resolveExpression(holds, environment).diagnostics) report(diagnostic);
    }
    if (otherwise !== undefined) checkOtherwise(service, resource.name.value, otherwise, codes, report);
  }
}

function checkOtherwise(
  service: Service,
  resource: string,
  { value, span }: Name,
  codes: ReadonlySet<string>,
  report: (diagnostic: Diagnostic) => void,
): void {
  const all = () => listWriteSites(service, resource);
  const misfit = explainCodeMismatch(service, value, 'rule broken', { of: resource, all });
  if (misfit === undefined) return;
  if (misfit === 'unknown')
    report(diagnostics['unknown-code'](span, value, findNearestAmongFew(service, value, codes)));
  else report(diagnostics['wrong-code'](span, value, typeof misfit === 'string' ? undefined : misfit.leftOut));
}
