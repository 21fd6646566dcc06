import { resolve } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';

/** A file of the package that holds the modules which the same commands need. */
export interface Group {
  readonly name: string;
  readonly modules: readonly string[];
}

const namespace = 'group';

/** Adds the module `group:NAME` for each group, which imports its modules. */
export function addGroups(groups: readonly Group[], root: string): Plugin {
  return {
    name: 'groups',
    setup(build) {
      build.onResolve({ filter: /^group:/ }, ({ path }) => ({ path, namespace }));
      build.onLoad({ filter: /.*/, namespace }, ({ path }) => ({
        contents: groups
          .find(({ name }) => `group:${name}` === path)!
          .modules.map((module) => `import ${JSON.stringify(resolve(root, module))};`)
          .join('\n'),
        resolveDir: root,
      }));
    },
  };
}

/** Finds the modules of each group and the groups that each entry imports first. Takes the metafile of a build without groups. */
export function findGroups({ inputs, outputs }: Metafile): {
  readonly groups: readonly Group[];
  readonly importing: ReadonlyMap<string, readonly string[]>;
} {
  const lazy = new Map<string, string[]>();
  for (const [importer, { imports }] of Object.entries(inputs)) {
    for (const { path, kind, external } of imports) {
      if (kind === 'dynamic-import' && external !== true) lazy.set(path, [...(lazy.get(path) ?? []), importer]);
    }
  }
  const entries = new Set([...Object.values(outputs).flatMap(({ entryPoint }) => entryPoint ?? []), ...lazy.keys()]);
  const reached = new Map([...entries].map((entry) => [entry, listStaticImports(inputs, entry)]));
  const groups = cutGroups(reached, entries);
  const importing = new Map<string, Set<string>>([...entries].map((entry) => [entry, new Set()]));
  const size = (modules: Iterable<string>): number =>
    [...modules].reduce((all, module) => all + inputs[module]!.bytes, 0);
  for (const { name, modules } of groups) {
    const all = new Set(modules);
    for (const [entry, mine] of importing) {
      if (size(all.intersection(reached.get(entry)!)) > size(all) * (shares[name] ?? 0.5)) mine.add(`group:${name}`);
    }
    joinLoaded(`group:${name}`, importing, lazy, reached);
  }
  return { groups, importing: new Map([...importing].map(([entry, mine]) => [entry, [...mine]])) };
}

/** The share of a group that an entry needs to import all of it, where it is not half. */
const shares: Readonly<Record<string, number>> = { store: 0.15 };

/** Cuts the modules into groups: of every command, of `check` and `serve`, of reading documents, of commands that open a store, of `serve`. */
function cutGroups(reached: ReadonlyMap<string, ReadonlySet<string>>, entries: ReadonlySet<string>): readonly Group[] {
  const of = (entry: string): ReadonlySet<string> => reached.get(entry)!;
  const serve = of('src/cli/serve.ts').union(of('src/stores/sqlite/open.ts'));
  const every = of('bin/program.ts');
  const check = of('src/cli/document/check.ts');
  const both = check.intersection(serve).difference(every);
  const read = check.intersection(of('src/cli/serve/document.ts')).difference(serve).difference(every);
  const store = of('src/cli/credentials/keys.ts')
    .intersection(serve)
    .union(of('src/stores/sqlite/open.ts'))
    .difference(every)
    .difference(both);
  const plain = (modules: ReadonlySet<string>): readonly string[] =>
    [...modules].filter((module) => !entries.has(module) && !/^(builtin|late):/.test(module));
  return [
    { name: 'every', modules: plain(every) },
    { name: 'both', modules: plain(both) },
    { name: 'read', modules: plain(read) },
    { name: 'store', modules: plain(store) },
    { name: 'serve', modules: plain(serve.difference(every).difference(both).difference(store)) },
  ];
}

/** Adds a group to each entry that only entries with the group load: it is loaded by then. */
function joinLoaded(
  group: string,
  importing: ReadonlyMap<string, Set<string>>,
  lazy: ReadonlyMap<string, readonly string[]>,
  reached: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  for (let more = true; more; ) {
    more = false;
    for (const [entry, mine] of importing) {
      const importers = lazy.get(entry) ?? [];
      if (mine.has(group) || importers.length === 0) continue;
      const loading = [...reached].filter(
        ([other, all]) => other !== entry && [entry, ...importers].some((one) => all.has(one)),
      );
      if (!loading.every(([other]) => importing.get(other)?.has(group) === true)) continue;
      mine.add(group);
      more = true;
    }
  }
}

/** Returns every module that an entry imports statically, dependencies first. */
function listStaticImports(inputs: Metafile['inputs'], entry: string): ReadonlySet<string> {
  const found = new Set<string>();
  const entered = new Set<string>();
  const visit = (path: string): void => {
    if (entered.has(path)) return;
    entered.add(path);
    for (const { path: imported, kind, external } of inputs[path]?.imports ?? []) {
      if (external !== true && kind !== 'dynamic-import') visit(imported);
    }
    found.add(path);
  };
  visit(entry);
  return found;
}
