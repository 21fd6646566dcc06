import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { slice } from '../../../text/location.ts';
import { has } from '../../resolve/vocabulary.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import { findFormat } from '../formats/index.ts';
import type { Owner } from '../owner.ts';

/**
 * Checks that the service generates each token, and that it is shown once or never: its hash alone is stored, so no request can send one and
 * no later response can show it.
 */
export function checkTokens(service: Service, { kind, model }: Owner, report: (diagnostic: Diagnostic) => void): void {
  for (const field of model.fields) {
    const { type, name } = field;
    if (type === undefined || findFormat(type)?.digested !== true) continue;
    const isHidden = has(field, 'shown once') || isInternal(field);
    if (kind !== 'resource' || type.kind !== 'string' || type.nullable) report(diagnostics['token-place'](type.span));
    else if (!has(field, 'assigned') || !isHidden) report(diagnostics['token-source'](type.span, name.value));
    for (const constraint of field.constraints) {
      if (constraint.kind !== 'range' && constraint.kind !== 'pattern') continue;
      report(diagnostics['token-limited'](constraint.span, slice(service.source, constraint.span), name.value));
    }
  }
}

function isInternal({ constraints }: Owner['model']['fields'][number]): boolean {
  return constraints.some((constraint) => constraint.kind === 'direction' && constraint.word === 'internal');
}
