import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { isNotShown } from '../../not-shown.ts';
import { findLoggedIn, listSessionSchemes } from '../../resolve/callers/sessions.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import type { SchemeModel } from '../model.ts';
import { findSchemeKind } from '../schemes/index.ts';

/**
 * Warns where callers of two sources may have the same `caller.id`: an issuer chooses the subjects of its tokens, and knows nothing of another
 * one's, nor of the records that log in.
 */
export function checkSubjects(service: Service, report: (diagnostic: Diagnostic) => void): void {
  const { text } = service.source;
  if (!text.includes('caller.id') || text.includes('caller.scheme')) return;
  const issuers = service.authentication.schemes.filter(isOfIssuer);
  const own = findLoggedIn(service) === undefined ? [] : listSessionSchemes(service);
  const [second, first] = [...own, ...issuers].toReversed();
  if (first === undefined || second === undefined || issuers.length === 0) return;
  report(diagnostics['shared-subjects'](second.name.span, first.name.value, second.name.value));
}

function isOfIssuer({ kind }: SchemeModel): boolean {
  return kind !== undefined && !isNotShown(kind) && findSchemeKind(kind.value)?.madeBy === 'outside issuer';
}
