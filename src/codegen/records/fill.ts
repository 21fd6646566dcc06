import type { Platform } from '../../contracts/platform.ts';
import type { Draft } from '../../contracts/record.ts';
import { formatOf } from '../../parts/registry.ts';
import { isFilledByClock } from '../../plan/fields/presence.ts';
import { findOnlyInitialState } from '../../plan/records/initial-states.ts';
import type { FieldPlan, ResourcePlan } from '../../plan/resource.ts';
import type { Counters } from './sequences.ts';

/** Returns the value of a field that a record lacks. */
export type Fill = (draft: Draft) => unknown;

/**
 * Creates what gives a field its value in a record that lacks it: the default, the initial state if there is only one, the next number, or a value of its
 * format at `moment` (milliseconds since 1970); else null or undefined.
 */
export function createFill(
  { platform, moment }: { readonly platform: Platform; readonly moment: number },
  resource: ResourcePlan,
  field: FieldPlan,
  counters: Counters,
): Fill {
  const { name, schema, assigned } = field;
  const machine = resource.machines.find((stateMachine) => stateMachine.field === name);
  const initial = machine && findOnlyInitialState(machine);
  if (field.state === true && initial !== undefined) return () => initial;
  const given = getFieldDefault(field);
  if (given !== undefined) return () => structuredClone(given);
  if (assigned?.by === 'sequence') {
    return (draft) => {
      const number = counters.next(name, draft);
      return field.storage === 'int64' ? BigInt(number) : number;
    };
  }
  const assign = formatOf(schema)?.assignable;
  const own = isFilledByClock(field) || assigned?.by === 'format';
  if (own && assign !== undefined && 'format' in schema) {
    return () => assign(platform, schema.format?.argument, moment);
  }
  if (schema.nullable === true) return () => null;
  return () => undefined;
}

/** Returns the default of a field as records have it; undefined if it has none. */
export function getFieldDefault({ default: given, storage }: FieldPlan): unknown {
  if (given === undefined || given === null) return given;
  return storage === 'int64' ? BigInt(given as number | string) : given;
}
