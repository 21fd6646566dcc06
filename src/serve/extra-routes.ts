import { createDescriptionRoutes, type DescriptionDependencies, type ExtraRoute } from './descriptions.ts';
import { createMcpRoute, type McpDependencies, mcpPath } from './mcp.ts';
import type { Settings } from './settings.ts';

/** The facts for the routes that the document does not state. */
export interface ExtraRouteDependencies extends DescriptionDependencies, Omit<McpDependencies, 'plan' | 'find'> {
  readonly settings: Pick<Settings, 'docs' | 'mcp' | 'routes'>;
  /** Routes of the service's own signing keys. */
  readonly signing: Iterable<readonly [string, ExtraRoute['answer']]>;
}

/** Creates the routes that the document does not state, for each version: descriptions, the endpoint for agents, keys, and settings. */
export function createExtraRoutes(
  deps: ExtraRouteDependencies,
): (version: string | undefined) => ReadonlyMap<string, ExtraRoute> {
  const { plan, find, settings, signing } = deps;
  const descriptions = createDescriptionRoutes({ ...deps, find: settings.docs === false ? undefined : find });
  const others: (readonly [string, ExtraRoute])[] = [...signing, ...(settings.routes ?? [])].map(([path, answer]) => [
    path,
    { answer },
  ]);
  if (settings.mcp === true && find !== undefined) {
    others.unshift([plan.base.prefix + mcpPath, createMcpRoute({ ...deps, find })]);
  }
  return (version) => new Map([...descriptions(version), ...others]);
}
