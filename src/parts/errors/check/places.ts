import type { Problem } from '../../../problems/problem.ts';
import { rationed } from '../../../text/limited-suggestions.ts';
import { operationsOf } from '../../resolve/operation-names.ts';
import { transitionsOf } from '../../resolve/transitions.ts';
import { definitionsOf } from '../../resolve/vocabulary.ts';
import type { Service } from '../../service.ts';
import type { Narrowing } from '../conditions/index.ts';
import { conditionOf } from '../conditions/index.ts';
import { problems } from '../problems.ts';

/** What a narrowing names: an operation before a transition of the same name, else a resource. */
export function placeKind(service: Service, name: string): Narrowing | undefined {
  if (operationsOf(service).named.has(name)) return 'operation';
  if (transitionsOf(service).has(name)) return 'transition';
  return definitionsOf(service).resources.has(name) ? 'resource' : undefined;
}

/** Checks what conditions are narrowed to, and the operations of `raised by`. */
export function checkPlaces(service: Service, report: (problem: Problem) => void): void {
  const operations = operationsOf(service);
  const places = rationed(() => [
    ...operations.named.keys(),
    ...transitionsOf(service).keys(),
    ...definitionsOf(service).resources.keys(),
  ]);
  const handlers = rationed(() =>
    operations.all.filter((operation) => operation.name.code).map((operation) => operation.name.text),
  );
  for (const { name, on, raisedBy } of service.errors.codes.flatMap((code) => code.conditions)) {
    if (raisedBy !== undefined) {
      const operation = operations.named.get(raisedBy.value);
      if (operation?.name.code !== true) {
        const exists = operation !== undefined;
        report(problems['unknown-operation'](raisedBy.span, raisedBy.value, exists, exists ? [] : handlers()));
      }
    }
    if (on === undefined) continue;
    if (conditionOf(name.value)?.narrowedTo.length === 0) report(problems['cannot-be-narrowed'](on.span, name.value));
    else if (placeKind(service, on.value) === undefined) {
      report(problems['unknown-place'](on.span, on.value, places()));
    }
  }
}
