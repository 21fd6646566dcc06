import type { RecordValue } from '../../contracts/record.ts';
import type { Expression } from '../../expression/tree.ts';
import { isObject } from '../../plan/fields/is-object.ts';
import { mayBeAbsent } from '../../plan/fields/presence.ts';
import type { Plan } from '../../plan/plan.ts';
import type { VersionTransformPlan } from '../../plan/version/transform.ts';
import type { VersionPlan } from '../../plan/version.ts';
import { findNamed } from '../../text/find-named.ts';
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

/** The older form of a record refers to the record itself by this symbol, which no field has. */
const presentRecord: unique symbol = Symbol('the record as it is');

/** How records are shown in an older version. */
export interface RecordsDown {
  /** Returns the older form of a record or object, with a reference to itself; other values unchanged. */
  record(holder: string, record: unknown): unknown;
  /** Returns a record as each version below the top row shows it, newest first. Values that cannot be computed are absent. */
  views(resource: string, record: RecordValue): readonly RecordValue[];
}

/** Makes it. `expression` prepares one over a record. */
export function createRecordDowngrade(
  plan: Plan,
  version: VersionPlan,
  expression: (tree: Expression) => Reading,
): RecordsDown {
  const resources = new Map(version.interface.resources.map((resource) => [resource.name, resource]));
  const known = new Set(plan.resources.map(({ name }) => name));
  /** Returns whether a field that a version could not compute is required, and no older version states another value for it. */
  const mustShow = (older: readonly VersionTransformPlan[], object: string, name: string): boolean => {
    let shown = name;
    for (const { holders } of older) {
      const holder = holders[object];
      const own = holder?.kind === 'members' ? holder.members.filter(({ newer }) => newer === shown) : [];
      const plain = own.find((transform) => transform.older !== undefined && transform.down === undefined);
      if (own.length > 0 && plain === undefined) return false;
      shown = plain?.older ?? shown;
    }
    const member = findNamed(findNamed(version.interface.objects, object)?.members, shown);
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
      settle(made, holder, resources.get(holder));
      return made;
    },
    views(resource, record) {
      const shown = [record];
      for (const down of downs) shown.push(turnOver(shown.at(-1)!, down.get(resource)));
      return shown.map(omitFailedValues);
    },
  };
}

/** Returns the record of an older form; anything else unchanged. */
export function getPresentRecord(value: unknown): unknown {
  return (value as { readonly [presentRecord]?: unknown } | undefined)?.[presentRecord] ?? value;
}

/** Leaves out a value that could not be computed if it may be absent; reading any other one throws. */
function settle(
  record: Shown,
  name: string,
  resource: VersionPlan['interface']['resources'][number] | undefined,
): void {
  if (record[hasUnknown] !== true) return;
  for (const key in record) {
    if (record[key] !== unknownValue) continue;
    const field = resource?.fields.find((versionField) => versionField.name === key);
    delete record[key];
    if (resource === undefined || field === undefined || mayBeAbsent({ ...resource, machines: [] }, field)) continue;
    Object.defineProperty(record, key, {
      enumerable: true,
      configurable: true,
      get: () => {
        throw new AnswerFailure(`${name}.${key} cannot be computed for an older version`);
      },
    });
  }
}
