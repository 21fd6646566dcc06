/**
 * The circles of a graph of names: each as the names along it, at most one for each name, in the order of the map.
 * Takes time linear in the number of names and needs.
 */
export function findCycles(needs: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const found: string[][] = [];
  const done = new Set<string>();
  for (const start of needs.keys()) {
    if (done.has(start)) continue;
    const path: { readonly name: string; next: number }[] = [{ name: start, next: 0 }];
    const on = new Map([[start, 0]]);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const name = needs.get(top.name)?.[top.next];
      top.next += 1;
      if (name === undefined) {
        done.add(top.name);
        on.delete(top.name);
        path.pop();
      } else if (on.has(name)) {
        const circle = path.slice(on.get(name)).map((step) => step.name);
        if (!circle.some((nodeName) => done.has(nodeName))) found.push(circle);
        for (const nodeName of circle) done.add(nodeName);
      } else if (!done.has(name) && needs.has(name)) {
        on.set(name, path.length);
        path.push({ name, next: 0 });
      }
    }
  }
  return found;
}
