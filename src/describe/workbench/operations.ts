import { getFileForm, getReturnedContent } from '../../plan/files/file-bodies.ts';
import { listBindingTransitions } from '../../plan/kinds.ts';
import { findNamed } from '../../plan/lookup.ts';
import { listSuccesses, type OperationPlan, type ParameterPlan } from '../../plan/operation.ts';
import type { TransitionPlan } from '../../plan/resource.ts';
import type { AnswerShape } from '../../plan/shape.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { present } from '../../text/present.ts';
import { findRequestType } from '../requests.ts';
import { describeSession } from '../session.ts';
import type { WireOperation } from '../wire/index.ts';
import type { WireParameter } from '../wire/parameters.ts';
import type { WireObject, WireType } from '../wire/type.ts';
import { toSentence } from '../words.ts';
import { toGuard } from './guards.ts';
import type {
  AccessData,
  FieldData,
  ListData,
  OperationData,
  ParameterData,
  PlaceholderData,
  RowData,
} from './model.ts';
import { toFields, toType } from './types.ts';

/** Describes an operation for the page: its request, what it shows, and what decides whether it is allowed. */
export function describeOperation(plan: WholePlan, wire: WireOperation, prefix: string): OperationData {
  const { plan: operation, summary, body, parameters } = wire;
  const { name, kind, method, path, resource, verb, meaning, idempotency, input, exchange, record } = operation;
  const files = getFileForm(input);
  const precondition = operation.preconditions.find(({ header }) => header === 'If-Match');
  const type = exchange && findRequestType({ exchange });
  const content = getReturnedContent(operation)?.field;
  return {
    name,
    kind,
    summary,
    ...present({ verb, resource, type, files, content, key: idempotency?.header, session: operation.session?.does }),
    ...(meaning === undefined ? {} : { meaning: toSentence(meaning) }),
    method,
    path: prefix + path,
    placeholders: listPlaceholders(plan, operation),
    parameters: parameters
      .filter(({ stated }) => stated !== undefined)
      .map((each) => toParameter(plan, operation, each)),
    ...describeBody(plan, operation, body),
    ...(precondition === undefined ? {} : { ifMatch: precondition.required ? 'required' : 'allowed' }),
    ...(record === undefined ? {} : { own: true }),
    access: describeAccess(operation),
    rows: listRows(plan, operation),
    ...listRules(plan, operation),
    ...describeShown(plan, wire),
    ...describeSession(operation),
  };
}

function listPlaceholders({ resources }: WholePlan, { segments, resource }: OperationPlan): readonly PlaceholderData[] {
  const fields = findNamed(resources, resource)?.fields ?? [];
  return segments.flatMap((segment): readonly PlaceholderData[] => {
    if (segment.kind === 'fixed') return [];
    const { name, of, field, by } = segment;
    const schema = findNamed(fields, field)?.schema;
    const parent = of === 'parent' && schema?.type === 'ref' ? schema.resource : undefined;
    return [{ name, of, field, ...present({ parent, by }) }];
  });
}

function toParameter(plan: WholePlan, operation: OperationPlan, parameter: WireParameter): ParameterData {
  const { name, in: place, required, description, isList, type, default: otherwise, stated } = parameter;
  const { mapsTo } = stated!;
  const most = mapsTo.kind === 'page size' ? operation.paging?.maxSize : undefined;
  return {
    name,
    in: place === 'header' ? 'header' : 'query',
    means: mapsTo.kind,
    ...describeMeaning(mapsTo),
    type: toType(plan, type),
    ...(required ? { required } : {}),
    ...present({ isList, help: description, default: otherwise, most }),
  };
}

function describeMeaning(means: ParameterPlan['mapsTo']): Partial<ParameterData> {
  if (means.kind === 'filter') return { field: means.path.join('.'), operator: means.operator };
  return means.kind === 'search' || means.kind === 'sort' || means.kind === 'expand' ? { fields: means.fields } : {};
}

function describeAccess({ access: { open, grants } }: OperationPlan): AccessData {
  const admits = grants.filter(({ where }) => where !== 'disabled');
  const has = (kind: string): boolean => admits.some((grant) => grant.kind === kind);
  return {
    ...(open || has('public') ? { open: true } : {}),
    ...(has('authenticated') ? { authenticated: true } : {}),
    scopes: [...new Set(admits.flatMap(({ kind, scope }) => (kind === 'scope' ? [scope] : [])))],
    rules: [...new Set(admits.flatMap(({ words }) => words ?? []))],
  };
}

