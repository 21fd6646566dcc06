import { type StandardBody, standardBodies } from '../../../src/plan/exchange.ts';
import type { OperationPlan } from '../../../src/plan/operation.ts';
import type { Plan } from '../../../src/plan/plan.ts';
import type { Json } from '../../../src/plan/schema.ts';

/** The keywords of JSON Schema that the bodies of standards use. */
interface Schema {
  readonly type?: string;
  readonly const?: Json;
  readonly format?: string;
  readonly minimum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}
const keywords = new Set(['type', 'const', 'format', 'minimum', 'required', 'properties', 'items']);

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** What of a value does not fit a schema, each with its place; a member that the schema does not name fits nothing. */
function* misfits(schema: Schema, value: unknown, at: string): Generator<string> {
  for (const keyword of Object.keys(schema)) if (!keywords.has(keyword)) yield `${at}: unknown keyword ${keyword}`;
  const { type, format, minimum, required = [], properties, items } = schema;
  if (type !== undefined && typeOf(value) !== type) yield `${at}: no ${type}`;
  if (schema.const !== undefined && value !== schema.const) yield `${at}: not ${schema.const}`;
  if (format === 'uri' && !URL.canParse(String(value))) yield `${at}: no URI`;
  if (format === 'uri-reference' && !URL.canParse(String(value), 'http://x')) yield `${at}: no reference`;
  if (minimum !== undefined && Number(value) < minimum) yield `${at}: below ${minimum}`;
  if (items !== undefined && Array.isArray(value)) for (const item of value) yield* misfits(items, item, `${at}/*`);
  if (properties === undefined || typeof value !== 'object' || value === null) return;
  for (const name of required) if (!Object.hasOwn(value, name)) yield `${at}/${name}: missing`;
  for (const [name, held] of Object.entries(value)) {
    if (!Object.hasOwn(properties, name)) yield `${at}/${name}: not named`;
    else yield* misfits(properties[name]!, held, `${at}/${name}`);
  }
}

/** Throws if a value is not the body that a standard gives, as the plan describes it. */
export function needStandardBody(name: StandardBody, value: unknown, line: string): void {
  const found = [...misfits(standardBodies[name] as Schema, value, '')];
  if (found.length > 0) throw new Error(`${line}: not the ${name} of the plan: ${found.join('; ')}`);
}

/** Throws if operations that fit a request answered with another built-in body than their whole plan names for the status. */
export function needBody(
  whole: Plan,
  fitting: readonly OperationPlan[],
  line: string,
  { status, json }: { readonly status: number; readonly json: unknown },
): void {
  const planned = fitting.flatMap(({ exchange }) => exchange!.statuses.filter((one) => one.status === status));
  const names = new Set(planned.map(({ body }) => body));
  if (fitting.length === 0 && status >= 400) names.add('error');
  const [name, other] = names;
  if (name === undefined || name === 'shape' || name === 'event stream' || other !== undefined) return;
  if (name === 'error' && whole.errors.body?.kind === 'shape') return;
  const body = name === 'error' ? 'problem details' : name;
  if (whole.bodies?.[body] === undefined) throw new Error(`${line}: the plan does not describe the ${body}`);
  needStandardBody(body, json, line);
}
