import { type At, resolveInside } from '../../plan/fields/named-fields.ts';
import { isStoredFile } from '../../plan/files/stored-file.ts';
import { buildCallInput } from '../../plan/handler-rules.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import { suggestName } from './arguments.ts';
import type { Run } from './run.ts';

/** The stated form of an object of the input: the prototype of its copies, and the shapes of its fields. */
interface Stated {
  /** `undefined` for a map and other values with names of their own: any of them may be read. */
  readonly prototype: object | undefined;
  get(name: string): At | undefined;
}

/**
 * Makes copies of the input of an operation that throw if its code reads a member that the operation does not state. A copy has its
 * members as its own and only its prototype checks, so spread, JSON and
 * structuredClone do their work as ever. They check nothing when the run is over: the response that is built of them may look for
 * any member.
 */
export function createStatedInput(plan: Plan, operation: OperationPlan): (run: Run) => unknown {
  const { name, line, parameters } = operation;
  const resource = plan.resources.find((candidate) => candidate.name === operation.resource);
  const whole: At = buildCallInput(operation, resource) ?? { kind: 'object', members: [], line };
  const more = parameters.flatMap((parameter) => (parameter.mapsTo.kind === 'input' ? [parameter.name] : []));
  const known = new Map<At, Stated>();
  const statedAt = (at: At, where: string): Stated => {
    const found = known.get(at);
    if (found !== undefined) return found;
    const { names, get } = resolveInside(plan, at);
    const all = at === whole ? [...(names ?? []), ...more] : names;
    const what = 'type' in at && at.type === 'named' ? `${at.name} in input` : where;
    const stated = { prototype: all && createPrototype(`${name}: ${what}`, new Set(all)), get };
    known.set(at, stated);
    return stated;
  };
  const copy = (run: Run, value: unknown, shape: At | undefined, where: string): unknown => {
    if (typeof value !== 'object' || value === null || shape === undefined || isStoredFile(value)) return value;
    const at = 'kind' in shape && shape.kind === 'value' ? shape.schema : shape;
    if ('type' in at && (at.type === 'any' || at.type === 'object')) return value;
    const { prototype, get } = statedAt(at, where);
    if (Array.isArray(value)) return value.map((item) => copy(run, item, get('0'), where));
    const made = { ...value } as Record<string, unknown>;
    for (const own in made) {
      const inner = made[own];
      if (typeof inner === 'object' && inner !== null) made[own] = copy(run, inner, get(own), `${where}.${own}`);
    }
    if (prototype !== undefined) run.stated.push(made);
    return Object.setPrototypeOf(made, prototype ?? Object.getPrototypeOf(value));
  };
  return (run) => {
    const { input, inputParameters } = run.ctx;
    const made = copy(run, input, whole, 'input');
    return Array.isArray(made) ? Object.assign(made, inputParameters) : made;
  };
}

/** Names that JavaScript itself looks for: in a value that it awaits, and in one that it writes as JSON. */
const looked = new Set<string | symbol>(['then', 'toJSON']);

function createPrototype(what: string, names: ReadonlySet<string>): object {
  // Libraries take for a plain object what has this constructor in its prototype.
  const base = Object.create(Object.prototype, { constructor: { value: Object } });
  return new Proxy(base, {
    get(target, name, self) {
      if (typeof name === 'symbol' || name in target || names.has(name) || looked.has(name))
        return Reflect.get(target, name, self);
      throw new Error(`${what} has no member \`${name}\`${suggestName(name, names)}`);
    },
  });
}
