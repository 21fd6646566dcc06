import { listHandlerCodes } from '../../parts/registry.ts';
import { describeReturnedForm } from '../../plan/bodies/returned.ts';
import { listFieldNames } from '../../plan/fields/named-fields.ts';
import {
  buildCallInput,
  findsRecord,
  getCodeBody,
  listOtherInput,
  mayHook,
  needsHandler,
} from '../../plan/handler-rules.ts';
import { listHookedChanges } from '../../plan/hooks/hooked-changes.ts';
import { listSuccesses, type OperationPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import type { AnswerShape } from '../../plan/shape.ts';
import {
  formatChoiceType,
  formatIdentityType,
  formatInputType,
  formatObjectType,
  formatValueType,
  listInputMembers,
  type TypeMember,
} from './values.ts';

/** Lists the types of operations with handlers, of those that can have hooks, of changes that can have one inside their transaction, and of calls. */
export function listOperationTypes(plan: Plan): readonly TypeMember[] {
  const coded = plan.operations.filter(needsHandler);
  const hooked = plan.operations.filter((operation) => mayHook(operation) && operation.disabled !== true);
  const of = (operation: OperationPlan): TypeMember =>
    createMember(operation.name, formatObjectType(listHookMembers(plan, operation), 2));
  return [
    createMember(
      'operations',
      formatObjectType(
        coded.map((operation) =>
          createMember(operation.name, formatObjectType(listHandlerMembers(plan, operation), 2)),
        ),
        1,
      ),
    ),
    createMember('hooks', formatObjectType(hooked.map(of), 1)),
    createMember('within', formatObjectType(listWithinTypes(plan), 1)),
    createMember(
      'calls',
      formatObjectType([...hooked.map((operation) => call(plan, operation)), ...listUnroutedTransitions(plan)], 1),
    ),
  ];
}

/** A member that is always there. */
export function createMember(name: string, type: string): TypeMember {
  return { name, type, optional: false };
}

function listHandlerMembers(plan: Plan, operation: OperationPlan): readonly TypeMember[] {
  const { name, resource, responses } = operation;
  const found = formatRecordType(operation);
  const shapes = formatResponseTypes(plan, responses, resource, 3);
  // A handler with a record may give nothing back: the record is then answered as it was left.
  const beside = responses.some(({ shape }) => shape !== undefined && showsUnheldValues(shape));
  const nothing = shapes.length === 0 ? ['unknown'] : found === 'undefined' || beside ? [] : ['void', 'undefined'];
  const events = plan.events.filter(({ when }) =>
    when.some((eventWhen) => eventWhen.emitted && eventWhen.operation === name),
  );
  return [
    ...listHookMembers(plan, operation),
    { ...createMember('answer', [...shapes, ...nothing].join(' | ')), ...createDocumentation(operation) },
    createMember('answers', formatObjectType(listStatusMembers(plan, operation, nothing.includes('undefined')), 3)),
    createMember(
      'events',
      formatObjectType(
        events.map((event) => createMember(event.name, event.resource ?? 'object')),
        3,
      ),
    ),
  ];
}

/** Says what a handler returns, where that is not the form of the Response. */
function createDocumentation(operation: OperationPlan): Pick<TypeMember, 'doc'> {
  const form = describeReturnedForm(operation);
  return form === undefined ? {} : { doc: `Return ${form}.` };
}

/** Whether a response must show something that the record of its operation does not hold. */
function showsUnheldValues(shape: AnswerShape): boolean {
  if (shape.kind === 'object')
    return shape.members.some(({ optional, shape: inner }) => !optional && showsUnheldValues(inner));
  return shape.kind === 'records' || (shape.kind === 'picked' && shape.of !== undefined);
}

function formatResponseTypes(
  plan: Plan,
  responses: OperationPlan['responses'],
  resource: string | undefined,
  indent: number,
): readonly string[] {
  return [
    ...new Set(
      responses.flatMap(({ shape }) => (shape === undefined ? [] : [formatResultType(plan, shape, resource, indent)])),
    ),
  ];
}

/** By status: the body that `answer` takes; it may be left out where the record is answered as it was left. */
function listStatusMembers(plan: Plan, operation: OperationPlan, mayLack: boolean): readonly TypeMember[] {
  const { resource } = operation;
  return [...Map.groupBy(listSuccesses(operation), ({ status }) => status)].map(([status, those]) => {
    const shapes = formatResponseTypes(plan, those, resource, 4);
    const without = mayLack || those.some(({ shape }) => shape === undefined) ? ['undefined'] : [];
    return createMember(String(status), [...shapes, ...without].join(' | '));
  });
}

/** The type of the record that an operation finds. */
function formatRecordType(operation: OperationPlan): string {
  const { resource, creation } = operation;
  if (!findsRecord(operation) || resource === undefined) return 'undefined';
  return creation === undefined ? resource : `${resource} | undefined`;
}

function listHookMembers(plan: Plan, operation: OperationPlan): readonly TypeMember[] {
  const { resource, kind, name } = operation;
  const record = formatRecordType(operation);
  const result = kind === 'handler' ? 'unknown' : (resource ?? 'undefined');
  return [
    createMember('record', record),
    createMember('result', result),
    createMember('input', formatOperationInput(plan, operation)),
    createMember('codes', formatChoiceType([...listHandlerCodes(plan, name).keys()])),
    createMember('fields', formatChoiceType(listFieldNames(plan, operation))),
  ];
}

/** The changes that can have a hook inside their transaction. Only their own requests have all of the input. */
function listWithinTypes(plan: Plan): readonly TypeMember[] {
  return listHookedChanges(plan).flatMap((name): readonly TypeMember[] => {
    const operation = plan.operations.find((stated) => stated.name === name);
    if (operation?.disabled === true) return [];
    const change = operation ?? createInnerChange(plan, name);
    const { resource } = change;
    const old = change.kind === 'create' ? 'undefined' : formatRecordType(change);
    const input = formatOperationInput(plan, change);
    return [
      createMember(
        name,
        formatObjectType(
          [
            createMember('record', resource!),
            createMember('old', old),
            createMember('input', input === '{}' ? input : `Partial<${input}>`),
            createMember('codes', formatChoiceType([...listHandlerCodes(plan, name).keys()])),
            createMember('fields', formatChoiceType(listFieldNames(plan, change))),
          ],
          2,
        ),
      ),
    ];
  });
}

/** A change that no operation makes, as far as its types depend on it. */
function createInnerChange(plan: Plan, name: string): OperationPlan {
  const [verb = '', resource] = name.split(' ');
  const input = plan.calls?.find((call) => call.name === name)?.input;
  const kind = verb === 'create' || verb === 'update' || verb === 'delete' ? verb : 'transition';
  return { name, kind, resource, input, parameters: [], segments: [] } as unknown as OperationPlan;
}

/** The body and the parameters that are inputs, as code is given them. */
function formatOperationInput(plan: Plan, operation: OperationPlan): string {
  const input = getCodeBody(operation);
  const resource = plan.resources.find(({ name }) => name === operation.resource);
  const untyped = operation.parameters.filter(({ mapsTo, schema }) => mapsTo.kind === 'input' && schema === undefined);
  const more = [
    ...listInputMembers(plan, listOtherInput(operation, resource), 'read', 2),
    ...untyped.map(({ name, required }) => ({ name, type: 'unknown', optional: !required })),
  ];
  if (input === undefined) return formatObjectType(more, 3);
  if (input.kind === 'object') {
    const own = listInputMembers(plan, input.members, 'read', 3).filter(
      (typeMember) => !more.some(({ name }) => name === typeMember.name),
    );
    return formatObjectType([...own, ...more], 3);
  }
  const body = formatInputType(plan, input, 'read', 3);
  return more.length === 0 ? body : `${body} & ${formatObjectType(more, 3)}`;
}

function call(plan: Plan, operation: OperationPlan): TypeMember {
  const { name, kind, resource } = operation;
  const input = buildCallInput(
    operation,
    plan.resources.find((otherResource) => otherResource.name === resource),
  );
  const about = formatRecordType(operation) !== 'undefined';
  const result = kind === 'delete' ? 'undefined' : kind === 'handler' ? 'unknown' : (resource ?? 'unknown');
  return createMember(
    name,
    formatObjectType(
      [
        ...(about && resource !== undefined ? [createMember('id', formatIdentityType(plan, resource))] : []),
        createMember('input', input === undefined ? '{}' : formatInputType(plan, input, 'write', 3)),
        createMember('result', result),
      ],
      2,
    ),
  );
}

/** Transitions that no endpoint runs: code alone calls them. */
function listUnroutedTransitions(plan: Plan): readonly TypeMember[] {
  const known = new Set(
    plan.operations.map(({ kind, verb, resource }) => (kind === 'transition' ? `${verb} ${resource}` : '')),
  );
  return plan.resources.flatMap(({ name, machines }) => {
    const rows = machines
      .flatMap(({ transitions }) => transitions)
      .filter(({ trigger }) => trigger?.kind === 'handler');
    const names = [...new Set(rows.map((row) => `${row.name} ${name}`))].filter(
      (operationName) => !known.has(operationName),
    );
    return names.map((otherName) => {
      const input = plan.calls?.find((call) => call.name === otherName)?.input;
      const given = input === undefined ? '{}' : formatInputType(plan, input, 'write', 3);
      const members = [
        createMember('id', formatIdentityType(plan, name)),
        createMember('input', given),
        createMember('result', name),
      ];
      return createMember(otherName, formatObjectType(members, 2));
    });
  });
}

type Members = Map<string, TypeMember>;

/** The type of a handler's result for a shape. */
function formatResultType(plan: Plan, shape: AnswerShape, resource: string | undefined, indent: number): string {
  if (shape.kind === 'records') return `readonly (${formatResultType(plan, shape.item, resource, indent)})[]`;
  const members: Members = new Map();
  read(plan, shape, resource, members, false, indent);
  return formatObjectType([...members.values()], indent);
}

/** Collects the members that a shape reads of the record in hand. */
function read(
  plan: Plan,
  shape: AnswerShape,
  resource: string | undefined,
  into: Members,
  optional: boolean,
  indent: number,
  key?: string,
): void {
  switch (shape.kind) {
    case 'object':
      for (const { name, shape: inner, optional: lacks } of shape.members) {
        read(plan, inner, resource, into, optional || lacks, indent, name);
      }
      return;
    case 'field': {
      const [name, ...deeper] = shape.path;
      if (name === undefined) return;
      add(into, name, deeper.length === 0 ? formatValueType(plan, shape.schema, 'write') : 'object', optional);
      return;
    }
    case 'picked': {
      const [name] = shape.path;
      if (name === undefined) {
        read(plan, shape.item, shape.of ?? resource, into, optional, indent, key);
        return;
      }
      const item = formatResultType(plan, shape.item, shape.of, indent + 1);
      add(into, name, shape.list ? `readonly (${item})[]` : item, optional);
      return;
    }
    case 'records':
      if (key !== undefined) {
        add(into, key, `readonly (${formatResultType(plan, shape.item, resource, indent + 1)})[]`, optional);
      }
      return;
    case 'embedded':
    case 'children': {
      const name = shape.kind === 'embedded' ? shape.field : shape.identity;
      const field = plan.resources
        .find((otherResource) => otherResource.name === resource)
        ?.fields.find((candidate) => candidate.name === name);
      if (field !== undefined) add(into, name, formatValueType(plan, field.schema, 'write'), optional);
      return;
    }
    case 'cel':
      readExpression(plan, shape.value, resource, into);
      return;
    default:
      return;
  }
}

/** An expression reads fields of the record; what is not there fails, so all are asked for that a record always has. */
function readExpression(plan: Plan, node: unknown, resource: string | undefined, into: Members): void {
  if (typeof node !== 'object' || node === null) return;
  const { op, root, steps } = node as {
    op?: string;
    root?: string;
    steps?: readonly { name: string; optional?: true }[];
  };
  const step = op === 'path' && root === 'record' ? steps?.[0] : undefined;
  const field = plan.resources
    .find((otherResource) => otherResource.name === resource)
    ?.fields.find((candidate) => candidate.name === step?.name);
  if (field !== undefined) add(into, field.name, formatValueType(plan, field.schema, 'write'), step!.optional === true);
  for (const value of Object.values(node)) readExpression(plan, value, resource, into);
}

function add(into: Members, name: string, type: string, optional: boolean): void {
  const before = into.get(name);
  into.set(name, { name, type: before?.type ?? type, optional: optional && (before?.optional ?? true) });
}
