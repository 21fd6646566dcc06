import type { JsonSchema } from '../../parts/registry.ts';
import { mayBeAbsent } from '../../plan/fields/presence.ts';
import { operationKinds } from '../../plan/kinds.ts';
import { getListedEvents } from '../../plan/listed-events.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { InputMember, InputShape } from '../../plan/shape.ts';
import { describeProse } from '../wire/answers.ts';
import type { WireUse } from '../wire/type.ts';
import { capitalize, toPascal, toSentence } from '../words.ts';
import type { Components } from './components.ts';
import { describeItems } from './constraints.ts';
import { createObject } from './named.ts';
import { describeValue, withNull } from './values.ts';

interface InputPlace {
  readonly operation: OperationPlan;
  readonly use: WireUse;
}

/** Describes the body of the requests of an operation; undefined if it has none. A patch is described as a merge patch. */
export function describeInput(components: Components, operation: OperationPlan): JsonSchema | undefined {
  const { input, kind, name } = operation;
  if (input === undefined) return undefined;
  const use = kind === 'update' ? 'patched' : 'sent';
  const schema = describeShape(components, input, { operation, use });
  if (input.kind !== 'object') return schema;
  const { resources, objects } = components.plan;
  const { shapeName } = input;
  const object = objects.find((candidate) => candidate.name === shapeName);
  const isResource = resources.some((candidate) => candidate.name === shapeName);
  const own = `${toPascal(name)}Request`;
  // `InvoiceCreate`, `PaymentInput`, or else by the operation alone.
  const names =
    shapeName === undefined
      ? [own]
      : isResource
        ? [`${shapeName}${capitalize(operation.kind === 'transition' ? operation.verb : operation.kind)}`, own]
        : [`${shapeName}Input`, own];
  return components.add(names, { ...describeProse(object?.description), ...schema });
}

function describeShape(components: Components, shape: InputShape, place: InputPlace): JsonSchema {
  switch (shape.kind) {
    case 'object':
      return createObject(
        components,
        place.use,
        shape.members.map((member) => ({
          name: member.name,
          required: isRequired(member, place),
          schema: describeMember(components, member, place),
        })),
      );
    case 'list':
      return {
        type: 'array',
        items: describeShape(components, shape.item, { ...place, use: 'sent' }),
        ...describeItems(shape.range),
      };
    case 'value': {
      const { holder, field } = shape.of ?? {};
      const { resources, objects } = components.plan;
      const all = [...resources.map(({ name, fields }) => ({ name, members: fields })), ...objects];
      const owner = all.find(({ name }) => name === holder);
      const meaning = owner?.members.find(({ name }) => name === field)?.meaning;
      const value = describeValue(components, shape.schema, place.use);
      return meaning === undefined ? value : { ...value, description: toSentence(meaning) };
    }
    case 'literal':
      return { const: shape.value };
  }
}

/** In a patch only members that are not fields of the record are required: the patch does not apply to them. */
function isRequired({ required, field, default: otherwise }: InputMember, { use }: InputPlace): boolean {
  return required && otherwise === undefined && (use !== 'patched' || field === undefined);
}

const endsInState = 'The request is rejected unless the record ends in this state.';
const sendsPresentValue = 'Cannot be changed: send its present value or leave it out.';
const sendsWhenNew = {
  taken: 'Of a new record; cannot be changed later: then send its present value or leave it out.',
  required: 'Required for a new record; cannot be changed later: then send its present value or leave it out.',
};

function describeMember(components: Components, member: InputMember, place: InputPlace): JsonSchema {
  const { shape, unchanged, whenNew, endState, default: otherwise, field: name } = member;
  const resource = components.plan.resources.find((candidate) => candidate.name === place.operation.resource);
  const field = name === undefined ? undefined : resource?.fields.find((candidate) => candidate.name === name);
  // The patch applies to the fields of the record alone.
  const use = place.use === 'patched' && name === undefined && shape.kind !== 'object' ? 'sent' : place.use;
  const bare = describeShape(components, shape, { ...place, use });
  const events = name === undefined ? [] : getListedEvents(components.plan, resource?.name, name);
  const value: JsonSchema =
    events.length === 0 ? bare : { ...bare, items: { ...(bare.items as JsonSchema), enum: events } };
  const isFixed = unchanged === true || endState === true;
  const removable = place.use === 'patched' && name !== undefined && field?.required !== true && !isFixed;
  const isAbsent = unchanged === true && resource !== undefined && field !== undefined && mayBeAbsent(resource, field);
  const described = removable || isAbsent ? withNull(value) : value;
  const sentences = [
    field?.meaning === undefined ? value.description : toSentence(field.meaning),
    unchanged === true ? describeUnchanged(member) : undefined,
    endState === true ? endsInState : undefined,
    removable && !isNullable(shape) ? 'Null removes it.' : undefined,
  ].filter((sentence) => typeof sentence === 'string');
  return {
    ...described,
    ...(sentences.length === 0 ? {} : { description: sentences.join(' ') }),
    ...(unchanged === true && whenNew === undefined ? { readOnly: true } : {}),
    ...(otherwise === undefined || place.use === 'patched' ? {} : { default: otherwise }),
  };
}

function describeUnchanged({ ignored, whenNew }: InputMember): string {
  if (whenNew !== undefined) return sendsWhenNew[whenNew];
  return ignored === true ? 'Ignored.' : sendsPresentValue;
}

function isNullable(shape: InputShape): boolean {
  return shape.kind === 'value' && shape.schema.nullable === true;
}

/** Whether a request of an operation must have a body: without one an empty object is meant. */
export function needsBody({ input, kind }: OperationPlan): boolean {
  if (operationKinds[kind].about === 'tokens') return true;
  if (input === undefined) return false;
  return (
    input.kind !== 'object' ||
    input.members.some(
      (member) => member.required && member.default === undefined && (kind !== 'update' || member.field === undefined),
    )
  );
}

/** Describes a JSON Patch (RFC 6902). */
export function describeJsonPatch(components: Components): JsonSchema {
  const pointer: JsonSchema = { type: 'string', description: 'A JSON Pointer.' };
  return components.add(['JsonPatch'], {
    type: 'array',
    description: 'Changes that are applied in order; if one fails, none is applied (RFC 6902).',
    items: {
      type: 'object',
      required: ['op', 'path'],
      properties: {
        op: { type: 'string', enum: ['add', 'remove', 'replace', 'move', 'copy', 'test'] },
        path: pointer,
        from: pointer,
        value: {},
      },
    },
  });
}
