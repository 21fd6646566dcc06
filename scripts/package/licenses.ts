import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Metafile } from 'esbuild';

interface Description {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/** Returns the names, versions and license texts of the packages whose code a bundle contains. Throws if one has none. */
export function collectLicenses({ outputs }: Metafile, root: string): string {
  const folders = new Set<string>();
  for (const { inputs } of Object.values(outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
      if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
    }
  }
  const packages = [...folders].map((folder) => {
    const { name, version, license } = readDescription(join(root, folder));
    const file = globSync('{LICENSE,LICENCE,license,licence,COPYING}*', { cwd: join(root, folder) }).sort()[0];
    if (file === undefined && license === undefined) throw new Error(`${name} is bundled, and states no license`);
    const text = file === undefined ? '' : readFileSync(join(root, folder, file), 'utf8').trim();
    return { title: `${name} ${version} (${license ?? 'see below'})`, text };
  });
  const sections = packages
    .sort((a, b) => (a.title < b.title ? -1 : 1))
    .map(({ title, text }) => `${title}\n${'-'.repeat(title.length)}\n\n${text}`);
  return `Nonet contains code of these packages.\n\n${sections.join('\n\n\n')}\n`;
}

/** Reads the package.json of a folder. */
function readDescription(folder: string): Description {
  for (let at = folder; ; at = dirname(at)) {
    const found = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8')) as Partial<Description>;
    if (found.name !== undefined && found.version !== undefined) return found as Description;
  }
}
