import { runtime } from './runtime.generated.ts';

/** Names of the standard library that the written part of a client can use. */
const available: Readonly<Record<string, readonly string[]>> = {
  'collections.abc': ['Generator', 'Mapping', 'Sequence'],
  typing: ['Any', 'Literal', 'Never', 'NotRequired', 'TypeAlias', 'TypedDict', 'cast', 'overload'],
};

/** Names that a client may import: its types have other ones. */
export const importedNames: readonly string[] = [
  ...new Set([available, ...Object.values(runtime).map(({ imports }) => imports)].flatMap(listNames)),
];

function listNames(imports: Readonly<Record<string, readonly string[]>>): readonly string[] {
  return Object.entries(imports).flatMap(([module, names]) =>
    names.map((name) => (name === '' ? module.split('.')[0]! : name)),
  );
}

/** Writes the imports that the text of a client and the modules of its runtime need. */
export function formatImports(
  text: string,
  modules: readonly { readonly imports: Readonly<Record<string, readonly string[]>> }[],
): string {
  const used = Object.entries(available).map(
    ([module, names]) => [module, names.filter((name) => new RegExp(`\\b${name}\\b`).test(text))] as const,
  );
  const all = [...used, ...modules.flatMap(({ imports }) => Object.entries(imports))];
  const byModule = [...Map.groupBy(all, ([module]) => module)].map(
    ([module, entries]) => [module, [...new Set(entries.flatMap(([, names]) => names))].sort()] as const,
  );
  const whole = byModule.filter(([, names]) => names.includes('')).map(([module]) => `import ${module}`);
  const parts = byModule.flatMap(([module, names]) => {
    const own = names.filter((name) => name !== '');
    return own.length === 0 ? [] : [`from ${module} import ${own.join(', ')}`];
  });
  return [...whole.sort(), ...parts.sort()].join('\n');
}
