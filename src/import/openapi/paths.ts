/** Gives the names in paths: at one place of the tree of paths, one name, as the language asks for. */
export interface PathNames {
  /** Returns the path with the names that were given first, and the new name of each that changes. */
  give(path: string): { readonly path: string; readonly renamed: ReadonlyMap<string, string> };
}

/** Creates the names of the paths of a page. */
export function createPathNames(): PathNames {
  const given = new Map<string, string>();
  return {
    give(path) {
      const renamed = new Map<string, string>();
      const used = new Set<string>();
      let place = '';
      const segments = path.split('/').map((segment) => {
        const name = /^\{(.+)\}$/.exec(segment)?.[1];
        place += `/${name === undefined ? segment : '{}'}`;
        if (name === undefined) return segment;
        const known = given.get(place) ?? name;
        const own = findUnused(used, known, name);
        given.set(place, own);
        used.add(own);
        if (own !== name) renamed.set(name, own);
        return `{${own}}`;
      });
      return { path: segments.join('/'), renamed };
    },
  };
}

/** The first of these names that the path does not have yet. */
function findUnused(used: ReadonlySet<string>, known: string, name: string): string {
  if (!used.has(known)) return known;
  if (!used.has(name)) return name;
  for (let number = 2; ; number++) if (!used.has(`${name}_${number}`)) return `${name}_${number}`;
}
