import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

const namespace = 'builtin';
const statement = /^import \{([^}]*)\} from '(node:[\w/]+)';$/gm;

/**
 * Imports names of Node's modules by `process.getBuiltinModule`. An `import` reads every getter of a module: that of
 * `node:http` also loads the client of `fetch`, which costs as much CPU time as a start of Node. An older Node has no such
 * function: the module that tells it apart imports as usual.
 */
export function readBuiltins(root: string): Plugin {
  const names = listNames(root);
  return {
    name: 'builtins',
    setup(build) {
      build.onResolve({ filter: /^node:/ }, ({ path, kind, importer }) =>
        kind === 'import-statement' && names.has(path) && !/node_modules|needed-node/.test(importer)
          ? { path, namespace, sideEffects: false }
          : { path, external: true },
      );
      build.onLoad({ filter: /.*/, namespace }, ({ path }) => ({
        contents: [
          `const builtin = /* @__PURE__ */ process.getBuiltinModule(${JSON.stringify(path)});`,
          ...[...names.get(path)!].map((name) => `export const ${name} = /* @__PURE__ */ (() => builtin.${name})();`),
        ].join('\n'),
      }));
    },
  };
}

/** Returns the names that sources import from each module of Node, without modules of which one imports all names. */
function listNames(root: string): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  const whole = new Set<string>();
  for (const file of globSync('{bin,src}/**/*.ts', { cwd: root })) {
    if (/\.(test|suite|fixture)\.ts$/.test(file)) continue;
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, module] of text.matchAll(/^import \* as \w+ from '(node:[\w/]+)';$/gm)) whole.add(module!);
    for (const [, list = '', module = ''] of text.matchAll(statement)) {
      const found = names.get(module) ?? names.set(module, new Set()).get(module)!;
      for (const part of list.split(',')) {
        const name = part.trim().split(' as ')[0]!;
        if (name !== '' && !name.startsWith('type ')) found.add(name);
      }
    }
  }
  return new Map([...names].filter(([module]) => !whole.has(module)));
}
