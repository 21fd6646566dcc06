import type { BuiltInValues, CompiledOperation, PresentField } from '../../contracts/compiled.ts';
import type { RequestContext } from '../../contracts/request-context.ts';
import { isExpressionError } from '../../expression/failures.ts';
import { collectSentFields } from '../../plan/bodies/sent.ts';
import { fieldValue } from '../../plan/exchange.ts';
import { operationKinds } from '../../plan/kinds.ts';
import { listExpansions, type OperationPlan, type ResponsePlan } from '../../plan/operation.ts';
import type { AnswerShape } from '../../plan/shape.ts';
import { compileFragment } from '../answers.ts';
import { shownRoles } from '../events.ts';
import { compileFieldAccess, toSourceString } from '../module.ts';
import { compileReturnedValue, requireWholeResponse } from '../outputs/handled.ts';
import { declareShownCondition, declareShownValue, isShownField } from './expressions.ts';
import { type AnswerCodeContext, type Answers, compileShownRecord, type Handled } from './writer.ts';

type CompiledResponse = CompiledOperation['responses'][number];

/** The text that gives the record of an answer: after, else before, else that of the row. */
function compileRecordExpression(answers: Answers, operation: OperationPlan): string {
  if (operation.kind === 'list' || operation.resource === undefined) return 'g.after ?? g.before';
  return `g.after ?? g.before ?? (g.row === undefined ? undefined : ${answers.toRecord(operation.resource)}(g.row))`;
}

const roles = {
  'next cursor': '(a.nextCursor === null ? "null" : JSON.stringify(a.nextCursor))',
  'previous cursor': '(a.previousCursor === null ? "null" : JSON.stringify(a.previousCursor))',
  'total count': `('' + a.totalCount)`,
  'has more': `('' + a.hasMore)`,
  'page number': `('' + (a.page?.number ?? null))`,
  'page size': `('' + (a.page?.size ?? null))`,
  'page count': `('' + (a.page?.count ?? null))`,
} as const;

/** The built-in values of responses of other operations than lists. */
const responseRoles = {
  'refresh token': '(g.issued?.refresh === undefined ? "null" : JSON.stringify(g.issued.refresh))',
  credential:
    '(g.issued === undefined && g.presented === undefined ? "null" : JSON.stringify((g.issued ?? g.presented).text))',
} as const;

/** The same built-in values outside an object: null if there is none. */
const rolesAsText: Readonly<Record<string, string>> = {
  'next cursor': 'a.nextCursor',
  'previous cursor': 'a.previousCursor',
  'total count': 'a.totalCount',
  'has more': 'a.hasMore',
  'page number': '(a.page?.number ?? null)',
  'page size': '(a.page?.size ?? null)',
  'page count': '(a.page?.count ?? null)',
};

/** Writes the code of one response; the second step is done when the module is linked. */
export function compileResponse(
  answers: Answers,
  operation: OperationPlan,
  response: ResponsePlan,
): () => CompiledResponse {
  const { module } = answers;
  const record = compileRecordExpression(answers, operation);
  const when = declareShownCondition(answers, operation.resource, response.when);
  const holds = module.declare('g', `return ${when}(g, ${record});`);
  const body = response.shape === undefined ? undefined : declareBodyWriter(answers, operation, response, record);
  const fromRow = response.shape === undefined ? undefined : declareRowWriter(answers, operation, response.shape);
  const headers = declareHeadersWriter(answers, operation, response, record);
  return () => ({
    status: response.status,
    when: module.linked(holds) as unknown as CompiledResponse['when'],
    ...(body === undefined
      ? {}
      : { body: module.linked(body) as unknown as (ctx: RequestContext, builtIn: BuiltInValues) => string }),
    ...(fromRow === undefined
      ? {}
      : { fromRow: module.linked(fromRow) as unknown as NonNullable<CompiledResponse['fromRow']> }),
    headers: module.linked(headers) as unknown as CompiledResponse['headers'],
  });
}

