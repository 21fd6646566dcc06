import { type FoundReference, pointerStep, referencesIn } from '../../plan/references.ts';
import type { Given } from '../../steps/given.ts';
import type { Making } from '../../steps/maker.ts';
import type { Maybe, Row } from '../../steps/record.ts';
import type { Step } from '../../steps/step.ts';
import { allProblems } from './serve.ts';

/**
 * A reference that a request sets must name a record that exists, is not gone and is seen by the caller. The last of the full
 * validation: all that was found is told together.
 */
export function referencesStep(making: Making): Step | undefined {
  const { operation, resource, plan } = making;
  const writes = ['create', 'update', 'replace', 'transition', 'delete'].includes(operation.kind);
  if (resource === undefined || !writes) return undefined;
  const collectors = resource.plan.fields.flatMap(({ name, schema, line }) => {
    const collect = referencesIn(plan, schema);
    return collect === undefined ? [] : [{ name, collect, line, pointer: `/${pointerStep(name)}` }];
  });
  if (collectors.length === 0) return allProblems;
  const finders = new Map<string, (given: Given, value: unknown) => Maybe<Row | undefined>>();
  for (const { name, identity } of plan.resources) finders.set(name, making.visible(name, identity));
  return (given) => {
    const { after, before } = given;
    const refusal = allProblems(given);
    if (given.unchanged || after === undefined || refusal !== undefined) return refusal;
    const waits: Promise<void>[] = [];
    for (const { name, collect, line, pointer } of collectors) {
      const value = after[name];
      if (value === undefined || value === null || (before !== undefined && making.equal(value, before[name])))
        continue;
      const found: FoundReference[] = [];
      collect(value, pointer, found);
      for (const one of found) {
        const row = finders.get(one.resource)!(given, one.value);
        if (row instanceof Promise) waits.push(row.then((known) => note(given, known, one.pointer, line)));
        else note(given, row, one.pointer, line);
      }
    }
    return waits.length === 0 ? allProblems(given) : Promise.all(waits).then(() => allProblems(given));
  };
}

function note(given: Given, row: Row | undefined, pointer: string, line: number): void {
  if (row !== undefined) return;
  given.problems ??= [];
  given.problems.push({ pointer, problem: 'reference', message: 'names no record that is there for you', line });
}
