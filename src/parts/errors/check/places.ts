import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { findNearestName } from '../../../text/limited-suggestions.ts';
import { createOperationNames, isCustom } from '../../resolve/operation-names.ts';
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

/** Checks what conditions are narrowed to, and the operations of `raised by`. */
export function checkPlaces(service: Service, report: (diagnostic: Diagnostic) => void): void {
  const operations = createOperationNames(service);
  const handlers = () => operations.all.filter(({ name }) => isCustom(name)).map(({ name }) => name.text);
  const places = () => [
    ...operations.named.keys(),
    ...collectTransitions(service).keys(),
    ...collectDefinitions(service).resources.keys(),
  ];
  for (const { name, on, raisedBy } of service.errors.codes.flatMap((code) => code.conditions)) {
    const raises = raisedBy && operations.named.get(raisedBy.value);
    if (raisedBy !== undefined && (raises === undefined || !isCustom(raises.name))) {
      const near = raises ? undefined : findNearestName(service, 'handlers', raisedBy.value, handlers);
      report(diagnostics['unknown-operation'](raisedBy.span, raisedBy.value, raises !== undefined, near));
    }
    if (on === undefined) continue;
    if (findCondition(name.value)?.neverNarrowed) report(diagnostics['cannot-be-narrowed'](on.span, name.value));
    else if (placeKind(service, on.value) === undefined) {
      report(diagnostics['unknown-place'](on.span, on.value, findNearestName(service, 'places', on.value, places)));
    }
  }
}
