/** Gives the names in paths: of paths that differ only in them, those of the first, as the language asks for. */
export interface PathNames {
  /** Returns the path with the names that were given first, and the new name of each that changes. */
  give(path: string): { readonly path: string; readonly renamed: ReadonlyMap<string, string> };
}

/** Creates the names of the paths of a page. */
export function createPathNames(): PathNames {
  const given = new Map<string, string>();
  return {
    give(path) {
      const shape = path.replace(/\{[^{}]+\}/g, '{}');
      const known = given.get(shape) ?? path;
      given.set(shape, known);
      const names = known.match(/\{[^{}]+\}/g) ?? [];
      const renamed = new Map<string, string>();
      for (const [index, name] of (path.match(/\{[^{}]+\}/g) ?? []).entries())
        if (name !== names[index]) renamed.set(name.slice(1, -1), names[index]!.slice(1, -1));
      return { path: known, renamed };
    },
  };
}
