import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { OperationModel } from '../../endpoints/model.ts';
import { createOperationSite, explainCodeMismatch } from '../../resolve/named-codes.ts';
import { reachOf } from '../../resolve/reach.ts';
import type { Service } from '../../service.ts';
import { diagnostics } from '../diagnostics.ts';
import { countsRecords, limitKind } from '../kinds/index.ts';
import type { LimitModel } from '../model.ts';

/** Checks the cell When exceeded: a code that exists, is of the limit's condition and covers what the limit applies to. */
export function checkBeyond(
  service: Service,
  limit: LimitModel,
  near: () => readonly string[],
  report: (diagnostic: Diagnostic) => void,
): void {
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
  if (misfit === undefined) return;
  if (misfit === 'unknown')
    report(diagnostics['unknown-code'](span, value, member.clamps ? [...near(), 'clamp'] : near()));
  else if (misfit === 'other conditions') report(diagnostics['wrong-code'](span, value, condition, undefined));
  else report(diagnostics['wrong-code'](span, value, condition, misfit.leftOut));
}

function listLimitedOperations(service: Service, limit: LimitModel): readonly OperationModel[] {
  const { operations } = reachOf(service, limit);
  return countsRecords(limit.kind) ? operations.filter(({ name }) => name.verb === 'create') : operations;
}
