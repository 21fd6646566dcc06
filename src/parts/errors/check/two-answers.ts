import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { findOperationKind } from '../../endpoints/operations/index.ts';
import { createOperationNames } from '../../resolve/operation-names.ts';
import type { Service } from '../../service.ts';
import { buildConditionKey, type Candidate, indexCandidates } from '../candidates.ts';
import { diagnostics } from '../diagnostics.ts';

type Report = (diagnostic: Diagnostic) => void;

/** Checks that no two rows answer one refusal by its condition. */
export function checkTwoAnswers(service: Service, report: Report): void {
  const all = indexCandidates(service);
  for (const candidates of all.values()) {
    const [first, ...others] = candidates.filter((candidate) => !candidate.named);
    if (first === undefined) continue;
    for (const other of others) reportTwo(first, other, report);
    const { name, on } = first.condition;
    for (const around of on === undefined ? [] : listEnclosing(service, on.value)) {
      const wider = all.get(buildConditionKey(name.value, around))?.find((candidate) => !candidate.named);
      if (wider !== undefined) reportTwo(wider, first, report);
    }
  }
}

/** What a narrowing lies in: of an operation that runs a transition under a name of its own that one, and the resource. */
function listEnclosing(service: Service, on: string): readonly string[] {
  const operation = createOperationNames(service).named.get(on);
  if (operation === undefined) return [on.slice(on.lastIndexOf(' ') + 1)].filter((resource) => resource !== on);
  const { verb, resource } = operation.name;
  if (resource === undefined) return [];
  const isTransition = findOperationKind(operation.name).name === 'transition';
  const places = [...(isTransition ? [`${verb} ${resource.value}`] : []), resource.value];
  return places.filter((place) => place !== on);
}

/** Reports two rows that would answer one refusal with two codes. */
export function reportTwo(first: Candidate, second: Candidate, report: Report): void {
  if (first.code === second.code) return;
  const { name, on, span } = second.condition;
  report(
    diagnostics['two-answers'](
      span,
      buildConditionKey(name.value, on?.value),
      first.code.code.value,
      first.condition.span,
    ),
  );
}