/** Writes the texts of the computed fields of the responses that a Request takes only with their present value; undefined if there are none. */
export function compilePresentFields(
  answers: Answers,
  operation: OperationPlan,
): (() => NonNullable<CompiledOperation['presentFields']>) | undefined {
  const { expand: _, fields: __, ...place } = createAnswerContext(answers, operation);
  const context = { ...place, expand: new Map() };
  const names = new Set(
    collectSentFields(operation.input).flatMap(({ field, member }) => (member.unchanged === true ? [field] : [])),
  );
  const fields = (context.resource?.fields ?? []).filter((field) => names.has(field.name) && isShownField(field));
  if (fields.length === 0) return undefined;
  const made = fields.map(({ name, schema }) => {
    const { text } = compileFragment(answers, { kind: 'field', path: [name], schema }, context)!;
    return [name, answers.module.declare('g, r', `return ${text};`)] as const;
  });
  return () => new Map(made.map(([name, text]) => [name, answers.module.linked(text) as unknown as PresentField]));
}

function createAnswerContext(answers: Answers, operation: OperationPlan): AnswerCodeContext {
  const expand = new Map<string, { parameter: string; shape: AnswerShape }>();
  let fields: string | undefined;
  for (const { name, mapsTo: means } of operation.parameters) {
    const parameter = compileFieldAccess('g.parameters', name);
    if (means.kind === 'fields') fields = parameter;
    for (const { field, shape } of listExpansions(means)) expand.set(field, { parameter, shape });
  }
  return {
    resource: answers.plan.resources.find((resource) => resource.name === operation.resource),
    row: false,
    validated: answers.olderRecords === undefined,
    roles: { ...roles, ...(operationKinds[operation.kind].about === 'events' ? shownRoles : responseRoles) },
    own: true,
    expand,
    ...(fields === undefined ? {} : { fields }),
  };
}

/** Whether a caller's parameters may change what is shown. */
function isChosen(context: AnswerCodeContext): boolean {
  return context.expand.size > 0 || context.fields !== undefined;
}

function declareRowWriter(answers: Answers, operation: OperationPlan, shape: AnswerShape): string | undefined {
  const context = createAnswerContext(answers, operation);
  if (operation.kind === 'list' || operation.kind === 'handler' || context.resource === undefined || isChosen(context))
    return undefined;
  return declareRowFunction(answers, shape, context);
}

function declareRowFunction(
  answers: Answers,
  shape: AnswerShape,
  { expand: _, fields: __, ...place }: AnswerCodeContext,
): string | undefined {
  if (answers.olderRecords !== undefined) return undefined;
  const made = compileFragment(answers, shape, { ...place, expand: new Map(), row: true });
  if (made === undefined || made.maybe === true || made.absent !== undefined) return undefined;
  return answers.module.declare('r', `return ${made.text};`);
}

function declareBodyWriter(answers: Answers, operation: OperationPlan, response: ResponsePlan, record: string): string {
  const { module } = answers;
  const shape = response.shape!;
  const context = createAnswerContext(answers, operation);
  if (operation.kind === 'handler') return declareHandlerBody(answers, context, response, record);
  const list = (item: AnswerShape): string => compileRecordsCall(answers, item, context);
  const own = operation.kind !== 'list';
  const made = compileFragment(answers, shape, { ...context, own, list })!;
  const text = made.absent === undefined ? made.text : `(${made.absent} ? 'null' : ${made.text})`;
  const shown = compileShownRecord(answers, operation.resource, record);
  return module.declare('g, a', `const r = ${shown}; return ${made.maybe === true ? `(${text} ?? 'null')` : text};`);
}

