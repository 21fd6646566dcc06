import type { JsonSchema } from '../../parts/registry.ts';
import type { StatusPlan } from '../../plan/exchange.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { CodePlan } from '../../plan/plan.ts';
import type { Json } from '../../plan/schema.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { describeResponse } from '../schemas/index.ts';
import { describeSuccess } from '../wire/words.ts';
import { capitalize, joinDescriptions, toPascal, toSentence } from '../words.ts';
import type { OpenapiContext } from './context.ts';
import { describeStream } from './events.ts';
import { nameExamples } from './examples.ts';
import { describeHeaders } from './headers.ts';

/** Describes every response that an operation can give, by status. */
export function describeResponses(
  context: OpenapiContext,
  operation: OperationPlan,
): Readonly<Record<string, JsonSchema>> {
  const statuses = operation.exchange?.statuses ?? [];
  return Object.fromEntries(
    statuses.map((status) => {
      const response = describeStatus(context, operation, status);
      if (status.on === 'success') return [String(status.status), response] as const;
      if (status.body === 'token error')
        return [String(status.status), context.references.response('TokenError', response)] as const;
      const name = [...(status.codes ?? []), ...(status.uncoded ?? [])].map(toPascal).join('Or');
      const all = name === '' ? toPascal((status.conditions ?? ['refused']).join(' or ')) : name;
      return [String(status.status), context.references.response(all.slice(0, 80), response)] as const;
    }),
  );
}

function describeStatus(context: OpenapiContext, operation: OperationPlan, status: StatusPlan): JsonSchema {
  const headers = describeHeaders(context, operation, status);
  const content = describeContent(context, operation, status);
  return {
    description:
      status.on === 'success' ? describeSuccess(operation, status.status) : describeRefusals(context.plan, status),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(content === undefined ? {} : { content }),
  };
}

/** Lists the codes of a status with their messages, or without codes what it is given for. */
function describeRefusals(
  { errors }: WholePlan,
  { codes = [], conditions = [], uncoded = [], body }: StatusPlan,
): string {
  if (body === 'token error') return 'The token request is rejected (RFC 6749, section 5.2).';
  const rows = codes.flatMap((name) => errors.codes.find(({ code }) => code === name) ?? []);
  if (rows.length === 0) return toSentence(capitalize(conditions.join(', ')));
  if (rows.length === 1 && uncoded.length === 0) return describeCode(rows[0]!, conditions);
  return joinDescriptions([
    'One of these errors:',
    [
      ...rows.map((row) =>
        describeCode(
          row,
          row.conditions.map(({ name }) => name).filter((name) => conditions.includes(name)),
        ),
      ),
      ...(uncoded.length === 0 ? [] : [`without a code: ${toSentence(uncoded.join(', '))}`]),
    ]
      .map((line) => `- ${line}`)
      .join('\n'),
  ]);
}

function describeCode({ code, message, meaning }: CodePlan, conditions: readonly string[]): string {
  const words = message ?? [...new Set(conditions)].join(', ');
  const more = meaning === undefined ? '' : ` ${toSentence(meaning)}`;
  return `\`${code}\`: ${toSentence(words)}${more}`;
}

/** The content of a file. */
const binary: JsonSchema = { type: 'string', format: 'binary' };

function describeContent(
  context: OpenapiContext,
  operation: OperationPlan,
  status: StatusPlan,
): JsonSchema | undefined {
  const { exchange } = operation;
  if (status.body === 'event stream') return { 'text/event-stream': describeStream(context, operation) };
  if (status.body === 'content')
    return Object.fromEntries((exchange?.responseTypes ?? []).map((type) => [type, { schema: binary }]));
  const schema = describeResponse(context.schemas, operation, status);
  if (schema === undefined || exchange === undefined) return undefined;
  const isStandard = status.body === 'token' || status.body === 'token error';
  const types =
    status.on === 'success' ? exchange.responseTypes : [isStandard ? 'application/json' : exchange.refusalType];
  const examples =
    status.on === 'success' ? listSuccesses(context, operation, status) : listRefusals(context, operation, status);
  const content = { schema, ...(Object.keys(examples).length === 0 ? {} : { examples }) };
  return Object.fromEntries(types.map((type) => [type, content]));
}

type MediaExamples = Readonly<Record<string, JsonSchema>>;

function listSuccesses({ examples }: OpenapiContext, operation: OperationPlan, { status }: StatusPlan): MediaExamples {
  const played = nameExamples(examples, operation).filter(
    ({ response }) => response.status === status && response.body !== undefined,
  );
  return Object.fromEntries(
    played.map(({ name, summary, response }) => [name, { summary, value: response.body as Json }]),
  );
}

/** One example for each code: a refusal that was played, or else the body as the service writes it for the code. */
function listRefusals(context: OpenapiContext, { name }: OperationPlan, status: StatusPlan): MediaExamples {
  if (status.body !== 'error') return {};
  const { errors } = context.plan;
  return Object.fromEntries(
    (status.codes ?? []).map((code) => {
      const row = errors.codes.find((candidate) => candidate.code === code);
      const played = context.findRefusal(name, code);
      const value = played?.response.body ?? writeRefusal(context, status.status, row);
      return [code, { summary: row?.message ?? played?.title ?? code, value: value as Json }];
    }),
  );
}

/** The body of a refusal as the service writes it; its trace is zero. */
function writeRefusal({ plan, errorBody }: OpenapiContext, status: number, row: CodePlan | undefined): unknown {
  const { text } = errorBody({
    status,
    code: row?.code,
    message: row?.message,
    own: row?.own,
    base: plan.base.known ?? plan.base.prefix,
    traceId: '0'.repeat(32),
  });
  return JSON.parse(text);
}
