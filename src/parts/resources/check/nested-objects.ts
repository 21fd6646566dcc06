import { findInnermostType } from '../../resolve/schemas.ts';
import type { ObjectModel, ResourcesModel } from '../model.ts';

/** The maximum number of levels of objects in one another. */
export const mostLevels = 100;

/**
 * Returns the first object that holds others in more than `mostLevels` levels; undefined if there is none. An object that leads back to
 * itself counts once. Takes time linear in the number of fields, and no stack.
 */
export function findDeepObject(model: ResourcesModel): ObjectModel | undefined {
  const held = mapHeldTypes(model);
  const levels = new Map<string, number>();
  for (const start of held.keys()) {
    if (levels.has(start)) continue;
    levels.set(start, 0);
    const path = [{ name: start, next: 0, most: 0 }];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const name = held.get(top.name)?.[top.next++];
      if (name === undefined) {
        path.pop();
        levels.set(top.name, top.most + 1);
        if (top.most >= mostLevels) return model.objects.find((object) => object.name.value === top.name);
        const around = path.at(-1);
        if (around !== undefined) around.most = Math.max(around.most, top.most + 1);
      } else if (levels.has(name)) top.most = Math.max(top.most, levels.get(name)!);
      else if (held.has(name)) {
        levels.set(name, 0);
        path.push({ name, next: 0, most: 0 });
      }
    }
  }
  return undefined;
}

/** The types that each object holds, and each union. */
function mapHeldTypes({ objects, unions }: ResourcesModel): ReadonlyMap<string, readonly string[]> {
  const ofObjects = objects.map(({ name, fields }) => {
    const types = fields.flatMap(({ type }) => (type === undefined ? [] : [findInnermostType(type)]));
    return [name.value, types.flatMap((type) => (type.kind === 'named' ? [type.name.value] : []))] as const;
  });
  const ofUnions = unions.map(({ name, cases }) => [name.value, cases.map(({ object }) => object.value)] as const);
  return new Map([...ofObjects, ...ofUnions]);
}
