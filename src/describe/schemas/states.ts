import type { JsonSchema } from '../../parts/registry.ts';
import { proveStateFields } from '../../plan/records/state-fields.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { WholePlan } from '../../plan/whole.ts';

/** The states and transitions of a resource's records, under `x-nonet-states`: for the state fields that a shape shows. */
export function describeStates({ machines }: ResourcePlan, shown: ReadonlyMap<string, string>): JsonSchema {
  const described = machines.flatMap(({ field, states, transitions }): JsonSchema[] => {
    const member = field === undefined ? undefined : shown.get(field);
    if (member === undefined) return [];
    return [
      {
        field: member,
        states: states.map(({ name, kind, meaning }) => ({
          name,
          ...(kind === undefined ? {} : { kind }),
          ...(meaning === undefined ? {} : { meaning }),
        })),
        transitions: transitions.flatMap((row) =>
          row.to.kind === 'none'
            ? []
            : [
                {
                  name: row.name,
                  from: row.from,
                  ...(row.to.kind === 'state' ? { to: row.to.state } : {}),
                  words: row.words,
                  line: row.line,
                },
              ],
        ),
      },
    ];
  });
  return described.length === 0 ? {} : { 'x-nonet-states': described };
}

/** Conditions on the members that a record has for certain in a state: the transition table proves it. */
export function listStatePresence(
  plan: WholePlan,
  resource: ResourcePlan,
  shown: ReadonlyMap<string, string>,
): JsonSchema {
  const found = resource.machines.flatMap((machine) => {
    const member = machine.field === undefined ? undefined : shown.get(machine.field);
    if (member === undefined) return [];
    return [...proveStateFields(resource, machine, plan)].flatMap(([state, { present }]) => {
      const required = [...present].flatMap((name) => shown.get(name) ?? []);
      return required.length === 0 ? [] : [{ member, state, required }];
    });
  });
  const alike = Map.groupBy(found, ({ member, required }) => JSON.stringify([member, required]));
  const conditions = [...alike.values()].map((all): JsonSchema => {
    const { member, required } = all[0]!;
    const states = { enum: all.map(({ state }) => state) };
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    return { if: { properties: { [member]: states }, required: [member] }, then: { required } };
  });
  return conditions.length === 0 ? {} : { allOf: conditions };
}
