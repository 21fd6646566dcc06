import type { Name } from '../../text/location.ts';
import { memo } from '../../text/memo.ts';
import type { FieldModel, TypeModel, UnionModel } from '../resources/model.ts';
import type { Service } from '../service.ts';
import { resolveSchema } from './schemas.ts';
import { collectDefinitions, findField } from './vocabulary.ts';

/** A resource or an object; or a union, with its tag and the fields that all its objects have with one type. */
export interface FieldHolder {
  readonly name: Name;
  readonly fields: readonly FieldModel[];
  /** Of a union: the names of fields that not all its objects have, or not with one type. */
  readonly unshared?: ReadonlySet<string>;
}

/** The resource or object with the fields inside a value. */
export interface InnerHolder {
  readonly of: FieldHolder;
  /** The value refers to a record, or is an object. */
  readonly by: 'ref' | 'object';
  /** The value is a list, each of whose items does so. */
  readonly inItems: boolean;
}

/** Finds what a path continues with after a value of a type; undefined if the type has no fields of its own. */
export function findInnerHolder(service: Service, type: TypeModel | undefined): InnerHolder | undefined {
  if (type?.kind === 'list') {
    const inner = findInnerHolder(service, type.item);
    return inner && { ...inner, inItems: true };
  }
  const { resources, objects, unions } = collectDefinitions(service);
  if (type?.kind === 'ref') {
    const of = resources.get(type.resource.value);
    return of && { of, by: 'ref', inItems: false };
  }
  const name = type?.kind === 'named' ? type.name.value : '';
  const union = unions.get(name);
  const of = objects.get(name) ?? (union && toHolder(service)(union));
  return of && { of, by: 'object', inItems: false };
}

const toHolder = memo((service: Service) => memo((union: UnionModel) => createUnionHolder(service, union)));

function createUnionHolder(service: Service, { name, taggedBy, cases }: UnionModel): FieldHolder {
  const { objects } = collectDefinitions(service);
  const [first, ...others] = cases.map(({ object }) => objects.get(object.value));
  const shared = (first?.fields ?? []).filter((field) => {
    const text = formatType(service, field);
    return others.every((other) => {
      const same = other && findField(other, field.name.value);
      return same !== undefined && formatType(service, same) === text;
    });
  });
  const known = new Set(shared.map((field) => field.name.value));
  const all = cases.flatMap(({ object }) => objects.get(object.value)?.fields ?? []);
  const unshared = new Set(all.map((field) => field.name.value).filter((one) => !known.has(one)));
  if (taggedBy === undefined) return { name, fields: shared, unshared };
  const values = cases.map(({ tag }) => tag);
  const type: TypeModel = { kind: 'one of', nullable: false, values, span: taggedBy.span };
  return { name, fields: [{ name: taggedBy, type, constraints: [], span: taggedBy.span }, ...shared], unshared };
}

function formatType(service: Service, { type }: FieldModel): string {
  return JSON.stringify(resolveSchema(service, { type, constraints: [] }, ''));
}
