import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { mayChangeRecords } from '../../../plan/kinds.ts';
import { findNearestName } from '../../../text/limited-suggestions.ts';
import type { OperationModel } from '../../endpoints/model.ts';
import { findOperationKind } from '../../endpoints/operations/index.ts';
import { isMadeByLogIn } from '../../resolve/callers/made-by-log-in.ts';
import { createOperationNames, findCreationNamed, isCustom } from '../../resolve/operation-names.ts';
import { collectTransitions } from '../../resolve/transitions.ts';
import { collectDefinitions } from '../../resolve/vocabulary.ts';
import type { Service } from '../../service.ts';
import { findCondition } from '../conditions/index.ts';
import { diagnostics } from '../diagnostics.ts';

/** What a narrowing names: an operation before a transition of the same name, else a resource. */
export function placeKind(service: Service, name: string): 'operation' | 'transition' | 'resource' | undefined {
  if (createOperationNames(service).named.has(name)) return 'operation';
  if (collectTransitions(service).has(name)) return 'transition';
  return collectDefinitions(service).resources.has(name) ? 'resource' : undefined;
}

/** Whether code may raise an error in an operation: its handler, or a hook of one that may write. */
function mayRaise({ name }: OperationModel): boolean {
  return isCustom(name) || (name.session === undefined && mayChangeRecords({ kind: findOperationKind(name).name }));
}

/** Whether a name is that of a change that no operation is named after, and that may have a hook. */
function isChangeInside(service: Service, name = ''): boolean {
  if (collectTransitions(service).has(name) || findCreationNamed(service, name) !== undefined) return true;
  return isMadeByLogIn(service, name);
}

/** Checks what conditions are narrowed to, and the operations of `raised by`. */
export function checkPlaces(service: Service, report: (diagnostic: Diagnostic) => void): void {
  const operations = createOperationNames(service);
  const raising = () => [
    ...operations.all.filter(mayRaise).map(({ name }) => name.text),
    ...collectTransitions(service).keys(),
  ];
  const places = () => [
    ...operations.named.keys(),
    ...collectTransitions(service).keys(),
    ...collectDefinitions(service).resources.keys(),
  ];
  for (const { name, on, raisedBy } of service.errors.codes.flatMap((code) => code.conditions)) {
    const raises = raisedBy && operations.named.get(raisedBy.value);
    const isKnown = raises === undefined ? isChangeInside(service, raisedBy?.value) : mayRaise(raises);
    if (raisedBy !== undefined && !isKnown) {
      const near = raises ? undefined : findNearestName(service, 'raising', raisedBy.value, raising);
      report(diagnostics['unknown-operation'](raisedBy.span, raisedBy.value, raises !== undefined, near));
    }
    if (on === undefined) continue;
    if (findCondition(name.value)?.neverNarrowed) report(diagnostics['cannot-be-narrowed'](on.span, name.value));
    else if (placeKind(service, on.value) === undefined) {
      report(diagnostics['unknown-place'](on.span, on.value, findNearestName(service, 'places', on.value, places)));
    }
  }
}
