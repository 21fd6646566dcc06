import type { Plan } from '../../plan/plan.ts';
import { withPath } from '../../serve/http/with-path.ts';
import type { Service } from '../../serve/service.ts';
import type { ServeOptions } from './options.ts';

/** Returns the plan with `--base-url` in place of the base URL of the document. */
export function applyBaseUrl(plan: Plan, base: string | undefined): Plan {
  return base === undefined ? plan : { ...plan, base: { prefix: getBasePath(base), known: base } };
}

const wellKnown = '/.well-known/';

/**
 * Creates a wrapper that adds the path of `--base-url` to requests from which a proxy has stripped it. Paths of OAuth metadata,
 * which end with the base path, stay as they are.
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

/** Returns the scheme and host of a service that is about to listen; undefined for a socket, and for a port that is not known yet. */
export function findOrigin({ host, port, socket }: Pick<ServeOptions, 'host' | 'port' | 'socket'>): string | undefined {
  if (socket !== undefined || port === 0) return undefined;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
