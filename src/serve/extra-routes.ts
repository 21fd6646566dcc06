import type { Verifier } from '../contracts/credentials.ts';
import { descriptionRoutes } from './descriptions/index.ts';
import { callerPath, createCallerRoute, createWorkbenchRoute } from './descriptions/workbench.ts';
import { createDescriptionRoutes, type DescriptionDependencies, type ExtraRoute } from './descriptions.ts';
import { createMcpRoute, type McpDependencies, mcpPath } from './mcp.ts';
import type { Settings } from './settings.ts';

/** The facts for the routes that the document does not state. */
export interface ExtraRouteDependencies
  extends Omit<DescriptionDependencies, 'routes'>,
    Omit<McpDependencies, 'plan' | 'find'> {
  readonly settings: Pick<Settings, 'docs' | 'mcp' | 'workbench' | 'routes'>;
  readonly verifiers: readonly Verifier[];
  now(): number;
  /** Routes of the service's own signing keys. */
  readonly signing: Iterable<readonly [string, ExtraRoute['answer']]>;
}

/** Creates the routes that the document does not state, for each version: descriptions, the endpoint for agents, keys, and settings. */
export function createExtraRoutes(
  deps: ExtraRouteDependencies,
): (version: string | undefined) => ReadonlyMap<string, ExtraRoute> {
  const { plan, find, settings, signing } = deps;
  const { docs = true, mcp, workbench: hasWorkbench } = settings;
  const descriptions = createDescriptionRoutes({
    ...deps,
    routes: [...(docs ? descriptionRoutes : []), ...(hasWorkbench === true ? [createWorkbenchRoute(docs)] : [])],
    browserService: docs ? deps.browserService : undefined,
  });
  const others: (readonly [string, ExtraRoute])[] = [...signing, ...(settings.routes ?? [])].map(([path, answer]) => [
    path,
    { answer },
  ]);
  if (hasWorkbench === true)
    others.unshift([plan.base.prefix + callerPath, createCallerRoute(plan, deps.verifiers, deps.now)]);
  if (mcp === true && find !== undefined) {
    others.unshift([plan.base.prefix + mcpPath, createMcpRoute({ ...deps, find })]);
  }
  return (version) => new Map([...descriptions(version), ...others]);
}
