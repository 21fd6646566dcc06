import { getPreviousField, getPreviousOwner, type Renames } from '../../codegen/records/renames.ts';
import type { Plan } from '../../plan/plan.ts';
import type { MemberPlan } from '../../plan/resource.ts';
import type { ValueSchema } from '../../plan/schema.ts';
import { isImplied } from './words.ts';

/** Says whether a value of the older type may be none of the newer one, or may be kept otherwise there. */
export function createNarrowingCheck(
  old: Plan,
  now: Plan,
  renames: Renames,
): (from: ValueSchema, to: ValueSchema) => boolean {
  const seen = new Set<string>();
  const tighter = (from: ValueSchema, to: ValueSchema): boolean => {
    if (from.nullable === true && to.nullable !== true) return true;
    if (!isImplied(from.constraints ?? [], to.constraints ?? [])) return true;
    switch (to.type) {
      case 'choice':
        return from.type !== 'choice' || from.values.some((value) => !to.values.includes(value));
      case 'ref':
        return from.type !== 'ref' || from.resource !== getPreviousOwner(renames, to.resource);
      case 'list':
      case 'map':
        return from.type !== to.type || tighter(from.item, to.item);
      case 'named':
        return from.type !== 'named' || objects(from.name, to.name);
      case 'string':
      case 'integer':
      case 'number':
        return from.type !== to.type || JSON.stringify(from.format) !== JSON.stringify(to.format);
      default:
        return from.type !== to.type && to.type !== 'any';
    }
  };
  const objects = (from: string, to: string): boolean => {
    const key = JSON.stringify([from, to]);
    if (seen.has(key)) return false;
    seen.add(key);
    const found = compareObjects(from, to);
    seen.delete(key);
    return found;
  };
  const compareObjects = (from: string, to: string): boolean => {
    const unions = [old.unions.find(({ name }) => name === from), now.unions.find(({ name }) => name === to)] as const;
    if (unions[0] !== undefined && unions[1] !== undefined) {
      const [older, newer] = unions;
      return (
        older.tag !== newer.tag ||
        older.cases.some(({ tag, object }) => {
          const same = newer.cases.find((branch) => branch.tag === tag);
          return same === undefined || objects(object, same.object);
        })
      );
    }
    const older = old.objects.find(({ name }) => name === from);
    const newer = now.objects.find(({ name }) => name === to);
    if (older === undefined || newer === undefined) return true;
    const kept = new Set(newer.members.map((member) => getPreviousField(renames, to, member.name)));
    if (older.members.some(({ name }) => !kept.has(name))) return true;
    return newer.members.some((member) => {
      const before = older.members.find(({ name }) => name === getPreviousField(renames, to, member.name));
      if (before === undefined) return isAlwaysPresent(member);
      const bound = (member.required && !before.required) || (isAlwaysPresent(member) && !isAlwaysPresent(before));
      return bound || before.name !== member.name || tighter(before.schema, member.schema);
    });
  };
  return tighter;
}

/** Whether each object contains a member: filters read what is stored, so that defaults are stored too. */
function isAlwaysPresent({ required, default: otherwise, schema }: MemberPlan): boolean {
  return required || otherwise !== undefined || schema.nullable === true;
}
