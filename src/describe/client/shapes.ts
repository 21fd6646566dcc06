import type { StateMachinePlan } from '../../plan/resource.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { listShownStates } from '../wire/states.ts';
import type { WireObject, WireType } from '../wire/type.ts';
import { toPascal } from '../words.ts';
import { type ClientMember, type ClientType, createDoc, type TypeWriter, typeLiteral, withNull } from './type.ts';

/** Finds the types of bodies, with a named type for each shape that the document names. */
export interface ShapeWriter {
  /** `owner`: the name of the response or event for a type whose own name has another form already. */
  readonly typeOf: (type: WireType, owner: string) => ClientType;
  /** The state field of a named type, and the types of its states. */
  readonly stateOf: (type: ClientType) => StateType | undefined;
}

/** The state field of a named type, and the type of its records in each state. */
interface StateType {
  readonly field: string;
  readonly machine: StateMachinePlan;
  readonly variants: ReadonlyMap<string, string>;
}

/** Creates the writer of a client's bodies. */
export function createShapeWriter(plan: WholePlan, types: TypeWriter): ShapeWriter {
  const named = new Map<string, { readonly form: string; readonly type: string }>();
  const states = new Map<string, StateType>();

  const typeOf = (type: WireType, owner: string): ClientType => {
    const bare = typeBare(type, owner);
    return type.nullable === true ? withNull(bare) : bare;
  };

  const typeBare = (type: WireType, owner: string): ClientType => {
    switch (type.kind) {
      case 'value':
        return types.typeOf(type.schema, type.use === 'shown' ? 'response' : 'request');
      case 'object':
        return type.shapeName === undefined
          ? { kind: 'object', members: listMembers(type, owner) }
          : nameObject(type, type.shapeName, owner);
      case 'literal':
        return typeLiteral(type.value);
      case 'text':
        return type.constant === undefined ? { kind: 'string' } : typeLiteral(type.constant);
      case 'count':
        return { kind: 'integer' };
      case 'list':
      case 'map':
        return { kind: type.kind, item: typeOf(type.item, owner) };
      case 'union':
        return { kind: 'union', of: type.of.map((each) => typeOf(each, owner)) };
      case 'null':
      case 'unknown':
        return { kind: type.kind };
    }
  };

  const listMembers = ({ members, use }: WireObject, owner: string): readonly ClientMember[] =>
    members.map(({ name, optional, type, field }) => ({
      name,
      optional,
      type: typeOf(type, owner),
      ...(use === 'shown' ? createDoc(field?.meaning) : {}),
    }));

  const nameObject = (object: WireObject, shapeName: string, owner: string): ClientType => {
    const list = listMembers(object, owner);
    const form = JSON.stringify(list);
    const keys = [...(object.isExpandable === true ? [] : [shapeName]), `${owner} ${shapeName}`];
    const known = keys.map((key) => named.get(key)).find((candidate) => candidate?.form === form);
    if (known !== undefined) return { kind: 'named', name: known.type };
    const key = keys.find((candidate) => !named.has(candidate)) ?? keys.at(-1)!;
    const type = types.reserve(key === shapeName ? shapeName : `${owner}Response`);
    named.set(key, { form, type });
    declare(type, object, list);
    return { kind: 'named', name: type };
  };

  /** Declares an object, or where it shows a state the union of its forms in each. */
  const declare = (type: string, object: WireObject, list: readonly ClientMember[]): void => {
    const first = object.resource?.machines.find(({ field }) => field !== undefined);
    const state = listShownStates(plan, object).find(({ machine }) => machine === first);
    if (state === undefined || state.machine.states.length < 2) {
      types.add({ kind: 'object', name: type, members: list });
      return;
    }
    const { machine, member: field, members } = state;
    const proven = new Set([...members.values()].flatMap(({ present, absent }) => [...present, ...absent]));
    const common = list.filter(({ name }) => name !== field && !proven.has(name));
    const base = types.reserve(`${type}Base`);
    types.add({ kind: 'object', name: base, members: common, inner: true });
    const variants = machine.states.map(({ name, meaning }) => {
      const variant = types.reserve(`${type}${toPascal(name)}`);
      const { present = [], absent = [] } = members.get(name) ?? {};
      const own = list
        .filter((member) => proven.has(member.name))
        .map((member): ClientMember => {
          if (absent.includes(member.name)) return { ...member, type: { kind: 'none' }, optional: true };
          return present.includes(member.name) ? { ...member, optional: false } : member;
        });
      const body = [{ name: field, type: typeLiteral(name), optional: false }, ...own];
      const doc = `In the state \`${name}\`${meaning === undefined || meaning === '' ? '' : `: ${meaning}`}.`;
      types.add({ kind: 'object', name: variant, members: body, base, doc });
      return [name, variant] as const;
    });
    const union = variants.map(([, variant]): ClientType => ({ kind: 'named', name: variant }));
    types.add({ kind: 'alias', name: type, type: { kind: 'union', of: union } });
    states.set(type, { field, machine, variants: new Map(variants) });
  };

  return { typeOf, stateOf: (type) => (type.kind === 'named' ? states.get(type.name) : undefined) };
}
