import { parseStored } from '../codegen/records.ts';
import { createReferenceCollector, type FoundReference } from '../plan/fields/references.ts';
import type { Plan } from '../plan/plan.ts';
import type { ResourcePlan } from '../plan/resource.ts';
import { memo } from '../text/memo.ts';

/** A column that keeps references inside a list, a map or an object. */
export interface InnerReferences {
  readonly field: string;
  /** Its index in a row. */
  readonly at: number;
  /** The references in the text of its JSON, each once. */
  of(text: string): readonly InnerReference[];
}

/** A reference inside a field: the identity of a record of another resource, as text. */
export interface InnerReference {
  readonly other: string;
  readonly target: string;
}

/** The columns of a resource that keep references inside. */
export function collectInnerReferences(
  plan: Plan,
  resource: ResourcePlan,
  columns: readonly { readonly field?: string }[],
): readonly InnerReferences[] {
  const places = new Map(columns.map(({ field }, at) => [field, at]));
  return resource.fields.flatMap(({ name, schema }) => {
    const at = places.get(name) ?? -1;
    const collect = schema.type === 'ref' || at < 0 ? undefined : createReferenceCollector(plan, schema);
    if (collect === undefined) return [];
    const of = (text: string): readonly InnerReference[] => {
      const found: FoundReference[] = [];
      collect(parseStored(text), '', found);
      const once = new Map(
        found.map((reference) => [JSON.stringify([reference.resource, String(reference.value)]), reference]),
      );
      return [...once.values()].map((reference) => ({ other: reference.resource, target: String(reference.value) }));
    };
    return [{ field: name, at, of }];
  });
}

/** The fields that may refer to records of a resource from inside a list, a map or an object. */
export function listInnerReferrers(plan: Plan, resource: string): readonly { resource: string; field: string }[] {
  return listReferenceHolders(plan)
    .filter(({ schema }) => reaches(plan, schema, resource, new Set()))
    .map(({ owner, field }) => ({ resource: owner, field }));
}

interface Holder {
  readonly owner: string;
  readonly field: string;
  /** Its schema as text. */
  readonly schema: string;
}

/** The fields that hold a list, a map or an object with a reference, or with an object that may hold one. */
const listReferenceHolders = memo((plan: Plan): readonly Holder[] => {
  return plan.resources.flatMap(({ name: owner, fields }) =>
    fields.flatMap(({ name: field, schema }): Holder[] => {
      if (schema.type !== 'list' && schema.type !== 'map' && schema.type !== 'named') return [];
      const text = JSON.stringify(schema);
      return /"type":"(ref|named)"/.test(text) ? [{ owner, field, schema: text }] : [];
    }),
  );
});

/** Whether a schema, as text, leads to references to a resource. */
function reaches(plan: Plan, schema: string, resource: string, seen: Set<string>): boolean {
  if (schema.includes(`"type":"ref","resource":${JSON.stringify(resource)}`)) return true;
  return [...schema.matchAll(/"type":"named","name":("[^"]*")/g)].some(([, quoted]) => {
    const name = JSON.parse(quoted!) as string;
    if (seen.has(name)) return false;
    seen.add(name);
    const union = plan.unions.find((candidate) => candidate.name === name);
    const names = union === undefined ? [name] : union.cases.map(({ object }) => object);
    return plan.objects.some(
      (object) => names.includes(object.name) && reaches(plan, JSON.stringify(object.members), resource, seen),
    );
  });
}

/** The fingerprint of a store's references: a different text means that they must be gathered again. */
export function computeReferenceFingerprint(
  plan: Plan,
  tables: readonly { readonly resource: ResourcePlan; readonly inside: readonly InnerReferences[] }[],
): string {
  const fields = tables.flatMap(({ resource, inside }) =>
    inside.map(({ field }) => {
      const { schema } = resource.fields.find(({ name }) => name === field)!;
      return [resource.name, field, schema];
    }),
  );
  if (fields.length === 0) return '';
  const objects = plan.objects.map(({ name, members }) => [
    name,
    members.map((member) => [member.name, member.schema]),
  ]);
  const unions = plan.unions.map(({ name, tag, cases }) => [
    name,
    tag,
    cases.map((branch) => [branch.tag, branch.object]),
  ]);
  return JSON.stringify({ fields, objects, unions });
}
