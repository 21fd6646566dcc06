import { codesOf } from '../../parts/registry.ts';
import { calledInput, findsRecord, mayHook } from '../../plan/handler-rules.ts';
import { fieldNames } from '../../plan/named-fields.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import { returnedForm } from '../../plan/returned.ts';
import type { AnswerShape } from '../../plan/shape.ts';
import { answerType } from './shapes.ts';
import { choiceOf, identityType, inputMembers, inputType, objectType, type TypeMember, valueType } from './values.ts';

/** The types of the operations of code, of those at which hooks may stand, and of those that code may call. */
export function operationTypes(plan: Plan): readonly TypeMember[] {
  const coded = plan.operations.filter(({ kind, closed }) => kind === 'code' && closed !== true);
  const hooked = plan.operations.filter((operation) => mayHook(operation) && operation.closed !== true);
  const of = (operation: OperationPlan): TypeMember =>
    member(operation.name, objectType(hookMembers(plan, operation), 2));
  return [
    member(
      'operations',
      objectType(
        coded.map((operation) => member(operation.name, objectType(codeMembers(plan, operation), 2))),
        1,
      ),
    ),
    member('hooks', objectType(hooked.map(of), 1)),
    member('calls', objectType([...hooked.map((operation) => call(plan, operation)), ...others(plan)], 1)),
  ];
}

/** A member that is always there. */
export function member(name: string, type: string): TypeMember {
  return { name, type, optional: false };
}

function codeMembers(plan: Plan, operation: OperationPlan): readonly TypeMember[] {
  const { name, resource, responses } = operation;
  const found = recordOf(operation);
  const shapes = shapesOf(plan, responses, resource, 3);
  // A handler with a record may give nothing back: the record is then answered as it was left.
  const beside = responses.some(({ shape }) => shape !== undefined && showsBeside(shape));
  const nothing = shapes.length === 0 ? ['unknown'] : found === 'undefined' || beside ? [] : ['void', 'undefined'];
  const events = plan.events.filter(({ when }) =>
    when.some((eventWhen) => eventWhen.emitted && eventWhen.operation === name),
  );
  return [
    ...hookMembers(plan, operation),
    { ...member('answer', [...shapes, ...nothing].join(' | ')), ...documented(operation) },
    member('answers', objectType(statusMembers(plan, operation, nothing.includes('undefined')), 3)),
    member(
      'events',
      objectType(
        events.map((event) => member(event.name, event.resource ?? 'object')),
        3,
      ),
    ),
  ];
}

/** Says what a handler returns, where that is not the form of the Response. */
function documented(operation: OperationPlan): Pick<TypeMember, 'doc'> {
  const form = returnedForm(operation);
  return form === undefined ? {} : { doc: `Return ${form}.` };
}

/** Whether a response must show something that the record of its operation does not hold. */
function showsBeside(shape: AnswerShape): boolean {
  if (shape.kind === 'object')
    return shape.members.some(({ optional, shape: inner }) => !optional && showsBeside(inner));
  return shape.kind === 'records' || (shape.kind === 'picked' && shape.of !== undefined);
}

function shapesOf(
  plan: Plan,
  responses: OperationPlan['responses'],
  resource: string | undefined,
  indent: number,
): readonly string[] {
  return [
    ...new Set(
      responses.flatMap(({ shape }) => (shape === undefined ? [] : [answerType(plan, shape, resource, indent)])),
    ),
  ];
}

/** By status: the body that `answer` takes; it may be left out where the record is answered as it was left. */
function statusMembers(plan: Plan, { resource, responses }: OperationPlan, mayLack: boolean): readonly TypeMember[] {
  return [...Map.groupBy(responses, ({ status }) => status)].map(([status, those]) => {
    const shapes = shapesOf(plan, those, resource, 4);
    const without = mayLack || those.some(({ shape }) => shape === undefined) ? ['undefined'] : [];
    return member(String(status), [...shapes, ...without].join(' | '));
  });
}

/** The type of the record that an operation finds. */
function recordOf(operation: OperationPlan): string {
  const { resource } = operation;
  return findsRecord(operation) && resource !== undefined ? resource : 'undefined';
}

function hookMembers(plan: Plan, operation: OperationPlan): readonly TypeMember[] {
  const { resource, kind, name } = operation;
  const record = recordOf(operation);
  const result = kind === 'code' ? 'unknown' : (resource ?? 'undefined');
  return [
    member('record', record),
    member('result', result),
    member('input', inputOf(plan, operation)),
    member('codes', choiceOf([...codesOf(plan, name).keys()])),
    member('fields', choiceOf(fieldNames(plan, operation))),
  ];
}

/** The body and the parameters that are inputs, as code is given them. */
function inputOf(plan: Plan, operation: OperationPlan): string {
  const { input, parameters, segments, kind } = operation;
  const more: TypeMember[] = parameters
    .filter(({ means }) => means.kind === 'input')
    .map(({ name, schema, required, default: otherwise }) => ({
      name,
      type: schema === undefined ? 'unknown' : valueType(plan, schema, 'given'),
      optional: !required && otherwise === undefined,
    }));
  const placed =
    kind === 'code'
      ? segments.flatMap((segment) => (segment.kind === 'placeholder' && segment.of !== 'own' ? [segment] : []))
      : [];
  for (const place of placed) {
    const field = plan.resources
      .find((resource) => resource.name === operation.resource)
      ?.fields.find((candidate) => candidate.name === place.field);
    const name = place.of === 'parent' ? place.field : place.name;
    more.push(member(name, field === undefined ? 'string' : valueType(plan, field.schema, 'given')));
  }
  if (input === undefined) return objectType(more, 3);
  if (input.kind === 'object') {
    const own = inputMembers(plan, input.members, 'given', 3).filter(
      (typeMember) => !more.some(({ name }) => name === typeMember.name),
    );
    return objectType([...own, ...more], 3);
  }
  const body = inputType(plan, input, 'given', 3);
  return more.length === 0 ? body : `${body} & ${objectType(more, 3)}`;
}

function call(plan: Plan, operation: OperationPlan): TypeMember {
  const { name, kind, resource } = operation;
  const input = calledInput(
    operation,
    plan.resources.find((otherResource) => otherResource.name === resource),
  );
  const about = recordOf(operation) !== 'undefined';
  const result = kind === 'delete' ? 'undefined' : kind === 'code' ? 'unknown' : (resource ?? 'unknown');
  return member(
    name,
    objectType(
      [
        ...(about && resource !== undefined ? [member('id', identityType(plan, resource))] : []),
        member('input', input === undefined ? '{}' : inputType(plan, input, 'gives', 3)),
        member('result', result),
      ],
      2,
    ),
  );
}

/** Transitions that no endpoint runs: code alone calls them. */
function others(plan: Plan): readonly TypeMember[] {
  const known = new Set(
    plan.operations.map(({ kind, verb, resource }) => (kind === 'transition' ? `${verb} ${resource}` : '')),
  );
  return plan.resources.flatMap(({ name, machines }) => {
    const rows = machines.flatMap(({ transitions }) => transitions).filter(({ trigger }) => trigger?.kind === 'code');
    const names = [...new Set(rows.map((row) => `${row.name} ${name}`))].filter((one) => !known.has(one));
    return names.map((otherName) => {
      const input = plan.calls?.find((call) => call.name === otherName)?.input;
      const given = input === undefined ? '{}' : inputType(plan, input, 'gives', 3);
      const members = [member('id', identityType(plan, name)), member('input', given), member('result', name)];
      return member(otherName, objectType(members, 2));
    });
  });
}
