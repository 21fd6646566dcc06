import { createRequire } from 'node:module';

/** An `import` of `node:fs` reads every getter of the module, and one of them loads streams. */
const { readFileSync } = createRequire(import.meta.url)('node:fs') as typeof import('node:fs');

interface Description {
  readonly engines: { readonly node: string };
}

/** Reads the package.json above this file: next to the sources in a checkout, above `dist` in a package. */
function readDescription(): Description {
  try {
    return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as Description;
  } catch {
    return JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as Description;
  }
}

/** Returns one line with the required version of Node if this one is older. Runs on every Node that supports modules. */
export function describeNodeTooOld(): string | undefined {
  const found = process.versions.node;
  const needed = readDescription().engines.node.replace('>=', '');
  const [foundMajor = 0, foundMinor = 0] = found.split('.').map(Number);
  const [major = 0, minor = 0] = needed.split('.').map(Number);
  if (foundMajor > major || (foundMajor === major && foundMinor >= minor)) return undefined;
  return (
    `nonet needs Node.js ${needed} or later, and this is ${found}. Install it from https://nodejs.org, or run: ` +
    `npx -p node@${major} -p nonet nonet`
  );
}
