import { globSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const specifier = /(?:\bfrom |\bimport\(|^import )['"](\.[^'"]+)['"]/gm;

/** Deletes the declarations in a folder that no entry of the library needs. Returns the packages that the others name. */
export function keepNeededDeclarations(folder: string, entries: readonly string[]): readonly string[] {
  const needed = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string): void => {
    if (needed.has(file)) return;
    needed.add(file);
    const text = readFileSync(join(folder, file), 'utf8');
    for (const [, name] of text.matchAll(specifier)) {
      visit(normalize(join(dirname(file), name!.replace(/\.[tj]s$/, '.d.ts'))));
    }
    for (const [, name] of text.matchAll(/(?:\bfrom |\bimport\()['"]([^.'"][^'"]*)['"]/g)) packages.add(name!);
  };
  for (const entry of entries) visit(`${entry}.d.ts`);
  for (const file of globSync('**/*.d.ts', { cwd: folder })) if (!needed.has(file)) rmSync(join(folder, file));
  return [...packages].filter((name) => !name.startsWith('node:'));
}
