import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { FieldError } from '../../../contracts/record.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { signatureParameter } from '../../../plan/files/signed-links.ts';
import type { ParameterPlan } from '../../../plan/operation.ts';
import type { Json } from '../../../plan/schema.ts';
import { createInvalidInput } from './bodies/body.ts';
import { createEmptyFields } from './change.ts';

interface Reader {
  readonly plan: ParameterPlan;
  /** The name by which expressions read it as input. */
  readonly input: string;
  read(text: string, fieldErrors: FieldError[]): unknown;
}

const malformed: Refusal = { condition: 'malformed request' };

/** Reads the parameters of the query and of headers; their errors are answered together with the body's. */
export function createReading(op: OperationContext): Step {
  const { operation, code, plan } = op;
  const readers = operation.parameters.map(
    (parameter, i): Reader => ({
      plan: parameter,
      input: op.transform?.inputs.get(parameter.name) ?? parameter.name,
      read: code.parameters[i]!,
    }),
  );
  const byName = new Map(readers.filter(({ plan }) => plan.in === 'query').map((reader) => [reader.plan.name, reader]));
  const headers = readers
    .filter(({ plan }) => plan.in === 'header')
    .map((reader) => ({ ...reader, name: reader.plan.name.toLowerCase() }));
  const due = readers.filter(({ plan }) => plan.required || plan.default !== undefined);
  const strict = plan.unknownFields === 'refused';
  const credentials = new Set(
    plan.authentication.schemes.flatMap(({ sentIn }) =>
      sentIn.filter((place) => place.in === 'query').map((place) => place.name),
    ),
  );
  if (operation.signed !== undefined) credentials.add(signatureParameter);
  for (const { in: place, name } of plan.versioning.placements) {
    if (place === 'query' && name !== undefined) credentials.add(name);
  }
  const last = operation.kind === 'read' || (operation.kind !== 'list' && operation.method === 'GET');
  return (ctx) => {
    const { query } = ctx.incoming;
    if (query === '' && headers.length === 0 && due.length === 0) return undefined;
    if (query !== '' && !readQuery(query, ctx, byName, credentials, strict)) return malformed;
    for (const header of headers) {
      const text = ctx.incoming.header(header.name);
      if (text !== undefined) take(ctx, header, text);
    }
    for (const reader of due) fillMissing(ctx, reader);
    ctx.input = { ...ctx.inputParameters };
    return last && ctx.fieldErrors !== undefined && ctx.fieldErrors.length > 0
      ? createInvalidInput(ctx.fieldErrors)
      : undefined;
  };
}

function take(ctx: RequestContext, { plan, input, read }: Reader, text: string): void {
  ctx.fieldErrors ??= [];
  const value = read(text, ctx.fieldErrors);
  if (value === undefined) return;
  if (Object.keys(ctx.parameters).length === 0) ctx.parameters = createEmptyFields();
  ctx.parameters[plan.name] = value;
  if (plan.mapsTo.kind !== 'input') return;
  ctx.inputParameters = { ...ctx.inputParameters };
  Object.defineProperty(ctx.inputParameters, input, { value, enumerable: true, configurable: true, writable: true });
}

function fillMissing(ctx: RequestContext, reader: Reader): void {
  const { plan } = reader;
  if (Object.hasOwn(ctx.parameters, plan.name)) return;
  if (ctx.fieldErrors?.some((fieldError) => fieldError.parameter === plan.name)) return;
  if (plan.default !== undefined) {
    take(ctx, reader, stringifyDefault(plan.default));
    return;
  }
  ctx.fieldErrors ??= [];
  ctx.fieldErrors.push({ parameter: plan.name, problem: 'missing', message: 'is required', line: plan.line });
}

/** A default as a request would send it. */
function stringifyDefault(value: Json): string {
  if (Array.isArray(value)) return value.map(stringifyDefault).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Reads a query, `+` as a space; false when it is not well percent-encoded. */
function readQuery(
  query: string,
  ctx: RequestContext,
  byName: ReadonlyMap<string, Reader>,
  credentials: ReadonlySet<string>,
  strict: boolean,
): boolean {
  let from = 0;
  const seen = new Set<string>();
  while (from <= query.length) {
    let end = query.indexOf('&', from);
    if (end === -1) end = query.length;
    if (end > from) {
      const equals = query.indexOf('=', from);
      const middle = equals === -1 || equals > end ? end : equals;
      const name = decode(query.slice(from, middle));
      const text = decode(query.slice(Math.min(middle + 1, end), end));
      if (name === undefined || text === undefined) return false;
      const reader = byName.get(name);
      if (reader === undefined ? !credentials.has(name) : seen.has(name)) {
        if (strict) reportUnknownParameter(ctx, name, seen.has(name));
      } else if (reader !== undefined) {
        take(ctx, reader, text);
      }
      seen.add(name);
    }
    from = end + 1;
  }
  return true;
}

function reportUnknownParameter(ctx: RequestContext, name: string, doubled: boolean): void {
  ctx.fieldErrors ??= [];
  const message = doubled ? 'must be sent only once' : 'is not a known parameter';
  ctx.fieldErrors.push({ parameter: name, problem: 'unknown', message });
}

function decode(text: string): string | undefined {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
