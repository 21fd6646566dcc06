import type { Making, Visible } from '../../../contracts/operation-context.ts';
import type { Row } from '../../../contracts/record.ts';
import type { Given } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { type CollectReferences, type FoundReference, pointerStep, referencesIn } from '../../../plan/references.ts';
import { problemsTeller } from '../serve.ts';

/**
 * A reference that a request sets must name a record that exists, is not gone and is seen by the caller. The last of the full
 * validation: all that was found is told together.
 */
export function createLookup(making: Making): Step {
  const allProblems = problemsTeller(making);
  const collectors = collectorsOf(making);
  if (collectors.length === 0) return allProblems;
  const finders = findersOf(making);
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

/** What collects the references of one field, and where they stand. */
export interface FieldReferences {
  readonly name: string;
  readonly collect: CollectReferences;
  readonly line: number;
  readonly pointer: string;
}

/** The fields of an operation's resource that may hold references. */
export function collectorsOf({ resource, plan }: Making): readonly FieldReferences[] {
  return (resource?.plan.fields ?? []).flatMap(({ name, schema, line }) => {
    const collect = referencesIn(plan, schema);
    return collect === undefined ? [] : [{ name, collect, line, pointer: `/${pointerStep(name)}` }];
  });
}

/** What looks for the records of each resource, as references name them. */
export function findersOf({ plan, visible }: Making): ReadonlyMap<string, Visible> {
  return new Map(plan.resources.map(({ name, identity }) => [name, visible(name, identity)]));
}

function note(given: Given, row: Row | undefined, pointer: string, line: number): void {
  if (row !== undefined) return;
  given.problems ??= [];
  given.problems.push({ pointer, problem: 'reference', message: 'names no record that is there for you', line });
}
