import { formatOf } from '../../parts/registry.ts';
import { findNamed } from '../../plan/lookup.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { MemberPlan } from '../../plan/resource.ts';
import type { Json, ValueSchema } from '../../plan/schema.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { findIdentity } from '../wire/answers.ts';
import { describeWire } from '../wire/index.ts';
import { listPathParameters, type WireParameter } from '../wire/parameters.ts';

/** A type of JSON values, which the writer of each language puts into its words. */
export type ClientType =
  /** `none`: no value at all, such as that of a response without a body. */
  | { readonly kind: 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'unknown' | 'none' }
  /** A file that is sent with its name and type, and the content of one that is received. */
  | { readonly kind: 'file' | 'content' }
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  /** One of these texts. */
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'list' | 'map'; readonly item: ClientType }
  | { readonly kind: 'tuple'; readonly items: readonly ClientType[] }
  | { readonly kind: 'union'; readonly of: readonly ClientType[] }
  | { readonly kind: 'object'; readonly members: readonly ClientMember[] }
  /** A declaration by its name. */
  | { readonly kind: 'named'; readonly name: string }
  /** The same with each member optional. */
  | { readonly kind: 'partial'; readonly of: ClientType };

/** A member of an object. */
export interface ClientMember {
  readonly name: string;
  readonly type: ClientType;
  readonly optional: boolean;
  /** The Meaning of the document. */
  readonly doc?: string;
}

/** A type that a client declares. */
export type Declaration = { readonly name: string } & (
  | {
      readonly kind: 'object';
      readonly members: readonly ClientMember[];
      /** The object whose members it has too. */
      readonly base?: string;
      /** Only the base of others: users have no need of it. */
      readonly inner?: true;
      readonly doc?: string;
    }
  | { readonly kind: 'alias'; readonly type: ClientType }
  /** A union of objects, each with its own text as `tag`. */
  | {
      readonly kind: 'tagged';
      readonly tag: string;
      readonly cases: readonly { readonly object: string; readonly value: string }[];
    }
  /** The codes of an operation's errors; `undefined` is an error without a code. */
  | { readonly kind: 'codes'; readonly operation: string; readonly codes: readonly (string | undefined)[] }
);

/** Returns a type that is also null. */
export function withNull(type: ClientType): ClientType {
  const of = type.kind === 'union' ? type.of : [type];
  return of.some(({ kind }) => kind === 'null') ? type : { kind: 'union', of: [...of, { kind: 'null' }] };
}

/** Whether a value comes from the service or goes to it. */
export type Direction = 'response' | 'request';

/** Finds types of JSON values and collects the objects and unions that they name. */
export interface TypeWriter {
  readonly typeOf: (schema: ValueSchema, direction: Direction) => ClientType;
  /** Reserves a name for a type; the name with a suffix where it is taken. */
  readonly reserve: (name: string) => string;
  readonly add: (declaration: Declaration) => void;
  /** The declarations so far, in the order in which they were added. */
  readonly list: () => readonly Declaration[];
}
/** A file as responses show it. */
const shownFile: ClientType = {
  kind: 'object',
  members: [
    { name: 'name', type: { kind: 'string' }, optional: false },
    { name: 'type', type: { kind: 'string' }, optional: false },
    { name: 'size', type: { kind: 'integer' }, optional: false },
  ],
};

