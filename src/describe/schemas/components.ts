import type { JsonSchema } from '../../parts/registry.ts';
import type { WholePlan } from '../../plan/whole.ts';
import type { WireUse } from '../wire/type.ts';

/** The named schemas of a description, and what they are made from. */
export interface Components {
  readonly plan: WholePlan;
  /** By name, in the order in which they were first needed. */
  readonly all: ReadonlyMap<string, JsonSchema>;
  /** Refers to the schema of an object or a union of the document. */
  named(name: string, use: WireUse): JsonSchema;
  /** Adds a schema under the first of some names that is free, unless an equal one has such a name; returns a reference to it. */
  add(names: readonly string[], schema: JsonSchema): JsonSchema;
  /** Returns a reference to the schema of a key, which is made when the key is first used: it may refer to itself. */
  once(key: string, name: string, make: () => JsonSchema): JsonSchema;
}

/**
 * Creates an empty set of named schemas. References begin with `prefix`: `#/components/schemas/`. `describeNamed` refers to the schema
 * of an object or a union.
 */
export function createComponents(
  plan: WholePlan,
  prefix: string,
  describeNamed: (components: Components, name: string, use: WireUse) => JsonSchema,
): Components {
  const all = new Map<string, JsonSchema>();
  const texts = new Map<string, string>();
  const keys = new Map<string, string>();
  const refer = (name: string): JsonSchema => ({ $ref: prefix + name });
  const findFree = (names: readonly string[], text?: string): string => {
    const fits = (name: string): boolean => !all.has(name) || (text !== undefined && texts.get(name) === text);
    const found = names.find(fits);
    if (found !== undefined) return found;
    for (let count = 2; ; count++) {
      const name = `${names.at(-1)}${count}`;
      if (fits(name)) return name;
    }
  };
  const components: Components = {
    plan,
    all,
    named: (name, use) => describeNamed(components, name, use),
    add(names, schema) {
      const text = JSON.stringify(schema);
      const name = findFree(names, text);
      all.set(name, schema);
      texts.set(name, text);
      return refer(name);
    },
    once(key, wanted, make) {
      const known = keys.get(key);
      if (known !== undefined) return refer(known);
      const name = findFree([wanted]);
      keys.set(key, name);
      all.set(name, {});
      all.set(name, make());
      return refer(name);
    },
  };
  return components;
}
