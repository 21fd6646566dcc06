import assert from 'node:assert/strict';
import type { Plan } from '../../src/plan/plan.ts';
import type { ValueSchema } from '../../src/plan/schema.ts';
import type { AnswerShape } from '../../src/plan/shape.ts';
import type { VersionOperationPlan, VersionPlan } from '../../src/plan/version.ts';
import type { Got } from '../serve/support/served.fixture.ts';
import { bodyFor } from '../support/bodies.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
type Answered = any;

/** A client that knows one version of a service by its interface and by nothing else. */
export interface OlderClient {
  /** Calls an operation with what its version asks for, and holds the answer to what its version promises. */
  call(operation: string, known?: Readonly<Record<string, unknown>>): Promise<Answered>;
  /** The status of a call that is turned down. */
  refused(operation: string, known: Readonly<Record<string, unknown>>): Promise<number>;
  calls(): number;
  /** The names of the operations that were called. */
  operations(): readonly string[];
}

let count = 0;

/** Makes the client of a version; `send` asks the service in that version. */
export function clientOf(
  { interface: known, name }: VersionPlan,
  send: (line: string, body: unknown) => Promise<Got>,
): OlderClient {
  const types = { objects: known.objects, unions: known.unions } as unknown as Plan;
  const used: string[] = [];
  const ask = async (operation: string, values: Readonly<Record<string, unknown>>) => {
    const plan = known.operations.find((versionOperation) => versionOperation.name === operation);
    assert.ok(plan !== undefined, `${name} has no ${operation}`);
    count++;
    const refer = (): never => {
      throw new Error('a reference is to be given');
    };
    const sent = { price: priceOf(known.objects), ...optional(plan), ...values };
    const body = plan.input === undefined ? undefined : bodyFor(types, plan.input, { values: sent, refer, count });
    const path = plan.path.replaceAll(/\{(\w+)\}/g, (_, place: string) => encodeURIComponent(String(values[place])));
    return { plan, got: await send(`${plan.method} ${path}`, body) };
  };
  return {
    async call(operation, values = {}) {
      const { plan, got } = await ask(operation, values);
      used.push(operation);
      const response = plan.responses.find(({ status }) => status === got.status);
      assert.ok(response !== undefined, `${operation} in ${name}: ${got.status} ${got.text}`);
      if (response.shape !== undefined) fits(types, known, plan, response.shape, got.json, operation);
      return got.json;
    },
    async refused(operation, values) {
      return (await ask(operation, values)).got.status;
    },
    calls: () => used.length,
    operations: () => [...new Set(used)],
  };
}

/** Every second body has what it may leave out. */
function optional({ input }: VersionOperationPlan): Readonly<Record<string, unknown>> {
  if (input?.kind !== 'object' || count % 2 === 0) return {};
  const texts = input.members.filter(
    ({ shape, required, unchanged }) =>
      !required &&
      unchanged !== true &&
      shape.kind === 'value' &&
      shape.schema.type === 'string' &&
      !('format' in shape.schema),
  );
  return Object.fromEntries(texts.map(({ name }) => [name, `${name} ${count}`]));
}

/** A price as the version writes it. */
function priceOf(objects: VersionPlan['interface']['objects']): unknown {
  const member = objects.flatMap(({ members }) => members).find((candidate) => candidate.name === 'price');
  return member?.schema.type === 'string' ? '125' : 125;
}

/** Holds an answer to its shape: every member is one of the shape, of its type, and there where it must be. */
function fits(
  types: Plan,
  known: VersionPlan['interface'],
  plan: VersionOperationPlan,
  shape: AnswerShape,
  value: Answered,
  place: string,
): void {
  switch (shape.kind) {
    case 'object': {
      const names = new Set(shape.members.map((member) => member.name));
      for (const name of Object.keys(value)) assert.ok(names.has(name), `${place}: ${name} is not of this version`);
      const fields = known.resources.find((resource) => resource.name === plan.resource)?.fields ?? [];
      for (const member of shape.members) {
        const held = value[member.name];
        const must = fields.some((field) => field.name === member.name && (field.required || field.schema.nullable));
        if (held === undefined) assert.ok(!must, `${place}: ${member.name} is missing`);
        else fits(types, known, plan, member.shape, held, `${place}.${member.name}`);
      }
      return;
    }
    case 'records':
      for (const record of value) fits(types, known, plan, shape.item, record, place);
      return;
    case 'field':
      typed(types, shape.schema, value, place);
      return;
    default:
      return;
  }
}

function typed(types: Plan, schema: ValueSchema, value: Answered, place: string): void {
  if (value === null) assert.ok(schema.nullable === true, `${place} is null`);
  else if (schema.type === 'choice') assert.ok(schema.values.includes(value), `${place}: ${value}`);
  else if (schema.type === 'list') for (const item of value) typed(types, schema.item, item, place);
  else if (schema.type === 'named') inside(types, schema.name, value, place);
  else if (schema.type === 'integer' || schema.type === 'number') assert.equal(typeof value, 'number', place);
  else if (schema.type === 'string' || schema.type === 'boolean') assert.equal(typeof value, schema.type, place);
}

function inside(types: Plan, name: string, value: Answered, place: string): void {
  const members = types.objects.find((object) => object.name === name)?.members ?? [];
  const unknown = Object.keys(value).filter((held) => !members.some((member) => member.name === held));
  assert.deepEqual(unknown, [], place);
  for (const member of members) {
    if (value[member.name] !== undefined) typed(types, member.schema, value[member.name], `${place}.${member.name}`);
    else assert.ok(!member.required, `${place}.${member.name} is missing`);
  }
}
