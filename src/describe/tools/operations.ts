import type { JsonSchema } from '../../parts/registry.ts';
import { findRefreshToken } from '../../plan/bodies/credential.ts';
import { isObject } from '../../plan/fields/is-object.ts';
import { getFileForm, getReturnedContent } from '../../plan/files/file-bodies.ts';
import { operationKinds } from '../../plan/kinds.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { type Components, createSchemas, describeInput, describeType } from '../schemas/index.ts';
import { describeWire } from '../wire/index.ts';
import type { WireParameter } from '../wire/parameters.ts';
import { joinDescriptions } from '../words.ts';
import { createRequest, listArguments, toText } from './request.ts';
import { createToolResult, type SendToolRequest, type Tool, type ToolResponse, type ToolResult } from './tool.ts';

/** A tool that calls an operation. */
export interface OperationTool extends Tool {
  /** The operation that it calls; left out: it answers a question about the service. */
  readonly operation?: string;
  /** Explains why arguments do not fit its schema; left out: the service checks them. */
  readonly explainWrong?: (args: unknown) => string | undefined;
  call(args: Readonly<Record<string, unknown>>, send: SendToolRequest): Promise<ToolResult>;
}

const prefix = '#/$defs/';

/**
 * Describes each operation of a service as a tool. Streams are left out, and operations on credentials: an agent has one already
 * and never sees it. No agent gets a refresh token.
 */
export function describeOperationTools(plan: WholePlan): readonly OperationTool[] {
  const components = createSchemas(plan, prefix);
  return (
    plan.operations
      .filter(
        ({ kind, disabled, session }) =>
          disabled !== true &&
          operationKinds[kind].about !== 'tokens' &&
          kind !== 'stream events' &&
          session?.does !== 'refresh',
      )
      // A tool sends and gets texts.
      .filter((operation) => getFileForm(operation.input) === undefined && getReturnedContent(operation) === undefined)
      .map((operation) => describeTool(plan, components, operation))
  );
}

function describeTool(plan: WholePlan, components: Components, operation: OperationPlan): OperationTool {
  const { id, summary, description, needsBody } = describeWire(plan).of(operation);
  const args = listArguments(plan, operation).filter(({ name }) => name !== 'If-None-Match');
  const body = (operation.exchange?.requestTypes.length ?? 0) === 0 ? undefined : describeInput(components, operation);
  const properties = {
    ...Object.fromEntries(args.map((argument) => [argument.name, describeArgument(components, argument)])),
    ...(body === undefined ? {} : { body }),
  };
  const required = [
    ...args.filter((argument) => argument.required).map(({ name }) => name),
    ...(body !== undefined && needsBody ? ['body'] : []),
  ];
  const { changes } = operationKinds[operation.kind];
  return {
    name: id,
    operation: operation.name,
    title: summary,
    description: joinDescriptions([`${operation.method} ${operation.path}`, description]),
    inputSchema: {
      type: 'object',
      properties,
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
      ...withDefinitions(components, properties),
    },
    annotations: {
      readOnlyHint: changes === 'never',
      destructiveHint: operation.kind === 'delete' || operation.kind === 'handler',
      idempotentHint: changes === 'never' || operation.kind === 'replace' || operation.kind === 'delete',
      openWorldHint: false,
    },
    async call(given, send) {
      const unknown = Object.keys(given).find((name) => !Object.hasOwn(properties, name));
      if (unknown !== undefined) {
        const known = Object.keys(properties).join(', ') || 'none';
        return createToolResult({ error: `${unknown} is not an argument. Arguments: ${known}` }, true);
      }
      const moved = args.find(({ name, in: place }) => place === 'path' && /^\.{0,2}$/.test(toText(given[name] ?? '')));
      if (moved !== undefined) {
        const error = `${moved.name} must not be empty, \`.\` or \`..\`, which changes the path`;
        return createToolResult({ error }, true);
      }
      const request = createRequest(plan, operation, args, given);
      if ('problem' in request) return createToolResult({ error: request.problem }, true);
      return readResponse(operation, await send(request));
    },
  };
}

/** The schema of an argument, with its words. */
function describeArgument(
  components: Components,
  { type, default: otherwise, description }: WireParameter,
): JsonSchema {
  return {
    ...describeType(components, type),
    ...(otherwise === undefined ? {} : { default: otherwise }),
    ...(description === undefined ? {} : { description }),
  };
}

/** The definitions to which schemas refer, and those to which these refer. */
function withDefinitions({ all }: Components, schemas: object): { readonly $defs?: JsonSchema } {
  const found = new Map<string, JsonSchema>();
  const collect = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)) {
      const schema = all.get(name!);
      if (schema === undefined || found.has(name!)) continue;
      found.set(name!, schema);
      collect(schema);
    }
  };
  collect(schemas);
  return found.size === 0 ? {} : { $defs: Object.fromEntries(found) };
}

/** Reads a response as the result of a tool: its status, its body, and what helps to go on. */
export function readResponse(
  { name, responses }: Pick<OperationPlan, 'name'> & Partial<Pick<OperationPlan, 'responses'>>,
  { status, headers, text }: ToolResponse,
): ToolResult {
  const shown = {
    etag: 'etag',
    location: 'location',
    next_page: 'link',
    retry_after: 'retry-after',
    document_line: 'nonet-explain',
  };
  const more = Object.entries(shown).flatMap(([key, header]) => {
    const value = headers.get(header);
    return value === null ? [] : [[key, value] as const];
  });
  return createToolResult(
    { operation: name, status, ...Object.fromEntries(more), body: hideRefreshTokens(parse(text), responses) },
    status >= 400 || (status >= 300 && responses?.every((response) => response.status !== status) === true),
  );
}

/** Returns a body without the refresh tokens that responses of the operation show. */
function hideRefreshTokens(body: unknown, responses: OperationPlan['responses'] = []): unknown {
  const paths = responses.flatMap(({ shape }) => {
    const path = findRefreshToken(shape);
    return path === undefined ? [] : [path];
  });
  return paths.reduce(leaveOut, body);
}

function leaveOut(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return null;
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  const { [name]: inner, ...others } = value as Readonly<Record<string, unknown>>;
  return rest.length === 0 ? others : { ...others, [name]: leaveOut(inner, rest) };
}

/** Parses a body; one that is not JSON stays a text. */
export function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text;
  }
}
