import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { Plan } from '../../../plan/plan.ts';
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
export function checkSubjects(
  service: Service,
  { resources, operations, deliveries }: Pick<Plan, 'resources' | 'operations' | 'deliveries'>,
  report: (diagnostic: Diagnostic) => void,
): void {
  const read = new Set<string>();
  collectReadAttributes([resources, operations, deliveries], read);
  if (!read.has('id') || read.has('scheme')) return;
  const issuers = service.authentication.schemes.filter(isOfIssuer);
  const own = findLoggedIn(service) === undefined ? [] : listSessionSchemes(service);
  const [second, first] = [...own, ...issuers].toReversed();
  if (first === undefined || second === undefined || issuers.length === 0) return;
  report(diagnostics['shared-subjects'](second.name.span, first.name.value, second.name.value));
}

/** Collects the attributes of callers that plain values read: in expressions, in assigned fields, in lines Record. */
function collectReadAttributes(value: unknown, into: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  const { op, root, steps, by, attribute, record } = value as {
    readonly op?: unknown;
    readonly root?: unknown;
    readonly steps?: readonly { readonly name: string }[];
    readonly by?: unknown;
    readonly attribute?: string;
    readonly record?: unknown;
  };
  if (op === 'path' && root === 'caller') into.add(steps?.[0]?.name ?? '');
  if (by === 'caller' && attribute !== undefined) into.add(attribute);
  if (typeof record === 'string' && record.startsWith('caller.')) into.add(record.slice('caller.'.length));
  for (const inner of Object.values(value)) collectReadAttributes(inner, into);
}

function isOfIssuer({ kind }: SchemeModel): boolean {
  return kind !== undefined && !isNotShown(kind) && findSchemeKind(kind.value)?.madeBy === 'outside issuer';
}
