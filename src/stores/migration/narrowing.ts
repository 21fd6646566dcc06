import { getPreviousField, getPreviousOwner, type Renames } from '../../codegen/records/renames.ts';
import type { Plan } from '../../plan/plan.ts';
import type { MemberPlan } from '../../plan/resource.ts';
import type { ValueSchema } from '../../plan/schema.ts';
import { findNamed } from '../../text/find-named.ts';
import { isImplied } from './words.ts';

/** Says whether a value of the older type may be none of the newer one, or may be kept otherwise there. */
export function createNarrowingCheck(
  old: Plan,
  now: Plan,
  renames: Renames,
): (from: ValueSchema, to: ValueSchema) => boolean {
  /** Pairs of objects that are not tighter, if those compared at the moment are not. */
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
    return compareObjects(from, to);
  };
  const compareObjects = (from: string, to: string): boolean => {
    const unions = [findNamed(old.unions, from), findNamed(now.unions, to)] as const;
    if (unions[0] !== undefined && unions[1] !== undefined) {
      const [older, newer] = unions;
      const branches = new Map(newer.cases.map(({ tag, object }) => [tag, object]));
      return (
        older.tag !== newer.tag ||
        older.cases.some(({ tag, object }) => {
          const same = branches.get(tag);
          return same === undefined || objects(object, same);
        })
      );
    }
    const older = findNamed(old.objects, from);
    const newer = findNamed(now.objects, to);
    if (older === undefined || newer === undefined) return true;
    const kept = new Set(newer.members.map((member) => getPreviousField(renames, to, member.name)));
    if (older.members.some(({ name }) => !kept.has(name))) return true;
    const members = new Map(older.members.map((member) => [member.name, member]));
    return newer.members.some((member) => {
      const was = members.get(getPreviousField(renames, to, member.name));
      if (was === undefined) return isAlwaysPresent(member);
      const bound = (member.required && !was.required) || (isAlwaysPresent(member) && !isAlwaysPresent(was));
      return bound || was.name !== member.name || tighter(was.schema, member.schema);
    });
  };
  return (from, to) => {
    const found = tighter(from, to);
    if (found) seen.clear();
    return found;
  };
}

/** Whether each object contains a member: filters read what is stored, so that defaults are stored too. */
function isAlwaysPresent({ required, default: otherwise, schema }: MemberPlan): boolean {
  return required || otherwise !== undefined || schema.nullable === true;
}