/** The body of what code gave back, of which nothing is sure: what must be shown and is not there fails. */
function declareHandlerBody(
  answers: Answers,
  context: AnswerCodeContext,
  response: ResponsePlan,
  record: string,
): string {
  const { module, plan } = answers;
  const shape = response.shape!;
  const handled: Handled = {
    listed: compileListedCall(answers, context),
    response: `${plan.document}:${response.line}`,
    shown: '',
    given: '',
    envelope: '',
  };
  const made = requireWholeResponse(answers, compileFragment(answers, shape, { ...context, handled })!, shape, handled);
  const shown = compileReturnedValue(answers, context.resource?.name, shape, record);
  return module.declare('g, a', `const r = ${shown}; return ${made.text} ?? 'null';`);
}

/** The records that code gave back, one by one; nothing where it gave no list. */
function compileListedCall(answers: Answers, context: AnswerCodeContext): Handled['listed'] {
  const { module, plan } = answers;
  return ({ item, of }, list, handled) => {
    const resource = of === undefined ? context.resource : plan.resources.find(({ name }) => name === of);
    const made = compileFragment(answers, item, { ...context, resource, handled })!;
    const renderer = module.declare('g, r', `return ${made.text};`);
    const shown = compileReturnedValue(answers, of ?? context.resource?.name, item, 'l[i]');
    const loop = `let t = '['; for (let i = 0; i < l.length; i++) t += (i === 0 ? '' : ',') + ${renderer}(g, ${shown}); return t + ']';`;
    return `${module.declare('g, l', `if (!Array.isArray(l)) return undefined; ${loop}`)}(g, ${list})`;
  };
}

/** The records of a list: straight from their rows where the shape and the caller's parameters allow that. */
function compileRecordsCall(answers: Answers, item: AnswerShape, context: AnswerCodeContext): string {
  const { module } = answers;
  const fast = context.resource === undefined ? undefined : declareRowFunction(answers, item, context);
  const loop = (text: string): string =>
    `const l = g.rows; let t = '['; for (let i = 0; i < l.length; i++) t += (i === 0 ? '' : ',') + ${text}; return t + ']';`;
  const straight = fast === undefined ? '' : loop(`${fast}(l[i])`);
  if (fast !== undefined && !isChosen(context)) return `${module.declare('g', straight)}(g)`;
  const made = compileFragment(answers, item, context)!;
  const renderer = module.declare('g, r', `return ${made.text};`);
  const toRecord = context.resource === undefined ? '' : answers.toRecord(context.resource.name);
  const slow = loop(`${renderer}(g, ${compileShownRecord(answers, context.resource?.name, `${toRecord}(l[i])`)})`);
  const chosen = [
    ...new Set([...context.expand.values()].map((expand) => expand.parameter)),
    ...(context.fields === undefined ? [] : [context.fields]),
  ];
  const plain = chosen.map((parameter) => `${parameter} === undefined`).join(' && ');
  const body = fast === undefined ? slow : `if (${plain}) {${straight}} ${slow}`;
  return `${module.declare('g', body)}(g)`;
}

function declareHeadersWriter(
  answers: Answers,
  operation: OperationPlan,
  response: ResponsePlan,
  record: string,
): string {
  const { module } = answers;
  if (response.headers.length === 0) {
    const none = module.constant(Object.freeze([]));
    return module.declare('g, a', `return ${none};`);
  }
  const location = operation.resource === undefined ? undefined : answers.location(operation.resource);
  const known = module.constant(isExpressionError);
  const lines = response.headers.map(({ name, value }) => {
    if (value === 'location') {
      return location === undefined
        ? ''
        : `v = ${location}(r, g.refs); if (v !== undefined) h.push(${toSourceString(name)}, v);`;
    }
    if ('role' in value) {
      return `v = ${rolesAsText[value.role] ?? 'null'}; if (v !== null) h.push(${toSourceString(name)}, '' + v);`;
    }
    const text = declareShownValue(answers, operation.resource, value);
    const fits = module.constant(fieldValue);
    return `try { v = ${text}(g, r); if (v != null && ${fits}.test(v)) h.push(${toSourceString(name)}, '' + v); } catch (e) { if (!${known}(e)) throw e; }`;
  });
  return module.declare('g, a', `const r = ${record}, h = []; let v; ${lines.join('\n')} return h;`);
}
