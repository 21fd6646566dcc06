import type { Plan } from '../../plan/plan.ts';
import type { ValueSchema } from '../../plan/schema.ts';
import type { Given } from '../../steps/given.ts';
import type { Making } from '../../steps/maker.ts';
import type { Maybe, Row } from '../../steps/record.ts';
import type { Step } from '../../steps/step.ts';
import { allProblems } from './serve.ts';

/** One reference in a value, and where it stands. */
interface Found {
  readonly resource: string;
  readonly value: unknown;
  readonly pointer: string;
}

/** Collects the references in a value; nothing where its type holds none. */
type Collect = (value: unknown, pointer: string, into: Found[]) => void;

/**
 * A reference that a request sets must name a record that exists, is not gone and is seen by the caller. The last of the full
 * validation: all that was found is told together.
 */
export function referencesStep(making: Making): Step | undefined {
  const { operation, resource, plan } = making;
  const writes = ['create', 'update', 'replace', 'transition', 'delete'].includes(operation.kind);
  if (resource === undefined || !writes) return undefined;
  const collectors = resource.plan.fields.flatMap(({ name, schema, line }) => {
    const collect = collectorOf(plan, schema, new Map());
    return collect === undefined ? [] : [{ name, collect, line, pointer: `/${escaped(name)}` }];
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
      const found: Found[] = [];
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

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The collector of a type; `known` holds those of the objects that are being made, so that a type may hold itself. */
function collectorOf(plan: Plan, schema: ValueSchema, known: Map<string, Collect | undefined>): Collect | undefined {
  switch (schema.type) {
    case 'ref':
      return (value, pointer, into) => {
        if (value !== null) into.push({ resource: schema.resource, value, pointer });
      };
    case 'list':
    case 'map': {
      const inner = collectorOf(plan, schema.item, known);
      if (inner === undefined) return undefined;
      return (value, pointer, into) => {
        if (typeof value !== 'object' || value === null) return;
        for (const [key, item] of Object.entries(value)) inner(item, `${pointer}/${escaped(key)}`, into);
      };
    }
    case 'named':
      return namedCollector(plan, schema.name, known);
    default:
      return undefined;
  }
}

function namedCollector(plan: Plan, name: string, known: Map<string, Collect | undefined>): Collect | undefined {
  if (known.has(name)) return (value, pointer, into) => known.get(name)?.(value, pointer, into);
  known.set(name, undefined);
  const union = plan.unions.find((one) => one.name === name);
  const made = union === undefined ? objectCollector(plan, name, known) : unionCollector(plan, union, known);
  known.set(name, made);
  return made;
}

function objectCollector(plan: Plan, name: string, known: Map<string, Collect | undefined>): Collect | undefined {
  const members = (plan.objects.find((one) => one.name === name)?.members ?? []).flatMap((member) => {
    const collect = collectorOf(plan, member.schema, known);
    return collect === undefined ? [] : [{ name: member.name, collect }];
  });
  if (members.length === 0) return undefined;
  return (value, pointer, into) => {
    if (typeof value !== 'object' || value === null) return;
    for (const { name: member, collect } of members) {
      const inner = (value as Record<string, unknown>)[member];
      if (inner !== undefined && inner !== null) collect(inner, `${pointer}/${escaped(member)}`, into);
    }
  };
}

function unionCollector(
  plan: Plan,
  { tag, cases }: Plan['unions'][number],
  known: Map<string, Collect | undefined>,
): Collect | undefined {
  const byTag = new Map(cases.map((one) => [one.tag, namedCollector(plan, one.object, known)]));
  if ([...byTag.values()].every((collect) => collect === undefined)) return undefined;
  return (value, pointer, into) => {
    if (typeof value !== 'object' || value === null) return;
    byTag.get((value as Record<string, unknown>)[tag] as string)?.(value, pointer, into);
  };
}
