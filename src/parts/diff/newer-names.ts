import type { ValueSchema } from '../../plan/schema.ts';
import { memo } from '../../text/memo.ts';
import type { Comparison } from './comparison.ts';

/** What fields, members and values of the older document are called in the newer one; all places are by older names. */
export interface NewerNames {
  /** A field of a resource, object or union. */
  field(holder: string | undefined, older: string): string;
  /** The resource, object or union that a field holds. */
  inside(holder: string | undefined, older: string): string | undefined;
  /** A value of the field `of`, `Invoice.status`. */
  value(of: string, older: string): string;
  /** A path of fields, from a resource, object or union. */
  path(holder: string | undefined, older: readonly string[]): string[];
}

/** Looks them up; what has no other name keeps its own. */
export const createNewerNames = memo((comparison: Comparison): NewerNames => {
  return make(comparison);
});

interface Holder {
  readonly name: string;
  readonly members: readonly { readonly name: string; readonly schema: ValueSchema }[];
}

function listHolders({ plan }: Comparison['old']): readonly Holder[] {
  return [...plan.resources.map(({ name, fields }) => ({ name, members: fields })), ...plan.objects];
}

function make({ old, renamed: { names } }: Comparison): NewerNames {
  const holds = new Map<string, string>();
  for (const { name: holder, members } of listHolders(old)) {
    for (const { name, schema } of members) {
      const inside = findSchemaHolder(schema);
      if (inside !== undefined) holds.set(`${holder}.${name}`, inside);
    }
  }
  const unions = new Map(old.plan.unions.map(({ name, cases }) => [name, cases.map(({ object }) => object)]));
  // a union has the fields that all its objects share
  const objectOf = (holder: string): string => unions.get(holder)?.[0] ?? holder;
  const field = (holder: string | undefined, older: string): string =>
    holder === undefined ? older : (names.newer('field', objectOf(holder), older) ?? older);
  const inside = (holder: string | undefined, older: string): string | undefined =>
    holder === undefined ? undefined : holds.get(`${objectOf(holder)}.${older}`);
  return {
    field,
    inside,
    value(of, older) {
      const [holder = '', name = ''] = of.split('.');
      return names.newer('value', `${holder}.${field(holder, name)}`, older) ?? older;
    },
    path(holder, older) {
      let at = holder;
      return older.map((name) => {
        const newer = field(at, name);
        at = inside(at, name);
        return newer;
      });
    },
  };
}

function getInnermostSchema(schema: ValueSchema): ValueSchema {
  return schema.type === 'list' || schema.type === 'map' ? getInnermostSchema(schema.item) : schema;
}

function findSchemaHolder(schema: ValueSchema): string | undefined {
  const inner = getInnermostSchema(schema);
  if (inner.type === 'ref') return inner.resource;
  return inner.type === 'named' ? inner.name : undefined;
}
