import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Plugin } from 'esbuild';
import { splitLateImports } from './builtins.ts';

/**
 * Keeps `import.meta.url` of a source where the file would be without bundling: below `dist`, at its own path. Holds for output
 * files directly in a folder of `dist`. Also splits imports of late modules.
 */
export function keepLocations(root: string, before: ReadonlyMap<string, readonly string[]>): Plugin {
  return {
    name: 'locations',
    setup(build) {
      build.onLoad({ filter: /\.ts$/, namespace: 'file' }, ({ path }) => {
        const name = relative(root, path);
        const imports = (before.get(name) ?? []).map((specifier) => `import '${specifier}';\n`).join('');
        const source = readFileSync(path, 'utf8');
        const text = splitLateImports(source);
        if (imports === '' && text === source && !text.includes('import.meta.url')) return undefined;
        const place = `../${name.replace(/\.ts$/, '.js')}`;
        const located = text.replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`);
        return { contents: imports + located, loader: 'ts' };
      });
    },
  };
}
