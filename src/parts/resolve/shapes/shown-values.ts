import { listChildNodes } from '../../../expression/references.ts';
import type { Expression, ValueType } from '../../../expression/tree.ts';
import type { FieldModel, TypeModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import { explainWhyNotShown, findDefinition, findField } from './fields.ts';

/** A field that clients never see and whose value an expression shows. */
export interface HiddenValue {
  /** The resource or object that states it. */
  readonly of: string;
  readonly field: string;
  readonly why: string;
}

/** How the fields of a resource or object are found, by its name. */
export type FindField = (of: string, name: string) => FieldModel | undefined;

type PathNode = Extract<Expression, { readonly op: 'path' }>;

/**
 * Lists the fields that clients never see and whose values are in the value of an expression over a record. A comparison or `has` of
 * such a field is not listed: it shows no value. `created`: in the response of a create, for the record itself.
 */
export function listHiddenValues(find: FindField, record: string | undefined, tree: Expression, created: boolean) {
  const found: HiddenValue[] = [];
  const visit = (node: Expression, locals: ReadonlyMap<string, ValueType>): void => {
    if (node.op === 'path') found.push(...followPath(find, node, record, locals, created));
    else if (node.op === 'macro') {
      if (node.name !== 'map' && node.name !== 'filter') return;
      const inside = new Map(locals);
      if (node.over.type.kind === 'list') inside.set(node.variable, node.over.type.item);
      visit(node.name === 'map' ? node.body : node.over, inside);
    } else {
      if (node.op === 'select') found.push(...findSelected(find, node.from.type, node.name));
      for (const child of listShownNodes(node)) visit(child, locals);
    }
  };
  visit(tree, new Map());
  return found;
}

/** Returns the finder of fields for the present document. */
export function createFieldFinder(service: Service): FindField {
  return (of, name) => {
    const holder = findDefinition(service, of);
    return holder === undefined || holder.kind === 'union' ? undefined : findField(holder, name);
  };
}

/** Finds a member that clients never see inside the values of a type: an expression shows objects as they are stored. */
export function findHiddenMember(
  service: Service,
  type: ValueType,
  seen: Set<string> = new Set(),
): HiddenValue | undefined {
  if (type.kind === 'nullable') return findHiddenMember(service, type.of, seen);
  if (type.kind === 'list') return findHiddenMember(service, type.item, seen);
  if (type.kind === 'map') return findHiddenMember(service, type.value, seen);
  return type.kind === 'object' ? findHiddenIn(service, type.name, seen) : undefined;
}

function findHiddenIn(service: Service, name: string, seen: Set<string>): HiddenValue | undefined {
  const definition = findDefinition(service, name);
  if (definition === undefined || seen.has(name)) return undefined;
  seen.add(name);
  if (definition.kind === 'union') {
    for (const { object } of definition.model.cases) {
      const found = findHiddenIn(service, object.value, seen);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  for (const field of definition.model.fields) {
    const why = explainWhyNotShown(field, false);
    if (why !== undefined) return { of: name, field: field.name.value, why };
    const inside = findTypeName(field.type);
    const found = inside === undefined ? undefined : findHiddenIn(service, inside, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The object or union of a type, also in lists and maps. */
function findTypeName(type: TypeModel | undefined): string | undefined {
  if (type?.kind === 'named') return type.name.value;
  return type?.kind === 'list' || type?.kind === 'map' ? findTypeName(type.item) : undefined;
}

/** A member of an object that an expression gives, such as an item of a list. */
function findSelected(find: FindField, from: ValueType, name: string): readonly HiddenValue[] {
  if (from.kind === 'nullable') return findSelected(find, from.of, name);
  const field = from.kind === 'object' ? find(from.name, name) : undefined;
  const why = field && explainWhyNotShown(field, false);
  return from.kind !== 'object' || why === undefined ? [] : [{ of: from.name, field: name, why }];
}

/** The nodes below one whose values are in its own value. */
function listShownNodes(node: Expression): readonly Expression[] {
  switch (node.op) {
    case 'choose':
      return [node.then, node.otherwise];
    case 'select':
    case 'index':
      return [node.from];
    case 'binary':
      return node.operator === '+' ? [node.left, node.right] : [];
    case 'call':
      return conversions.has(node.name) ? node.of : [];
    case 'list':
    case 'object':
      return listChildNodes(node);
    default:
      return [];
  }
}

const conversions = new Set<string>(['string', 'int', 'double', 'timestamp', 'duration']);

function followPath(
  find: FindField,
  { root, steps }: PathNode,
  record: string | undefined,
  locals: ReadonlyMap<string, ValueType>,
  created: boolean,
): readonly HiddenValue[] {
  const isLocal = root === 'local';
  if (!isLocal && root !== 'record' && root !== 'old') return [];
  const local = isLocal ? locals.get(steps[0]?.name ?? '') : undefined;
  let of = isLocal ? (local?.kind === 'object' ? local.name : undefined) : record;
  for (const [at, { name, through }] of (isLocal ? steps.slice(1) : steps).entries()) {
    if (through !== undefined) of = through;
    if (of === undefined) return [];
    const field = find(of, name);
    if (field === undefined) return [];
    const why = explainWhyNotShown(field, created && at === 0 && !isLocal);
    if (why !== undefined) return [{ of, field: name, why }];
    of = field.type?.kind === 'named' ? field.type.name.value : undefined;
  }
  return [];
}