/** The rows that requests take: time takes the others. */
function listRows(plan: WholePlan, { resource, kind, verb }: OperationPlan): readonly RowData[] {
  const names = listBindingTransitions(verb ?? kind);
  return (findNamed(plan.resources, resource)?.machines ?? []).flatMap(({ field, transitions }) =>
    transitions
      .filter(({ name, trigger }) => names.includes(name) && (trigger === undefined || trigger.kind === 'handler'))
      .map((row) => ({ ...present({ field }), ...toRow(plan, row) })),
  );
}

/** The rules of an operation of which the page knows something. */
function listRules(plan: WholePlan, { resource, kind, verb }: OperationPlan): { readonly rules?: readonly RowData[] } {
  const names = listBindingTransitions(verb ?? kind);
  const rules = (findNamed(plan.resources, resource)?.operationRules ?? [])
    .filter(({ name }) => names.includes(name))
    .map((rule) => toRow(plan, rule))
    .filter(({ test }) => test !== undefined);
  return rules.length === 0 ? {} : { rules };
}

function toRow({ errors }: WholePlan, { from, to, guard, meaning, error }: TransitionPlan): RowData {
  const message = errors.codes.find(({ code }) => code === error)?.message;
  const known = guard === undefined || guard === 'disabled' ? undefined : guard;
  return {
    from,
    ...present({ meaning, guard: known?.source, test: known && toGuard(known), message }),
    ...(to.kind === 'state' ? { to: to.state } : {}),
  };
}

/** The record, or the records, that an operation shows. */
function describeShown(plan: WholePlan, { plan: operation, responses }: WireOperation): Partial<OperationData> {
  const [success] = listSuccesses(operation).filter(({ shape }) => shape !== undefined);
  const type = responses.find((response) => response.plan === success)?.type;
  if (success?.shape === undefined || type === undefined) return {};
  const { paging } = operation;
  const find = (wanted: (shape: AnswerShape) => boolean) => findPath(success.shape!, wanted);
  const records = find(({ kind }) => kind === 'records');
  if (records === undefined) {
    if (type.kind !== 'object') return {};
    const inner = findWrapped(type);
    const isRecord = inner?.type.resource !== undefined && inner.type.resource.name === operation.resource;
    return isRecord
      ? { at: inner.name, shown: toFields(plan, inner.type.members) }
      : { shown: toFields(plan, type.members) };
  }
  const role = (name: string) => find((shape) => shape.kind === 'role' && shape.role === name);
  const list: ListData = {
    records,
    ...present({
      next: role('next cursor'),
      previous: role('previous cursor'),
      total: role('total count'),
      more: role('has more'),
      size: paging?.maxSize,
    }),
  };
  return { list, shown: findItem(plan, type, records) };
}

/** The body of requests, without an object around all of it. */
function describeBody(plan: WholePlan, { session }: OperationPlan, body: WireType | undefined): Partial<OperationData> {
  if (body === undefined) return {};
  const inner = body.kind === 'object' && session?.does !== 'refresh' ? findWrapped(body) : undefined;
  return inner === undefined ? { body: toType(plan, body) } : { wrap: inner.name, body: toType(plan, inner.type) };
}

/** The only member of an object, if it is an object and no field of the record. */
function findWrapped({ members }: WireObject): { readonly name: string; readonly type: WireObject } | undefined {
  const [only, ...others] = members;
  if (only === undefined || others.length > 0 || only.field !== undefined || only.type.kind !== 'object')
    return undefined;
  return { name: only.name, type: only.type };
}

function findItem(plan: WholePlan, type: WireType, [name, ...inside]: readonly string[]): readonly FieldData[] {
  if (type.kind === 'list') return type.item.kind === 'object' ? toFields(plan, type.item.members) : [];
  const member = type.kind === 'object' ? type.members.find((each) => each.name === name) : undefined;
  return member === undefined ? [] : findItem(plan, member.type, inside);
}

/** Returns the path of the first shape inside written-out objects that is wanted. */
function findPath(shape: AnswerShape, wanted: (shape: AnswerShape) => boolean): readonly string[] | undefined {
  if (wanted(shape)) return [];
  if (shape.kind !== 'object') return undefined;
  for (const { name, shape: inner } of shape.members) {
    const path = findPath(inner, wanted);
    if (path !== undefined) return [name, ...path];
  }
  return undefined;
}
