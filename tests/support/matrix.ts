import assert from 'node:assert/strict';
import type { OperationPlan } from '../../src/plan/operation.ts';
import type { ResourcePlan } from '../../src/plan/resource.ts';
import { type Got, type Served, serve } from '../serve/support/served.fixture.ts';
import { bodyFor } from './bodies.ts';
import { type ScopeTable, type StatedCaller, type StatedOperation, scopeTable } from './scope-table.ts';

/** Somebody who owns records: the attributes of the credentials, and the values that the bodies have. */
export interface Persona {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** A document and the people who use it; `owner` owns what is asked for. */
export interface Peopled {
  readonly name: string;
  readonly text: string;
  readonly people: Readonly<Record<'owner' | 'other', Persona>> & Readonly<Record<string, Persona>>;
  readonly values: Readonly<Record<string, unknown>>;
}

/** A record as it is answered. */
export type Record_ = Readonly<Record<string, unknown>>;

/** A record and whose it is. */
export interface Owned {
  readonly resource: string;
  readonly record: Record_;
}

/** A served document whose operations can be called by anybody, about records that are made as they are needed. */
export interface Stage {
  readonly served: Served;
  readonly table: ScopeTable;
  readonly people: Peopled['people'];
  stated(operation: OperationPlan): StatedOperation;
  /** A credential for a caller; undefined for none. */
  credential(caller: StatedCaller): Promise<string | undefined>;
  /** A caller with every scope. */
  everything(person: string): StatedCaller;
  /** A new record of a person, in a state from which the operation goes on. */
  ready(resource: string, person: string, operation?: OperationPlan): Promise<Owned>;
  /** The body of an operation by a person; refs lead to records of `refers`. */
  body(operation: OperationPlan, person: string, refers?: string): Promise<unknown>;
  /** The path of an operation about a record, or about one that never was. */
  path(operation: OperationPlan, about: Record_ | 'unknown', parent?: Record_): string;
  call(line: string, as: StatedCaller, body: unknown, headers?: Record<string, string>): Promise<Got>;
}

/** The trace of every request. */
export const trace = 'a'.repeat(32);

/** Identities of the right form that no record has. */
function unknownIdentity(resource: ResourcePlan): string {
  const { schema } = resource.fields.find(({ name }) => name === resource.identity)!;
  const format = 'format' in schema ? schema.format : undefined;
  if (format?.name === 'typeid') return `${format.argument}_01h455vb4pex5vsknk084sn02q`;
  return format?.name.startsWith('uuid') === true ? '01890a5d-ac96-774b-bcce-b302099a8057' : 'nobody-has-this';
}

/** Serves a document in an empty store. */
export async function openStage({ text, people, values }: Peopled, address: string): Promise<Stage> {
  const served = await serve(text, {}, undefined, address);
  const { plan } = served;
  const table = scopeTable(text);
  const keys = new Map<string, string>();
  let count = 0;
  const resourceOf = (name: string): ResourcePlan => plan.resources.find((resource) => resource.name === name)!;
  const everything = (person: string): StatedCaller => ({
    scopes: plan.authentication.scopes,
    attributes: people[person]!.attributes,
  });

  const credential: Stage['credential'] = async (caller) => {
    if (caller === undefined || plan.authentication.schemes.length === 0) return undefined;
    const name = JSON.stringify(caller);
    const known = keys.get(name) ?? (await served.key(caller.scopes, caller.attributes));
    keys.set(name, known);
    return known;
  };
  const call: Stage['call'] = async (line, as, body, headers = {}) => {
    const more = { traceparent: `00-${trace}-${'b'.repeat(16)}-00`, ...headers };
    return served.ask(line, { key: await credential(as), ...(body === undefined ? {} : { body }), headers: more });
  };
  const path: Stage['path'] = (operation, about, parent) => {
    const places = operation.segments.map((segment) => {
      if (segment.kind === 'fixed') return segment.text;
      const of = resourceOf(operation.resource!);
      if (segment.of === 'parent') {
        const { schema } = of.fields.find(({ name }) => name === segment.field)!;
        const to = resourceOf((schema as { resource: string }).resource);
        return String(parent === undefined ? unknownIdentity(to) : parent[segment.by ?? to.identity]);
      }
      return String(about === 'unknown' ? unknownIdentity(of) : about[segment.field]);
    });
    return `${operation.method} /${places.map(encodeURIComponent).join('/')}`;
  };
  const body: Stage['body'] = async (operation, person, refers = person) => {
    if (operation.input === undefined) return undefined;
    const number = ++count;
    const parents = operation.segments.flatMap((segment) =>
      segment.kind === 'placeholder' && segment.of === 'parent' ? [segment.field] : [],
    );
    const wanted = resourceOf(operation.resource!).fields.filter(
      (field) => operation.kind !== 'transition' && field.schema.type === 'ref' && !parents.includes(field.name),
    );
    const found = new Map<string, unknown>();
    for (const { schema } of wanted) {
      const { resource } = schema as { resource: string };
      const { record } = await ready(resource, refers);
      found.set(resource, record[resourceOf(resource).identity]);
    }
    const known = {
      values: { ...values, ...people[person]!.values },
      count: number,
      refer: (name: string) => found.get(name),
    };
    return bodyFor(plan, operation.input, known);
  };
  const ready: Stage['ready'] = async (name, person, operation) => {
    const create = plan.operations.find(
      (candidate) =>
        candidate.resource === name &&
        candidate.kind === 'create' &&
        !candidate.segments.some((s) => s.kind === 'placeholder' && s.of === 'parent'),
    );
    assert.ok(create, `nothing makes a ${name}`);
    const as = everything(person);
    const identity = { [resourceOf(name).identity]: `name ${++count}` };
    const made = await call(path(create, identity), as, await body(create, person));
    assert.equal(made.status, 201, `${create.name} by ${person}: ${made.text}`);
    let record = made.json as Record_;
    for (const verb of operation === undefined ? [] : wayTo(resourceOf(name), operation)) {
      const step = plan.operations.find((candidate) => candidate.resource === name && candidate.verb === verb)!;
      const moved = await call(path(step, record), as, await body(step, person));
      assert.ok(moved.status < 300, `${verb} ${name}: ${moved.text}`);
      record = moved.json ?? record;
    }
    return { resource: name, record };
  };
  const stated = (operation: OperationPlan): StatedOperation => {
    const found = table.operations.find(({ name }) => name === operation.name);
    assert.ok(found, `the table has no row ${operation.name}`);
    return found;
  };
  return { served, table, people, stated, credential, everything, ready, body, path, call };
}

/** The transitions that lead from the first state to one from which an operation goes on. */
function wayTo({ machines }: ResourcePlan, operation: OperationPlan): readonly string[] {
  const verb = operation.kind === 'transition' ? operation.verb : operation.kind === 'delete' ? 'delete' : undefined;
  const machine = machines.find(({ transitions }) => transitions.some(({ name }) => name === verb));
  if (machine === undefined) return [];
  const taken = machine.transitions.filter(({ trigger }) => trigger === undefined);
  const first = machine.states.find(({ kind }) => kind === 'initial')!.name;
  const ways = new Map<string, readonly string[]>([[first, []]]);
  for (const [from, way] of ways) {
    if (taken.some((row) => row.name === verb && row.from.includes(from))) return way;
    for (const { name, to } of taken.filter((row) => row.from.includes(from))) {
      if (to.kind === 'state' && !ways.has(to.state)) ways.set(to.state, [...way, name]);
    }
  }
  throw new Error(`no state is found from which ${operation.name} goes on`);
}
