import { getIdentityType, isIdentityOf } from '../../plan/fields/identity-type.ts';
import type { Plan } from '../../plan/plan.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import { withArticle } from '../../text/article.ts';
import { findNearest } from '../../text/nearest.ts';
import { describeValue } from '../../text/shown.ts';

/** Returns the end of a message about an unknown name: the known name that is near it, or nothing. */
export function suggestName(name: unknown, known: Iterable<string>): string {
  const near = typeof name === 'string' ? findNearest(name, known) : undefined;
  return near === undefined ? '' : `; did you mean \`${near}\`?`;
}

/** Throws if a call has more than `most` arguments: one too many would be lost. */
export function needFew(what: string, given: readonly unknown[], most: number): void {
  if (given.length <= most) return;
  throw new Error(`${what}: takes ${most} argument${most === 1 ? '' : 's'}, found ${given.length}`);
}

/** Returns an argument that must be an object with names of its own; throws for a list, a Map or anything else. */
export function needObject(what: string, name: string, value: unknown): Readonly<Record<string, unknown>> {
  if (Object.prototype.toString.call(value) === '[object Object]') return value as Record<string, unknown>;
  throw new Error(`${what}: ${name} must be an object, found ${describeValue(value)}`);
}

/** The options of a call, each with the type of its values. */
export type Options = Readonly<Record<string, 'string' | 'number' | 'boolean' | 'object' | 'list'>>;

/** Throws for an option that the call does not have, or whose value is of another type; `undefined` is an option left out. */
export function needOptions(what: string, value: unknown, options: Options): void {
  if (value === undefined) return;
  const names = Object.keys(options);
  for (const [name, option] of Object.entries(needObject(what, 'the options', value))) {
    const type = Object.hasOwn(options, name) ? options[name]! : undefined;
    if (type === undefined) {
      throw new Error(
        `${what}: unknown option \`${name}\`: the options are ${names.join(', ')}${suggestName(name, names)}`,
      );
    }
    if (option === undefined) continue;
    if (type === 'object') needObject(what, `\`${name}\``, option);
    else if (type === 'list' ? !Array.isArray(option) : typeof option !== type)
      throw new Error(`${what}: \`${name}\` must be a ${type}, found ${describeValue(option)}`);
  }
}

/** Makes the check of identities of a resource: throws for a value that is not of their type. */
export function createIdentityCheck(plan: Pick<Plan, 'resources'>, resource: ResourcePlan) {
  const type = getIdentityType(plan, resource);
  const words = type === 'string' ? 'a string' : 'an integer';
  return (what: string, id: unknown): void => {
    if (isIdentityOf(type, id)) return;
    throw new Error(
      `${what}: the identity of ${withArticle(resource.name)} must be ${words}, found ${describeValue(id)}`,
    );
  };
}
