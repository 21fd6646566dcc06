import type { Expression, ValueType } from '../../expression/tree.ts';
import { listHeldAttributes } from '../../plan/held-attributes.ts';
import type { Plan } from '../../plan/plan.ts';

/**
 * Returns the attributes of the first key: `demo` for strings, 1 for numbers, true for booleans. Attributes that name a record are
 * left out, because the database has no record yet.
 */
export function createDemoAttributes(plan: Plan): Record<string, unknown> {
  const references = findReferences(plan);
  const known = listHeldAttributes(plan.authentication).filter(({ name }) => !references.has(name));
  return Object.fromEntries(known.map(({ name, type }) => [name, createDemoValue(type)]));
}

/** Returns the attributes that name a record, each with the resource: a `ref` field takes its value, or a row rule compares them. */
export function findReferences({ resources, operations }: Plan): ReadonlyMap<string, string> {
  const assigned = resources.flatMap(({ fields }) =>
    fields.flatMap(({ assigned: by, schema }): readonly Reference[] =>
      by?.by === 'caller' && schema.type === 'ref' ? [[by.attribute, schema.resource]] : [],
    ),
  );
  const rules = operations.flatMap(({ access }) =>
    access.grants.flatMap(({ where }) => (where === undefined || where === 'disabled' ? [] : listCompared(where))),
  );
  return new Map([...rules, ...assigned]);
}

type Reference = readonly [attribute: string, resource: string];

function listCompared(node: Expression): readonly Reference[] {
  if (node.op !== 'binary') return [];
  const { left, right } = node;
  if (node.operator !== '==') return [...listCompared(left), ...listCompared(right)];
  return [
    [left, right],
    [right, left],
  ].flatMap(([value, other]): readonly Reference[] =>
    value?.op === 'path' && value.root === 'caller' && value.steps[0] !== undefined && other?.type.kind === 'ref'
      ? [[value.steps[0].name, other.type.resource]]
      : [],
  );
}

function createDemoValue(type: ValueType): unknown {
  if (type.kind === 'int' || type.kind === 'double') return 1;
  if (type.kind === 'bool') return true;
  if (type.kind === 'list') return [createDemoValue(type.item)];
  if (type.kind === 'choice') return type.values[0];
  return type.kind === 'nullable' ? createDemoValue(type.of) : 'demo';
}
