import type { OperationPlan } from '../../plan/operation.ts';
import type { WholePlan } from '../../plan/whole.ts';
import { formType, writeFormBody } from '../form-body.ts';
import { findRequestType, nameVersion } from '../requests.ts';
import { describeWire } from '../wire/index.ts';
import { toPlaceholderName, type WireParameter } from '../wire/parameters.ts';
import type { ToolRequest } from './tool.ts';

/** Lists the parameters that a caller gives. The version is not the caller's to choose. */
export function listArguments(plan: WholePlan, operation: OperationPlan): readonly WireParameter[] {
  return describeWire(plan)
    .of(operation)
    .parameters.filter(({ isVersion }) => isVersion !== true)
    .map((argument) => (argument.in === 'path' ? { ...argument, name: toPlaceholderName(argument.name) } : argument));
}

/** Creates the request of a call; what is missing or wrong in it the service rejects. */
export function createRequest(
  plan: WholePlan,
  operation: OperationPlan,
  args: readonly WireParameter[],
  given: Readonly<Record<string, unknown>>,
): ToolRequest | { readonly problem: string } {
  const query = new URLSearchParams();
  const headers: Record<string, string> = { Accept: 'application/json, application/problem+json' };
  const version = nameVersion(plan, plan.version?.name);
  if (version.query !== undefined) query.set(version.query.name, version.query.value);
  if (version.header !== undefined) headers[version.header.name] = version.header.value;
  if (version.accept !== undefined) headers.Accept = `${version.accept}, application/problem+json`;
  for (const { name, in: place } of args) {
    const value = given[name];
    if (value === undefined) continue;
    if (place === 'query') query.set(name, toText(value));
    if (place === 'header') headers[name] = toText(value);
  }
  const path = operation.path.replace(/\{([^}]*)\}/g, (_, name: string) =>
    // A lone surrogate has no UTF-8: it becomes U+FFFD, as in a query.
    encodeURIComponent(toText(given[toPlaceholderName(name)] ?? '').toWellFormed()),
  );
  // The URL of such a path is another one.
  const dots = path.split('/').find((segment) => segment === '.' || segment === '..');
  if (dots !== undefined) return { problem: `The path cannot contain the value ${dots}.` };
  const type = findRequestType(operation);
  const hasBody = given.body !== undefined && type !== undefined;
  if (hasBody) headers['Content-Type'] = type;
  const target = `${plan.base.prefix}${version.prefix}${path}${query.size === 0 ? '' : `?${query}`}`;
  if (!hasBody) return { method: operation.method, target, headers };
  const { text, problem } = type === formType ? writeFormBody(given.body) : { text: JSON.stringify(given.body) };
  return problem === undefined ? { method: operation.method, target, headers, body: text } : { problem };
}

/** Writes the value of a parameter. */
export function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
