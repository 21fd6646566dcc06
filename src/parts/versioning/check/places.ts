import { parseShape } from '../../../shape/parse.ts';
import type { MemberSyntax, ShapeSyntax } from '../../../shape/syntax.ts';
import type { SourceText } from '../../../text/location.ts';
import type { MeansModel, OperationModel } from '../../endpoints/model.ts';
import { isNotShown } from '../../not-shown.ts';
import type { Older } from '../../resolve/older.ts';
import { findNamedType } from '../../resolve/older-names.ts';
import { findResource } from '../../resolve/reach.ts';
import { collectDefinitions, findField } from '../../resolve/vocabulary.ts';
import type { ObjectModel, TypeModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';

/** A place that names a field, and whether an older version has that place. */
export interface FieldMention {
  readonly what: string;
  /** The item of the row of Changes that takes the place away: a parameter, by its name in an older version. */
  itemIn?(older: Older): string | undefined;
  /** It speaks of what clients send. */
  readonly sent?: true;
  stands(older: Older): boolean;
  /** It can do without the field as long as others are left to it; shared by the places of one list of fields. */
  readonly others?: { left: number };
  /** It is a list of fields, in which those stand that the field is made of. */
  readonly list?: true;
}

/** The places that name fields, by `Invoice.memo` in the present document. */
export type FieldMentions = Map<string, FieldMention[]>;

/** The places that name fields and cannot do without them; worked out when first asked for. */
export function createFieldMentions(service: Service): () => FieldMentions {
  let made: FieldMentions | undefined;
  return () => {
    made ??= findFieldMentions(service);
    return made;
  };
}

function findFieldMentions(service: Service): FieldMentions {
  const places: FieldMentions = new Map();
  for (const operation of service.endpoints.operations) {
    addPath(service, places, operation);
    const { name, parameters, request, responses } = operation;
    const owner = name.resource?.value;
    for (const { name: parameter, means } of parameters) {
      if (owner !== undefined && means !== undefined)
        addMeans(service, places, owner, means, createParameterMention(name.text, parameter.value));
    }
    const stands = (older: Older): boolean => older.operations.has(name.text);
    if (request !== undefined && !isNotShown(request)) {
      addShape(service, places, request, owner, { what: `the Request of \`${name.text}\``, sent: true, stands });
    }
    for (const { shape } of isNotShown(responses) ? [] : responses) {
      if (shape !== undefined)
        addShape(service, places, shape, owner, { what: `the Response of \`${name.text}\``, stands });
    }
  }
  for (const { name, shownAs } of service.resources.resources) {
    const mention: FieldMention = { what: `the line Shown as of \`${name.value}\``, stands: () => true };
    if (shownAs !== undefined) addShape(service, places, shownAs, name.value, mention);
  }
  for (const event of service.events.events) {
    if (event.payload === undefined) continue;
    const name = event.name.value;
    const stands = ({ events }: Older): boolean => events.get(name) === name || [...events.values()].includes(name);
    addShape(service, places, event.payload, findResource(service, event), {
      what: `the Payload of \`${name}\``,
      stands,
    });
  }
  return places;
}

/** Adds the fields that the path of an operation names; it stands as long as no older row states another. */
export function addPath(service: Service, places: FieldMentions, { name, path }: OperationModel): void {
  const owner = name.resource?.value;
  if (owner === undefined || path === undefined) return;
  const stands = ({ operations }: Older): boolean => operations.get(name.text)?.model.path === path;
  for (const segment of path.segments) {
    if (segment.kind === 'fixed') continue;
    const names = segment.names.map(({ value }) => value);
    addNames(service, places, owner, names, { what: `the path of \`${name.text}\``, stands });
  }
}

function createParameterMention(operation: string, parameter: string): FieldMention {
  const itemIn = ({ operations }: Older): string | undefined => {
    const parameters = operations.get(operation)?.parameters ?? [];
    const older = [...parameters].find(([, { present }]) => present === parameter);
    return older && `parameter ${older[0]} of ${operation}`;
  };
  return {
    what: `\`parameter ${parameter} of ${operation}\``,
    itemIn,
    stands: (older) => itemIn(older) !== undefined,
  };
}

function addMeans(
  service: Service,
  places: FieldMentions,
  owner: string,
  means: MeansModel,
  mention: FieldMention,
): void {
  if (means.kind === 'filter') addNames(service, places, owner, means.field.value, mention);
  else if (means.kind === 'search' || means.kind === 'sort' || means.kind === 'expand') {
    const others = { left: means.fields.length };
    for (const { value } of means.fields) addNames(service, places, owner, [value], { ...mention, others });
  }
}

function addNames(
  service: Service,
  places: FieldMentions,
  owner: string,
  path: readonly string[],
  mention: FieldMention,
): void {
  const { resources, objects } = collectDefinitions(service);
  let holder: string | undefined = owner;
  for (const name of path) {
    add(places, `${holder}.${name}`, mention);
    const model: ObjectModel | undefined = resources.get(holder ?? '') ?? objects.get(holder ?? '');
    const type: TypeModel | undefined = model && findField(model, name)?.type;
    holder = type && findNamedType(type);
  }
}

function add(places: FieldMentions, key: string, mention: FieldMention): void {
  const known = places.get(key);
  if (known === undefined) places.set(key, [mention]);
  else known.push(mention);
}

function addShape(
  service: Service,
  places: FieldMentions,
  words: SourceText,
  owner: string | undefined,
  mention: FieldMention,
): void {
  const { shape } = parseShape(words);
  if (shape !== undefined) walk(service, places, shape, owner, mention);
}

/** A shape follows its fields, but it may not be left without any. */
function walk(
  service: Service,
  places: FieldMentions,
  shape: ShapeSyntax,
  owner: string | undefined,
  mention: FieldMention,
): void {
  switch (shape.kind) {
    case 'list':
      walk(service, places, shape.item, owner, mention);
      return;
    case 'field':
      add(places, `${shape.of.value}.${shape.field.value}`, mention);
      return;
    case 'figure':
      add(places, `${owner}.${shape.field.value}`, mention);
      return;
    case 'object':
      collectFieldMentions(service, places, shape.members, owner, {
        ...mention,
        others: { left: shape.members.length },
      });
      return;
    case 'name': {
      const { picks, name } = shape;
      if (picks === undefined) return;
      const left = picks.all ? Number.POSITIVE_INFINITY : picks.picked.length + picks.members.length;
      const own = { ...mention, others: { left } };
      for (const pick of picks.picked) add(places, `${name.value}.${pick.name.value}`, { ...own, list: true });
      collectFieldMentions(service, places, picks.members, name.value, own);
      return;
    }
    default:
      return;
  }
}

function collectFieldMentions(
  service: Service,
  places: FieldMentions,
  all: readonly MemberSyntax[],
  owner: string | undefined,
  mention: FieldMention,
): void {
  const { resources, objects } = collectDefinitions(service);
  const holder = owner === undefined ? undefined : (resources.get(owner) ?? objects.get(owner));
  for (const { key, shape } of all) {
    const inner = shape.kind === 'list' ? shape.item : shape;
    const type = holder && findField(holder, key.value)?.type;
    const isOwn = inner.kind === 'name' && type !== undefined && findNamedType(type) === inner.name.value;
    if (isOwn) add(places, `${owner}.${key.value}`, mention);
    if (inner.kind === 'field') add(places, `${inner.of.value}.${inner.field.value}`, mention);
    else walk(service, places, inner, owner, mention);
  }
}
