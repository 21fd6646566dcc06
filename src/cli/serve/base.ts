import type { Plan } from '../../plan/plan.ts';
import { withPath } from '../../serve/http/with-path.ts';
import type { Service } from '../../serve/service.ts';

/** Returns a plan that is served under the path of `--base-url`, which replaces the base address of the document. */
export function applyBaseUrl(plan: Plan, base: string | undefined): Plan {
  return base === undefined ? plan : { ...plan, base: { prefix: getBasePath(base), known: base } };
}

const wellKnown = '/.well-known/';

/**
 * Makes what adds the path of `--base-url` to a request whose proxy has stripped it. The metadata of OAuth, whose paths end with that
 * of the base address, stays as it is.
 */
export function createBasePathHandler(base: string | undefined): (handle: Service['handle']) => Service['handle'] {
  const prefix = base === undefined ? '' : getBasePath(base);
  if (prefix === '') return (handle) => handle;
  const below = `${prefix}/`;
  const isComplete = (path: string): boolean =>
    path === prefix || path.startsWith(below) || path === '*' || (path.startsWith(wellKnown) && path.endsWith(prefix));
  return (handle) => (incoming) =>
    handle(isComplete(incoming.path) ? incoming : withPath(incoming, prefix + incoming.path));
}

function getBasePath(base: string): string {
  return new URL(base).pathname.replace(/\/+$/, '');
}
