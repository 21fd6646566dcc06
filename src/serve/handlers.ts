import type { ComputedMember, HandlerContext, Handlers } from '../contracts/handlers.ts';
import { mayCompute, mayHook, needsHandler } from '../plan/handler-rules.ts';
import { explainNoWithin, listHookedChanges } from '../plan/hooks/hooked-changes.ts';
import type { Plan } from '../plan/plan.ts';

type Code = (context: HandlerContext) => unknown;

/** A module of code that does not fit its plan; each of `wrong` is a sentence. */
export class HandlersError extends Error {
  override readonly name = 'HandlersError';
  readonly wrong: readonly string[];

  constructor(wrong: readonly string[]) {
    super(wrong.join('\n'));
    this.wrong = wrong;
  }
}

const groups = new Set(['before', 'within', 'after', 'computed']);

/**
 * Sorts the functions of a module by operation and hook; throws a `HandlersError` if an operation lacks its handler, or if a key names
 * nothing in the plan.
 */
export function collectHandlers(plan: Plan, module: unknown): Handlers {
  const wrong: string[] = [];
  const all = readFields(module, 'the default export', wrong);
  const hooks = (group: 'before' | 'after'): ReadonlyMap<string, Code> => {
    const members = readFields(all.get(group) ?? {}, `\`${group}\``, wrong);
    for (const name of members.keys()) {
      const operation = plan.operations.find((candidate) => candidate.name === name);
      if (operation === undefined) wrong.push(`\`${group}\` names ${name}, which is not an operation of the document`);
      else if (!mayHook(operation))
        wrong.push(`\`${group}\` names ${name}, which only reads: hooks run at operations that write`);
    }
    return checkFunctions(members, wrong) as ReadonlyMap<string, Code>;
  };
  const operations = new Map([...all].filter(([name]) => !groups.has(name)));
  const due = plan.operations.filter(needsHandler);
  for (const { name, line } of due) {
    if (!operations.has(name)) wrong.push(`${plan.document}:${line} the operation ${name} has no handler`);
  }
  for (const name of operations.keys()) {
    if (!due.some((operation) => operation.name === name))
      wrong.push(`the handler ${name} belongs to no operation marked (handler)`);
  }
  const handlers: Handlers = {
    operations: checkFunctions(operations, wrong) as ReadonlyMap<string, Code>,
    before: hooks('before'),
    within: withinHooks(plan, readFields(all.get('within') ?? {}, '`within`', wrong), wrong),
    after: hooks('after'),
    computed: createComputed(plan, all.get('computed') ?? {}, wrong),
  };
  if (wrong.length > 0) throw new HandlersError(wrong);
  return handlers;
}

function withinHooks(plan: Plan, members: ReadonlyMap<string, unknown>, wrong: string[]): ReadonlyMap<string, Code> {
  const may = listHookedChanges(plan);
  for (const name of members.keys()) {
    if (!may.includes(name)) wrong.push(`\`within\` names ${name}: ${explainNoWithin(plan, name)}`);
  }
  return checkFunctions(members, wrong) as ReadonlyMap<string, Code>;
}

/** Returns the keys of the hooks inside transactions of a module, whether or not they fit the plan. */
export function listHookKeys(module: unknown): ReadonlySet<string> {
  const all = readFields(module ?? {}, '', []);
  return new Set(readFields(all.get('within') ?? {}, '', []).keys());
}

/** The members of an object that code gave, by name. */
function readFields(value: unknown, what: string, wrong: string[]): ReadonlyMap<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return new Map(Object.entries(value));
  wrong.push(`${what} is not an object of functions`);
  return new Map();
}

function checkFunctions(members: ReadonlyMap<string, unknown>, wrong: string[]): ReadonlyMap<string, unknown> {
  for (const [name, value] of members) if (typeof value !== 'function') wrong.push(`${name} is not a function`);
  return members;
}

function createComputed(plan: Plan, value: unknown, wrong: string[]): Handlers['computed'] {
  const members = readFields(value, '`computed`', wrong);
  checkFunctions(members, wrong);
  const byResource = new Map<string, Map<string, ComputedMember>>();
  for (const [name, member] of members) {
    const [of = '', ...path] = name.split('.');
    const resource = plan.resources.find((candidate) => candidate.name === of);
    const field = path.join('.');
    if (resource === undefined || !mayCompute(resource, field)) {
      wrong.push(`\`computed\` names ${name}, which is not a read-only field that the document leaves to handlers`);
      continue;
    }
    const fields = byResource.get(of) ?? new Map<string, ComputedMember>();
    byResource.set(of, fields.set(field, member as ComputedMember));
  }
  return byResource;
}
