import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import type { OperationModel } from '../../endpoints/model.ts';
import type { Older } from '../../resolve/older.ts';
import { diagnostics } from '../diagnostics.ts';
import type { VersionDraft } from '../downgrade/draft.ts';

/** The methods and paths of a service as far back as it was undone; kept up version by version. */
interface Routes {
  readonly byName: Map<string, string>;
  readonly names: Map<string, Set<string>>;
}

const made = new WeakMap<Older, Routes>();

/** Says of rows `path` that give an operation the method and path which another has in the version below. */
export function checkRoutes(older: Older, draft: VersionDraft, report: (diagnostic: Diagnostic) => void): void {
  const { paths, addedOperations } = draft;
  let routes = made.get(older);
  if (routes === undefined && paths.size === 0) return;
  if (routes === undefined) {
    routes = { byName: new Map(), names: new Map() };
    made.set(older, routes);
    for (const name of older.operations.keys()) put(older, routes, name);
  } else for (const name of [...paths.keys(), ...addedOperations]) put(older, routes, name);
  const seen = new Set<string>();
  for (const [name, { before }] of [...paths].toReversed()) {
    seen.add(name);
    const route = routes.byName.get(name);
    const others = route === undefined ? [] : [...routes.names.get(route)!].filter((candidate) => candidate !== name);
    const other = others.find((candidate) => seen.has(candidate) || !paths.has(candidate));
    const [words] = before;
    if (other === undefined || words === undefined) continue;
    report(diagnostics['older-route'](words.span, words.text.replaceAll('`', ''), other));
  }
}

function put(older: Older, { byName, names }: Routes, name: string): void {
  const was = byName.get(name);
  if (was !== undefined) names.get(was)!.delete(name);
  const operation = older.operations.get(name);
  const route = operation === undefined ? undefined : formatRoute(operation.model);
  if (route === undefined) {
    byName.delete(name);
    return;
  }
  byName.set(name, route);
  const known = names.get(route);
  if (known === undefined) names.set(route, new Set([name]));
  else known.add(name);
}

function formatRoute({ method, path }: OperationModel): string | undefined {
  if (method === undefined || path === undefined) return undefined;
  const segments = path.segments.map((segment) => (segment.kind === 'fixed' ? `/${segment.text}` : '/{}'));
  return `${method.value} ${segments.join('')}`;
}
