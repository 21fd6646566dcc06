import type { BuildOptions, Plugin } from 'esbuild';

/** Packages that a start rarely needs, with the classes, functions and objects that sources import. */
const late: Readonly<Record<string, readonly string[]>> = {
  '@marcbachmann/cel-js': ['Environment', 'ParseError'],
  jose: [
    'base64url',
    'calculateJwkThumbprint',
    'createLocalJWKSet',
    'errors',
    'exportJWK',
    'generateKeyPair',
    'importJWK',
    'jwtVerify',
    'SignJWT',
  ],
  re2js: ['RE2JS'],
};

const namespace = 'late';

/** Returns the path of a late package's file without its extension, relative to the folder of all files. */
const getFilePath = (name: string): string => `late/${name.replace(/^@.*\//, '')}`;

/**
 * Loads late packages from files of their own when a class, function or object of theirs is first used. `require` loads a file in the
 * middle of synchronous code. Holds for output files directly in a folder next to `late`.
 */
export function loadLatePackages(): Plugin {
  return {
    name: 'late packages',
    setup(build) {
      build.onResolve({ filter: /^\.\.\/late\// }, ({ path }) => ({ path, external: true }));
      build.onResolve({ filter: /^[@a-z]/ }, ({ path, importer }) =>
        late[path] === undefined || importer.includes('node_modules')
          ? undefined
          : { path, namespace, sideEffects: false },
      );
      build.onLoad({ filter: /.*/, namespace }, ({ path }) => ({
        contents: late[path]!.map((name) => printExport(path, name)).join('\n'),
      }));
    },
  };
}

function printExport(path: string, name: string): string {
  const found = `require('../${getFilePath(path)}.cjs').${name}`;
  return `export const ${name} = /* @__PURE__ */ new Proxy(function () {}, {
  get: (_, member) => ${found}[member],
  apply: (_, self, given) => Reflect.apply(${found}, self, given),
  construct: (_, given) => new (${found})(...given),
});`;
}

/** Returns the options by which the files of late packages are built. */
export function getLateOptions(root: string): BuildOptions {
  return {
    entryPoints: Object.keys(late).map((name) => ({ in: `${namespace}:${name}`, out: getFilePath(name) })),
    format: 'cjs',
    splitting: false,
    outExtension: { '.js': '.cjs' },
    banner: {},
    plugins: [exportUsedNames(root)],
  };
}

/** Makes the module `late:PACKAGE` export the used names of the package. */
const exportUsedNames = (resolveDir: string): Plugin => ({
  name: 'late files',
  setup(build) {
    build.onResolve({ filter: /^late:/ }, ({ path }) => ({ path: path.slice(namespace.length + 1), namespace }));
    build.onLoad({ filter: /.*/, namespace }, ({ path }) => ({
      contents: `export { ${late[path]!.join(', ')} } from ${JSON.stringify(path)};`,
      resolveDir,
    }));
  },
});
