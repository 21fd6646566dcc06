import type { RecordValue } from '../../contracts/record.ts';
import type { Expression } from '../../expression/tree.ts';
import { isObject } from '../../plan/fields/is-object.ts';
import type { Plan } from '../../plan/plan.ts';
import type { VersionTransformPlan } from '../../plan/version/transform.ts';
import type { VersionPlan } from '../../plan/version.ts';
import { AnswerFailure } from '../answers/runtime.ts';
import {
  createDowngrades,
  type Downgrade,
  hasUnknown,
  omitFailedValues,
  type Reading,
  type Shown,
  unknownValue,
} from './downgrade-response.ts';

/** The record itself stands in its older form under this name, which no field has. */
const presentRecord: unique symbol = Symbol('the record as it is');

/** How records are shown in an older version. */
export interface RecordsDown {
  /** The older form of a record or object, with itself in it; what is no object stays as it is. */
  record(holder: string, record: unknown): unknown;
  /** A record, and how each version below the top row shows it, the newest first. Values that cannot be worked out are absent. */
  views(resource: string, record: RecordValue): readonly RecordValue[];
}

/** Makes it. `expression` prepares one over a record. */
export function createRecordDowngrade(
  plan: Plan,
  version: VersionPlan,
  expression: (tree: Expression) => Reading,
): RecordsDown {
  const resources = new Map(version.interface.resources.map((resource) => [resource.name, resource]));
  const objects = new Map(version.interface.objects.map(({ name, members }) => [name, members]));
  const known = new Set(plan.resources.map(({ name }) => name));
  /** Whether a member that a turn could not work out must be shown, and no older turn states another value for it. */
  const mustShow = (older: readonly VersionTransformPlan[], object: string, name: string): boolean => {
    let shown = name;
    for (const { holders } of older) {
      const holder = holders[object];
      const own = holder?.kind === 'members' ? holder.members.filter(({ newer }) => newer === shown) : [];
      const plain = own.find((transform) => transform.older !== undefined && transform.down === undefined);
      if (own.length > 0 && plain === undefined) return false;
      shown = plain?.older ?? shown;
    }
    const member = objects.get(object)?.find((candidate) => candidate.name === shown);
    return member !== undefined && (member.required || member.schema.nullable === true);
  };
  const downs = version.turns.map((transform, i) =>
    createDowngrades({
      turn: transform,
      expression,
      isResource: (holder) => known.has(holder),
      mustShow: (object, name) => mustShow(version.turns.slice(i + 1), object, name),
    }),
  );
  const holders = new Set(downs.flatMap((down) => [...down.keys()]));
  const chains = new Map([...holders].map((name) => [name, downs.flatMap((down) => down.get(name) ?? [])]));
  const turnOver = (record: RecordValue, down: Downgrade | undefined): RecordValue =>
    (down?.(record) ?? record) as RecordValue;
  return {
    record(holder, record) {
      const chain = isObject(record) ? chains.get(holder) : undefined;
      if (chain === undefined) return record;
      const made = chain.reduce(turnOver, record as RecordValue) as Shown & { [presentRecord]?: unknown };
      made[presentRecord] = getPresentRecord(record);
      settle(made, holder, resources.get(holder)?.fields ?? []);
      return made;
    },
    views(resource, record) {
      const shown = [record];
      for (const down of downs) shown.push(turnOver(shown.at(-1)!, down.get(resource)));
      return shown.map(omitFailedValues);
    },
  };
}

/** The record behind an older form; anything else is itself. */
export function getPresentRecord(value: unknown): unknown {
  return (value as { readonly [presentRecord]?: unknown } | undefined)?.[presentRecord] ?? value;
}

/** A value that could not be worked out is left out where it may be; else asking for it fails. */
function settle(
  record: Shown,
  resource: string,
  fields: VersionPlan['interface']['resources'][number]['fields'],
): void {
  if (record[hasUnknown] !== true) return;
  for (const name in record) {
    if (record[name] !== unknownValue) continue;
    const field = fields.find((versionField) => versionField.name === name);
    delete record[name];
    if (field === undefined || !(field.required || field.schema.nullable === true)) continue;
    Object.defineProperty(record, name, {
      enumerable: true,
      configurable: true,
      get: () => {
        throw new AnswerFailure(`${resource}.${name} cannot be computed for an older version`);
      },
    });
  }
}
