import type { OperationPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import { buildVersionPrefix } from '../../plan/version/path.ts';
import type { SentRequest } from './exchanged.ts';

/** Finds the operation of a request, and the texts of its placeholders. */
export type Match = (
  request: SentRequest,
) => { readonly operation: OperationPlan; readonly values: Readonly<Record<string, string>> } | undefined;

/** Prepares the search for the operations of requests. Fixed segments win over placeholders. */
export function createMatch(plan: Plan): Match {
  const prefixes = ['', ...plan.versioning.versions.flatMap(({ name }) => buildVersionPrefix(plan, name) ?? [])];
  const routes = plan.operations
    .filter(({ disabled }) => disabled !== true)
    .map((operation) => ({
      operation,
      placeholders: operation.segments.filter(({ kind }) => kind === 'placeholder').length,
      pattern: toPattern(plan, operation, prefixes),
    }))
    .toSorted((left, right) => left.placeholders - right.placeholders);
  return ({ method, path }) => {
    const [pathname = ''] = path.split('?', 1);
    for (const { operation, pattern } of routes) {
      const found = operation.method === method ? pattern.exec(pathname) : null;
      if (found === null) continue;
      const names = operation.segments.flatMap((segment) => (segment.kind === 'placeholder' ? [segment.name] : []));
      return { operation, values: Object.fromEntries(names.map((name, at) => [name, decode(found[at + 1]!)])) };
    }
    return undefined;
  };
}

function toPattern({ base }: Plan, { segments }: OperationPlan, prefixes: readonly string[]): RegExp {
  const versions = [...new Set(prefixes)].map((prefix) => escapePattern(prefix)).join('|');
  const path = segments
    .map((segment) => (segment.kind === 'fixed' ? escapePattern(segment.text.replace(/^\/|\/$/g, '')) : '([^/]+)'))
    .join('/');
  return new RegExp(`^${escapePattern(base.prefix)}(?:${versions})/${path}/?$`);
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
