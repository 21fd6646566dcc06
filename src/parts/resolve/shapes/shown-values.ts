import { listChildNodes } from '../../../expression/references.ts';
import type { BinaryOperator, Expression, ValueType } from '../../../expression/tree.ts';
import type { FieldModel, TypeModel } from '../../resources/model.ts';
import type { Service } from '../../service.ts';
import { collectDefinitions } from '../vocabulary.ts';
import { explainWhyNotShown } from './fields.ts';

/** A field that clients never see and whose value an expression shows. */
export interface HiddenValue {
  /** The resource or object that states it. */
  readonly of: string;
  readonly field: string;
  readonly why: string;
  /** The expression shows the object that contains the field, and does not name the field. */
  readonly unnamed?: true;
}

/** Returns the fields of a resource or object by its name; undefined for other names. */
export type ListFields = (of: string) => Iterable<FieldModel> | undefined;

/** Where the values of an expression come from. */
export interface ShownFrom {
  readonly service: Service;
  readonly list: ListFields;
  /** The resource of the record that it reads. */
  readonly record: string | undefined;
  /** The variables around it. */
  readonly locals?: Locals;
  /** The expression belongs to the response of a create: its record shows the fields that are shown once. */
  readonly created: boolean;
}

type PathNode = Extract<Expression, { readonly op: 'path' }>;
type Locals = ReadonlyMap<string, ValueType>;

/**
 * Lists the fields that clients never see and whose values are in the value of an expression, each once: the fields that it names, and
 * the fields of stored objects that it shows. A comparison, a size or `has` of such a field shows no value.
 */
export function listHiddenValues(from: ShownFrom, tree: Expression): readonly HiddenValue[] {
  const found = new Map<string, HiddenValue>();
  const add = (hidden: readonly HiddenValue[]): void => {
    for (const value of hidden) {
      const key = `${value.of}.${value.field}`;
      if (!found.has(key)) found.set(key, value);
    }
  };
  // the variables of macros whose values are shown
  const shown = new Set<string>();
  // `whole`: the value of the node is shown, not just one member or item of it.
  const visit = (node: Expression, locals: Locals, whole: boolean): void => {
    switch (node.op) {
      case 'path':
        if (node.root === 'local') shown.add(node.steps[0]?.name ?? '');
        add(followPath(from, node, locals));
        break;
      case 'select':
        add(listNamed(from, [node.from.type], node.name, false).hidden);
        visit(node.from, locals, false);
        break;
      case 'index':
        visit(node.from, locals, false);
        break;
      case 'question':
        if (node.value !== undefined)
          visit(node.value, new Map([...locals, [node.variable, { kind: 'object', name: node.resource }]]), whole);
        return;
      case 'macro':
        visitMacro(node, locals, whole, { shown, visit });
        return;
      default:
        for (const child of listShownNodes(node)) visit(child, locals, whole);
        return;
    }
    if (whole) add(listInside(from, node.type, new Set()));
  };
  visit(tree, from.locals ?? new Map(), true);
  return [...found.values()];
}

/** Returns the fields of the present document. */
export function createFieldList(service: Service): ListFields {
  const { resources, objects } = collectDefinitions(service);
  return (of) => (resources.get(of) ?? objects.get(of))?.fields;
}

interface Visitor {
  readonly shown: Set<string>;
  readonly visit: (node: Expression, locals: Locals, whole: boolean) => void;
}

function visitMacro(
  node: Extract<Expression, { readonly op: 'macro' }>,
  locals: Locals,
  whole: boolean,
  { shown, visit }: Visitor,
): void {
  if (node.name === 'filter') visit(node.over, locals, whole);
  if (node.name !== 'map') return;
  const inside = new Map(locals);
  if (node.over.type.kind === 'list') inside.set(node.variable, node.over.type.item);
  const isShownAround = shown.delete(node.variable);
  visit(node.body, inside, whole);
  // a body that shows the item shows a value of the list
  if (shown.delete(node.variable)) visit(node.over, locals, false);
  if (isShownAround) shown.add(node.variable);
}

/** The nodes below one whose values are in its own value, or can be calculated from it. */
function listShownNodes(node: Expression): readonly Expression[] {
  switch (node.op) {
    case 'choose':
      return [node.then, node.otherwise];
    case 'binary':
      return calculations.has(node.operator) ? [node.left, node.right] : [];
    case 'call':
      return tests.has(node.name) ? [] : node.of;
    case 'negate':
    case 'list':
    case 'object':
      return listChildNodes(node);
    default:
      return [];
  }
}

