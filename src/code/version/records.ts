import type { Expression } from '../../expression/tree.ts';
import type { Plan } from '../../plan/plan.ts';
import type { VersionPlan } from '../../plan/version.ts';
import type { RecordValue } from '../../steps/record.ts';
import { AnswerFailure } from '../answer-runtime.ts';
import { type Down, downsOf, isObject, type Reading, unknownValue } from './down.ts';

/** The record itself stands in its older form under this name, which no field has. */
const presentRecord: unique symbol = Symbol('the record as it is');

type Shown = Record<string, unknown> & { [presentRecord]?: unknown };

/** How records are shown in an older version. */
export interface RecordsDown {
  /** The older form of a record or object, with itself in it; what is no object stays as it is. */
  record(holder: string, record: unknown): unknown;
  /** A record, and how each version below the top row shows it, the newest first. Values that cannot be worked out are absent. */
  views(resource: string, record: RecordValue): readonly RecordValue[];
}

/** Makes it. `expression` prepares one over a record. */
export function recordsDown(plan: Plan, version: VersionPlan, expression: (tree: Expression) => Reading): RecordsDown {
  const resources = new Map(version.interface.resources.map((one) => [one.name, one]));
  const objects = new Map(version.interface.objects.map(({ name, members }) => [name, members]));
  const known = new Set(plan.resources.map(({ name }) => name));
  const downs = version.turns.map((turn) =>
    downsOf({
      turn,
      expression,
      isResource: (holder) => known.has(holder),
      mustShow: (object, name) => {
        const member = objects.get(object)?.find((one) => one.name === name);
        return member !== undefined && (member.required || member.schema.nullable === true);
      },
    }),
  );
  const holders = new Set(downs.flatMap((down) => [...down.keys()]));
  const chains = new Map([...holders].map((name) => [name, downs.flatMap((down) => down.get(name) ?? [])]));
  const turnOver = (record: RecordValue, down: Down | undefined): RecordValue =>
    (down?.(record) ?? record) as RecordValue;
  return {
    record(holder, record) {
      const chain = isObject(record) ? chains.get(holder) : undefined;
      if (chain === undefined) return record;
      const made = chain.reduce(turnOver, record as RecordValue) as Shown;
      made[presentRecord] = presentOf(record);
      settle(made, holder, resources.get(holder)?.fields ?? []);
      return made;
    },
    views(resource, record) {
      const shown = [record];
      for (const down of downs) shown.push(turnOver(shown.at(-1)!, down.get(resource)));
      return shown.map(withoutUnknown);
    },
  };
}

function withoutUnknown(record: RecordValue): RecordValue {
  const entries = Object.entries(record);
  const known = entries.filter(([, value]) => value !== unknownValue);
  return known.length === entries.length ? record : Object.fromEntries(known);
}

/** The record behind an older form; anything else is itself. */
export function presentOf(value: unknown): unknown {
  return (value as { readonly [presentRecord]?: unknown } | undefined)?.[presentRecord] ?? value;
}

/** A value that could not be worked out is left out where it may be; else asking for it fails. */
function settle(
  record: Record<string, unknown>,
  resource: string,
  fields: VersionPlan['interface']['resources'][number]['fields'],
): void {
  for (const name in record) {
    if (record[name] !== unknownValue) continue;
    const field = fields.find((one) => one.name === name);
    delete record[name];
    if (field === undefined || !(field.required || field.schema.nullable === true)) continue;
    Object.defineProperty(record, name, {
      enumerable: true,
      configurable: true,
      get: () => {
        throw new AnswerFailure(`${resource}.${name} cannot be worked out for callers of an older version`);
      },
    });
  }
}
