import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

const namespace = 'builtin';
const statement = /^import \{([^}]*)\} from '(node:[\w/]+)';$/gm;

/** Functions and classes whose modules Node loads at their first call: few commands call them, and each takes 1 to 2 ms to load. */
const late: Readonly<Record<string, readonly string[]>> = {
  'node:child_process': ['spawnSync'],
  'node:fs/promises': ['readFile'],
  'node:worker_threads': ['Worker'],
};

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
      build.onResolve({ filter: /^node:/ }, ({ path, kind, importer }) => {
        if (kind === 'require-call') return { path: `require:${path}`, namespace };
        return kind === 'import-statement' &&
          names.has(path.split('#')[0]!) &&
          !/node_modules|needed-node/.test(importer)
          ? { path, namespace, sideEffects: false }
          : { path, external: true };
      });
      build.onLoad({ filter: /.*/, namespace }, ({ path }) => {
        const [module = '', name] = path.replace(/^require:/, '').split('#');
        if (path !== module && name === undefined) return { contents: printRequired(module) };
        const exported = name === undefined ? [...names.get(module)!] : [name];
        return { contents: exported.map((one) => printExport(module, one)).join('\n') };
      });
    },
  };
}

/**
 * Returns the text of a source that imports each name of a late module from a module of its own: a file of the package evaluates
 * all that it holds of a module.
 */
export const splitLateImports = (text: string): string =>
  text.replace(statement, (whole, list: string, module: string) =>
    late[module] === undefined
      ? whole
      : list
          .split(',')
          .map((part) => part.trim())
          .filter((part) => part !== '' && !part.startsWith('type '))
          .map((part) => `import { ${part} } from '${module}#${part.split(' as ')[0]}';`)
          .join(' '),
  );

const printModule = (path: string): string => `process.getBuiltinModule(${JSON.stringify(path)})`;

function printExport(path: string, name: string): string {
  const found = `${printModule(path)}.${name}`;
  if (late[path]?.includes(name) !== true) return `export const ${name} = /* @__PURE__ */ (() => ${found})();`;
  return `export function ${name}(...given) { return new.target ? new (${found})(...given) : ${found}(...given); }`;
}

/** Prints a module for `require`. Of a late module, each name is read when it is used. */
const printRequired = (path: string): string =>
  late[path] === undefined
    ? `module.exports = ${printModule(path)};`
    : `module.exports = new Proxy({}, { get: (_, name) => ${printModule(path)}[name] });`;

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