/** Creates the writer of a client's types. */
export function createTypeWriter(plan: WholePlan, reserved: readonly string[]): TypeWriter {
  const taken = new Set<string>(reserved);
  const named = new Map<string, string>();
  const declarations: Declaration[] = [];
  const reserve = (name: string): string => {
    let free = name;
    for (let n = 2; taken.has(free); n += 1) free = `${name}${n}`;
    taken.add(free);
    return free;
  };
  const differs = createDifference(plan);
  const typeOf = (schema: ValueSchema, direction: Direction): ClientType => {
    const bare = typeBare(schema, direction);
    return schema.nullable === true ? withNull(bare) : bare;
  };
  const typeBare = (schema: ValueSchema, direction: Direction): ClientType => {
    switch (schema.type) {
      case 'string':
      case 'integer':
      case 'number':
      case 'boolean':
        return { kind: schema.type };
      case 'choice':
        return { kind: 'choice', values: schema.values };
      case 'ref':
        return typeOf(findIdentity(plan, schema.resource)?.schema ?? { type: 'string' }, direction);
      case 'list':
      case 'map':
        return { kind: schema.type, item: typeOf(schema.item, direction) };
      case 'named':
        return { kind: 'named', name: nameOf(schema.name, direction) };
      case 'object':
        return { kind: 'map', item: { kind: 'unknown' } };
      case 'any':
        return { kind: 'unknown' };
      case 'file':
        return direction === 'request' ? { kind: 'file' } : shownFile;
    }
  };
  const nameOf = (name: string, direction: Direction): string => {
    const key = direction === 'request' && differs(name) ? `${name}Input` : name;
    const known = named.get(key);
    if (known !== undefined) return known;
    const made = reserve(key);
    named.set(key, made);
    declarations.push(declare(name, made, direction));
    return made;
  };
  const declare = (name: string, made: string, direction: Direction): Declaration => {
    const union = findNamed(plan.unions, name);
    if (union !== undefined) {
      const cases = union.cases.map(({ object, tag }) => ({ object: nameOf(object, direction), value: tag }));
      return { kind: 'tagged', name: made, tag: union.tag, cases };
    }
    const object = findNamed(plan.objects, name)!;
    const members = object.members
      .filter((member) => isSentIn(member, direction))
      .map(
        (member): ClientMember => ({
          name: member.name,
          type: typeOf(member.schema, direction),
          optional: mayLack(member, direction),
          ...createDoc(member.meaning),
        }),
      );
    return { kind: 'object', name: made, members };
  };
  return { typeOf, reserve, add: (declaration) => declarations.push(declaration), list: () => declarations };
}

/** The doc of a member, where the document has a Meaning for it. */
export function createDoc(meaning: string | undefined): Pick<ClientMember, 'doc'> {
  return meaning === undefined || meaning === '' ? {} : { doc: meaning };
}

function isSentIn({ direction }: MemberPlan, to: Direction): boolean {
  if (direction === 'internal') return false;
  return direction !== (to === 'request' ? 'read-only' : 'write-only');
}

function mayLack({ required, schema, default: value }: MemberPlan, direction: Direction): boolean {
  if (direction === 'request') return !required || value !== undefined;
  return !required && schema.nullable !== true;
}

/** Creates the test whether requests have another form of an object or union than responses. */
function createDifference(plan: WholePlan): (name: string) => boolean {
  const known = new Map<string, boolean>();
  const inSchema = (schema: ValueSchema): boolean => {
    if (schema.type === 'named') return differs(schema.name);
    return schema.type === 'list' || schema.type === 'map' ? inSchema(schema.item) : false;
  };
  const differs = (name: string): boolean => {
    const before = known.get(name);
    if (before !== undefined) return before;
    known.set(name, false);
    const union = findNamed(plan.unions, name);
    const members = findNamed(plan.objects, name)?.members ?? [];
    const found =
      union?.cases.some(({ object }) => differs(object)) ??
      members.some(
        (member) =>
          isSentIn(member, 'request') !== isSentIn(member, 'response') ||
          (isSentIn(member, 'request') && mayLack(member, 'request') !== mayLack(member, 'response')) ||
          inSchema(member.schema),
      );
    known.set(name, found);
    return found;
  };
  return differs;
}

/** Whether the values of a schema may exceed what a number of JavaScript holds exactly. */
export function isInt64(schema: ValueSchema): boolean {
  return schema.type === 'integer' && formatOf(schema)?.storage === 'int64';
}

/** Returns the type of a fixed value. */
export function typeLiteral(value: Json): ClientType {
  if (value === null) return { kind: 'null' };
  if (typeof value !== 'object') return { kind: 'literal', value };
  if (Array.isArray(value)) return { kind: 'tuple', items: value.map(typeLiteral) };
  const members = Object.entries(value).map(([name, member]) => ({ name, type: typeLiteral(member), optional: false }));
  return { kind: 'object', members };
}

/** Returns the parameters that the document states for an operation, and the placeholders of its path, as members. */
export function typeParameters(
  plan: WholePlan,
  operation: OperationPlan,
  types: TypeWriter,
): { readonly placeholders: readonly ClientMember[]; readonly parameters: readonly ClientMember[] } {
  const toMember = ({ name, type, required, default: otherwise, stated }: WireParameter): ClientMember => ({
    name,
    type: type.kind === 'value' ? types.typeOf(type.schema, 'request') : { kind: 'string' },
    optional: !required || otherwise !== undefined,
    ...createDoc(stated?.meaning),
  });
  return {
    placeholders: listPathParameters(plan, operation).map(toMember),
    parameters: describeWire(plan)
      .of(operation)
      .parameters.filter(({ stated }) => stated !== undefined)
      .map(toMember),
  };
}