const calculations = new Set<BinaryOperator>(['+', '-', '*', '/', '%']);
/** The functions whose value is a test or a size, not the value of an argument in another form. */
const tests: ReadonlySet<string> = new Set(['size', 'contains', 'startsWith', 'endsWith', 'matches']);

function followPath(from: ShownFrom, { root, steps }: PathNode, locals: Locals): readonly HiddenValue[] {
  if (root === 'caller') return listOfCaller(from, steps[0]?.name);
  const isLocal = root === 'local';
  if (!isLocal && root !== 'record' && root !== 'old') return [];
  const local = isLocal ? locals.get(steps[0]?.name ?? '') : undefined;
  const own: ValueType | undefined = from.record === undefined ? undefined : { kind: 'object', name: from.record };
  const start = isLocal ? local : own;
  let types = start === undefined ? [] : [start];
  const hidden: HiddenValue[] = [];
  for (const [at, { name, through }] of (isLocal ? steps.slice(1) : steps).entries()) {
    if (through !== undefined) types = [{ kind: 'object', name: through }];
    const named = listNamed(from, types, name, from.created && at === 0 && !isLocal);
    hidden.push(...named.hidden);
    types = named.types;
  }
  return hidden;
}

/** The field that an attribute of callers is, where clients never see it. */
function listOfCaller({ service, list }: ShownFrom, attribute: string | undefined): readonly HiddenValue[] {
  const { from } = service.authentication.caller.find(({ name }) => name.value === attribute) ?? {};
  if (from === undefined) return [];
  const [of, name] = [from.resource.value, from.field.value];
  const field = [...(list(of) ?? [])].find((other) => other.name.value === name);
  const why = field && explainWhyNotShown(field, false);
  return why === undefined ? [] : [{ of, field: name, why }];
}

/** The fields of a name in the objects of some types: which of them clients never see, and the objects that the others hold. */
function listNamed(from: ShownFrom, types: readonly ValueType[], name: string, created: boolean) {
  const hidden: HiddenValue[] = [];
  const held: ValueType[] = [];
  for (const { of, fields } of types.flatMap((type) => listHolders(from, findTypeName(type)))) {
    const field = [...fields].find((other) => other.name.value === name);
    const why = field && explainWhyNotShown(field, created);
    if (why !== undefined) hidden.push({ of, field: name, why });
    else if (field?.type?.kind === 'named') held.push({ kind: 'object', name: field.type.name.value });
  }
  return { hidden, types: held };
}

/** The fields inside the values of a type that clients never see. */
function listInside(from: ShownFrom, type: ValueType, seen: Set<string>): readonly HiddenValue[] {
  if (type.kind === 'list') return listInside(from, type.item, seen);
  if (type.kind === 'map') return listInside(from, type.value, seen);
  if (type.kind === 'nullable') return listInside(from, type.of, seen);
  return listInsideNamed(from, findTypeName(type), seen);
}

function listInsideNamed(from: ShownFrom, name: string | undefined, seen: Set<string>): readonly HiddenValue[] {
  if (name === undefined || seen.has(name)) return [];
  seen.add(name);
  return listHolders(from, name).flatMap(({ of, fields }) =>
    [...fields].flatMap((field): readonly HiddenValue[] => {
      const why = explainWhyNotShown(field, false);
      if (why !== undefined) return [{ of, field: field.name.value, why, unnamed: true }];
      return listInsideNamed(from, findHeldName(field.type), seen);
    }),
  );
}

/** The holders of the fields of a name: a resource or object itself, of a union all its cases. */
function listHolders({ service, list }: ShownFrom, name: string | undefined) {
  if (name === undefined) return [];
  const fields = list(name);
  if (fields !== undefined) return [{ of: name, fields }];
  const cases = collectDefinitions(service).unions.get(name)?.cases ?? [];
  return cases.flatMap(({ object }) => {
    const own = list(object.value);
    return own === undefined ? [] : [{ of: object.value, fields: own }];
  });
}

/** The resource, object or union of a type. */
function findTypeName(type: ValueType): string | undefined {
  if (type.kind === 'nullable') return findTypeName(type.of);
  return type.kind === 'object' ? type.name : undefined;
}

/** The object or union of a field, also in its lists and maps. */
function findHeldName(type: TypeModel | undefined): string | undefined {
  if (type?.kind === 'named') return type.name.value;
  return type?.kind === 'list' || type?.kind === 'map' ? findHeldName(type.item) : undefined;
}
