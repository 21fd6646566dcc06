import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'esbuild';

const shared = "globalThis[Symbol.for('nonet.library')]";

/** Texts of sources that hold only for files, and their counterparts in an executable. */
const listReplaced = (library: string): Readonly<Record<string, readonly (readonly [string | RegExp, string])[]>> => ({
  // CommonJS has no `await` outside of functions.
  'bin/main.ts': [
    [/((?:^import [^\n]+\n)+)([\s\S]*)/m, '$1void (async () => {$2})();\n'],
    ['readPackageVersion(), terminal', "require('node:sea').getAsset('version', 'utf8'), terminal"],
    ["!message.startsWith('stripTypeScriptTypes ')", '!/^(?:stripTypeScriptTypes|vm\\.USE_MAIN)/.test(message)'],
    ['if (process.versions.bun === undefined) keepCompiledCode();', `${shared} = () => require('../src/index.ts');`],
  ],
  'src/library/on-node.ts': [[/^[\s\S]+$/, '']],
  'src/cli/shared/log.ts': [["createRequire(import.meta.url)('pino')", "require('pino')"]],
  'src/stores/sqlite/background/reader.ts': [
    ['new Worker(file, {', "new Worker(require('node:sea').getAsset('reader-thread.js', 'utf8'), { eval: true,"],
  ],
  'src/cli/document/module/run.ts': [
    [/const own = [^\n]+;/, `const own = ${JSON.stringify(library)};`],
    [
      'import(url);',
      "require('node:vm').compileFunction('return import(url)', ['url'], { importModuleDynamically: require('node:vm').constants.USE_MAIN_CONTEXT_DEFAULT_LOADER })(url);",
    ],
  ],
});

/** Makes the sources fit for one file inside an executable: no files next to it. `names` are those that modules of documents import. */
export function fitExecutable(root: string, names: readonly string[]): Plugin {
  const source = `export const { ${names.join(', ')} } = ${shared}();`;
  const replaced = listReplaced(`data:text/javascript,${encodeURIComponent(source)}`);
  return {
    name: 'executable',
    setup(build) {
      build.onLoad({ filter: /\.ts$/, namespace: 'file' }, ({ path }) => {
        const name = relative(root, path);
        let text = readFileSync(join(root, name), 'utf8');
        for (const [from, to] of replaced[name] ?? []) {
          const next = text.replace(from, to.replaceAll('$', from instanceof RegExp ? '$' : '$$$$'));
          if (next === text) throw new Error(`${name} has no ${from}`);
          text = next;
        }
        return { contents: text.replaceAll('import.meta.url', 'ownUrl'), loader: 'ts' };
      });
    },
  };
}
