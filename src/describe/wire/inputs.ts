import { mayBeAbsent } from '../../plan/fields/presence.ts';
import { operationKinds } from '../../plan/kinds.ts';
import { getListedEvents } from '../../plan/listed-events.ts';
import { findNamed } from '../../plan/lookup.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { MemberPlan, ResourcePlan } from '../../plan/resource.ts';
import type { InputMember, InputShape } from '../../plan/shape.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { capitalize, toPascal, toSentence } from '../words.ts';
import { describeProse } from './answers.ts';
import type { WireMember, WireType, WireUse } from './type.ts';

/** Returns the type of the body of the requests of an operation; undefined if it has none. A patch is a merge patch. */
export function sendBody(plan: WholePlan, operation: OperationPlan): WireType | undefined {
  const { input, kind, resource } = operation;
  if (input === undefined) return undefined;
  const use = kind === 'update' ? 'patched' : 'sent';
  const type = sendShape({ plan, resource: findNamed(plan.resources, resource) }, input, use);
  if (input.kind !== 'object' || type.kind !== 'object') return type;
  const names = nameBody(plan, operation, input.shapeName);
  return { ...type, names, ...describeProse(findNamed(plan.objects, input.shapeName)?.description) };
}

/** `InvoiceCreate`, `PaymentInput`, or else by the operation alone. */
function nameBody({ resources }: WholePlan, operation: OperationPlan, shapeName: string | undefined): string[] {
  const { name, kind, verb } = operation;
  const own = `${toPascal(name)}Request`;
  if (shapeName === undefined) return [own];
  const isResource = findNamed(resources, shapeName) !== undefined;
  return [isResource ? `${shapeName}${capitalize(kind === 'transition' ? verb : kind)}` : `${shapeName}Input`, own];
}

/** Returns whether a request of an operation must have a body of this type. */
export function isBodyNeeded({ kind }: OperationPlan, type: WireType | undefined): boolean {
  if (operationKinds[kind].about === 'tokens') return true;
  return type !== undefined && (type.kind !== 'object' || type.members.some(({ optional }) => !optional));
}

interface Place {
  readonly plan: WholePlan;
  /** The resource of the operation. */
  readonly resource: ResourcePlan | undefined;
}

function sendShape(place: Place, shape: InputShape, use: WireUse): WireType {
  switch (shape.kind) {
    case 'object':
      return { kind: 'object', use, members: shape.members.map((member) => sendMember(place, member, use)) };
    case 'list': {
      const { range } = shape;
      return { kind: 'list', item: sendShape(place, shape.item, 'sent'), ...(range === undefined ? {} : { range }) };
    }
    case 'value': {
      const { resources, objects } = place.plan;
      const { holder, field } = shape.of ?? {};
      const members: readonly Pick<MemberPlan, 'name' | 'meaning'>[] =
        findNamed(resources, holder)?.fields ?? findNamed(objects, holder)?.members ?? [];
      const meaning =
        shape.role === undefined ? findNamed(members, field)?.meaning : 'The refresh token of the session.';
      const { schema } = shape;
      return { kind: 'value', schema, use, ...(meaning === undefined ? {} : { description: toSentence(meaning) }) };
    }
    case 'literal':
      return { kind: 'literal', value: shape.value };
  }
}

const endsInState = 'The request is rejected unless the record ends in this state.';
const sendsPresentValue = 'Cannot be changed: send its present value or leave it out.';
const sendsWhenNew = {
  taken: 'Of a new record; cannot be changed later: then send its present value or leave it out.',
  required: 'Required for a new record; cannot be changed later: then send its present value or leave it out.',
};

function sendMember(place: Place, member: InputMember, use: WireUse): WireMember {
  const { resource } = place;
  const { name, shape, unchanged, whenNew, endState, default: otherwise } = member;
  const isPatched = use === 'patched' && member.field !== undefined;
  const field = findNamed(resource?.fields ?? [], member.field);
  // The patch applies to the fields of the record alone: others are sent as they are, and must be if they are required.
  const { description, ...type } = sendShape(
    place,
    withListedEvents(place, shape, member.field),
    isPatched || shape.kind === 'object' ? use : 'sent',
  );
  const isFixed = unchanged === true || endState === true;
  const removable = isPatched && field?.required !== true && !isFixed;
  const isAbsent = unchanged === true && resource !== undefined && field !== undefined && mayBeAbsent(resource, field);
  const sentences = [
    field?.meaning === undefined ? description : toSentence(field.meaning),
    unchanged === true ? describeUnchanged(member) : undefined,
    endState === true ? endsInState : undefined,
    removable && !(shape.kind === 'value' && shape.schema.nullable === true) ? 'Null removes it.' : undefined,
  ].filter((sentence) => sentence !== undefined);
  return {
    name,
    optional: !member.required || otherwise !== undefined || isPatched,
    type: {
      ...type,
      ...(removable || isAbsent ? { nullable: true } : {}),
      ...(sentences.length === 0 ? {} : { description: sentences.join(' ') }),
    },
    ...(field === undefined ? {} : { field }),
    ...(unchanged === true && whenNew === undefined ? { isReadOnly: true } : {}),
    ...(otherwise === undefined || use === 'patched' ? {} : { default: otherwise }),
  };
}

function describeUnchanged({ ignored, whenNew }: InputMember): string {
  if (whenNew !== undefined) return sendsWhenNew[whenNew];
  return ignored === true ? 'Ignored.' : sendsPresentValue;
}

/** The field by which a subscription lists its events takes the names of events alone. */
function withListedEvents({ plan, resource }: Place, shape: InputShape, field: string | undefined): InputShape {
  const events = field === undefined ? [] : getListedEvents(plan, resource?.name, field);
  if (events.length === 0 || shape.kind !== 'value' || shape.schema.type !== 'list') return shape;
  return { ...shape, schema: { ...shape.schema, item: { type: 'choice', values: events } } };
}
