import type { JsonSchema } from '../../parts/registry.ts';
import type { ShownState } from '../wire/states.ts';

/** Describes the states and transitions that an object shows of its record, under `x-nonet-states`. */
export function describeStates(shown: readonly ShownState[]): JsonSchema {
  const described = shown.map(({ member, machine: { states, transitions } }) => ({
    field: member,
    states: states.map(({ name, kind, meaning }) => ({
      name,
      ...(kind === undefined ? {} : { kind }),
      ...(meaning === undefined ? {} : { meaning }),
    })),
    transitions: transitions
      .filter(({ to }) => to.kind !== 'none')
      .map(({ name, from, to, words, line }) => ({
        name,
        from,
        ...(to.kind === 'state' ? { to: to.state } : {}),
        words,
        line,
      })),
  }));
  return described.length === 0 ? {} : { 'x-nonet-states': described };
}

/** Describes which members a record has for certain in a state. */
export function describeStatePresence(shown: readonly ShownState[]): JsonSchema {
  const found = shown.flatMap(({ member, members }) =>
    [...members].flatMap(([state, { present }]) =>
      present.length === 0 ? [] : [{ member, state, required: present }],
    ),
  );
  const alike = Map.groupBy(found, ({ member, required }) => JSON.stringify([member, required]));
  const conditions = [...alike.values()].map((all): JsonSchema => {
    const { member, required } = all[0]!;
    const states = { enum: all.map(({ state }) => state) };
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    return { if: { properties: { [member]: states }, required: [member] }, then: { required } };
  });
  return conditions.length === 0 ? {} : { allOf: conditions };
}
