import { mapNames, type NameMapping } from '../../shape/map-names.ts';
import { createShapeText, parseShape } from '../../shape/parse.ts';
import type { BoundSyntax } from '../../shape/syntax.ts';
import type { Name, SourceText } from '../../text/location.ts';
import type { TypeModel } from '../resources/model.ts';
import { collectDefinitions, findField } from './definitions.ts';
import type { Older, OlderField } from './older.ts';
import { findChildren } from './shapes/children.ts';

/** How names of the present document read in an older version; a name that is not there then is undefined. */
export interface OlderNames {
  event(present: string): string | undefined;
  code(present: string): string | undefined;
  /** The names of a parameter; without an operation those in each that has such a parameter. */
  parameters(operation: string | undefined, present: string): readonly string[];
  /** The field of a resource or object by its present name. */
  field(owner: string, present: string): OlderField | undefined;
  /** The type of a field in the present document. */
  presentType(owner: string, present: string): TypeModel | undefined;
  /** The older name at the place of the present one. */
  name(owner: string | undefined, present: Name): Name | undefined;
  /** The fields that are no longer there and of which a field of the present document is made. */
  madeInto(owner: string, present: string): readonly OlderField[];
  /** A bound of the records that refer to another one, with its meaning in the present document. */
  children(owner: string | undefined, resource: string, bound: BoundSyntax): BoundSyntax;
  /** A path through refs and objects: `customer.email`. */
  path(owner: string | undefined, present: readonly string[]): readonly string[] | undefined;
  /**
   * A shape; `owner` is the resource of the record in hand. Members of which nothing is left go; of what is `sent`, fields
   * that are only answered as stated go too.
   */
  shape(owner: string | undefined, words: SourceText, sent?: 'sent'): SourceText;
}

/** Looks up older names by present ones, as far back as `older` was undone. */
export function createOlderNames(older: Older): OlderNames {
  const owners = new Map<string, ReadonlyMap<string, OlderField>>();
  const field = (owner: string, present: string): OlderField | undefined => {
    let own = owners.get(owner);
    if (own === undefined) {
      const all = [...(older.fields.get(owner)?.values() ?? [])];
      own = new Map(
        all.flatMap((olderField) =>
          olderField.present === undefined ? [] : [[olderField.present, olderField] as const],
        ),
      );
      owners.set(owner, own);
    }
    return own.get(present);
  };
  const isHolder = (owner: string | undefined): owner is string => owner !== undefined && older.fields.has(owner);
  const name = (owner: string | undefined, present: Name): Name | undefined => {
    if (!isHolder(owner)) return present;
    const found = field(owner, present.value);
    return found && { value: found.model.name.value, span: present.span };
  };
  let parameters: ReadonlyMap<string | undefined, readonly OlderParameter[]> | undefined;
  const names: OlderNames = {
    event: reverse(older.events),
    code: reverse(older.codes),
    parameters(operation, present) {
      parameters ??= Map.groupBy(listParameters(older), (parameter) => parameter.present);
      const called = (parameters.get(present) ?? []).filter((one) => (operation ?? one.operation) === one.operation);
      return [...new Set(called.map(({ name }) => name))];
    },
    field,
    presentType(owner, present) {
      const { resources, objects } = collectDefinitions(older.service);
      const holder = resources.get(owner) ?? objects.get(owner);
      return holder && findField(holder, present)?.type;
    },
    name,
    madeInto(owner, present) {
      const all = [...(older.fields.get(owner)?.values() ?? [])];
      return all.filter(({ becomes }) => becomes?.includes(present) === true);
    },
    children(owner, resource, bound) {
      const present = owner === undefined ? undefined : findChildren(older.service, bound, resource, owner);
      return present === undefined ? bound : { ...bound, present };
    },
    path(owner, present) {
      const made: string[] = [];
      let holder = owner;
      for (const step of present) {
        const found = isHolder(holder) ? field(holder, step) : undefined;
        if (isHolder(holder) && found === undefined) return undefined;
        made.push(found?.model.name.value ?? step);
        holder = found?.model.type && findNamedType(found.model.type);
      }
      return made;
    },
    shape(owner, words, sent) {
      const { shape } = parseShape(words);
      const made = shape && mapNames(createOlderMapping(sent === undefined ? names : sending), shape, owner);
      return made === undefined || made === shape ? words : createShapeText(made, words);
    },
  };
  const sending: OlderNames = {
    ...names,
    name: (owner, present) =>
      isHolder(owner) && field(owner, present.value)?.stated === true ? undefined : name(owner, present),
  };
  return names;
}

/** Looks up names by present ones; most are never asked for. */
function reverse(names: ReadonlyMap<string, string>): (present: string) => string | undefined {
  let known: ReadonlyMap<string, string> | undefined;
  return (present) => {
    known ??= new Map([...names].map(([name, of]) => [of, name]));
    return known.get(present);
  };
}

interface OlderParameter {
  readonly operation: string;
  readonly name: string;
  readonly present?: string;
}

function listParameters({ operations }: Older): readonly OlderParameter[] {
  return [...operations].flatMap(([operation, { parameters }]) =>
    [...parameters].map(([name, parameter]) => ({ ...parameter, operation, name })),
  );
}

/** The resource, object or union that values of a type, or their items, are. */
export function findNamedType(type: TypeModel): string | undefined {
  if (type.kind === 'list' || type.kind === 'map') return findNamedType(type.item);
  if (type.kind === 'ref') return type.resource.value;
  return type.kind === 'named' ? type.name.value : undefined;
}

function createOlderMapping(names: OlderNames): NameMapping {
  return {
    field: names.name,
    bound: names.children,
    isField(of, { key, shape }) {
      const inner = shape.kind === 'list' ? shape.item : shape;
      if (of === undefined || inner.kind !== 'name') return false;
      const type = names.presentType(of, key.value);
      return type !== undefined && findNamedType(type) === inner.name.value;
    },
    // A field that is no longer there stands in place of the first that is made of it.
    picks(of) {
      const seen = new Set<string>();
      return (present) => {
        const name = names.name(of, present);
        if (name !== undefined) return [name];
        const all = names.madeInto(of, present.value).map(({ model }) => model.name.value);
        const fresh = all.filter((olderName) => !seen.has(olderName));
        for (const olderName of fresh) seen.add(olderName);
        return fresh.map((value) => ({ value, span: present.span }));
      };
    },
  };
}
