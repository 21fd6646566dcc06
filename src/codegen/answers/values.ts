import { formatOf } from '../../parts/registry.ts';
import { getInnermost, listObjects, listObjectsInside } from '../../plan/fields/named-types.ts';
import { getIdentitySchema } from '../../plan/parameter-schema.ts';
import type { Plan } from '../../plan/plan.ts';
import type { MemberPlan } from '../../plan/resource.ts';
import type { ValueSchema } from '../../plan/schema.ts';
import { type ModuleText, toSourceString } from '../module.ts';
import { createEncryptedStringMapper } from '../records/encryption.ts';
import { isToken } from '../records/tokens.ts';
import { holdsInt64 } from '../records.ts';

/** A member of an object that is never returned. */
function isHidden({ direction, schema }: MemberPlan): boolean {
  return direction === 'write-only' || direction === 'internal' || formatOf(schema)?.hashed === true;
}

/** Whether something inside a value of this schema is never returned. */
export function hides(plan: Plan, schema: ValueSchema): boolean {
  return listObjectsInside(plan, schema).some(({ members }) => members.some(isHidden));
}

/** Whether values of a schema contain objects that the plan names. */
function hasObjects(schema: ValueSchema): boolean {
  return getInnermost(schema).type === 'named';
}

/** Writes the texts of values into a module. */
export interface ValueTexts {
  /**
   * Returns code for a value that its schema validated, neither absent nor null; `row`: as stored in a row. Undefined if a row does not
   * suffice.
   */
  of(schema: ValueSchema, value: string, row: boolean): string | undefined;
  /** The same for any other value: always the text of some JSON. Objects show the members that the plan states, and no others. */
  safe(schema: ValueSchema, value: string): string;
}

/** Begins the texts of a plan's values; `$` is the name of the answer runtime. */
export function createValueTexts(plan: Plan, module: ModuleText, $: string): ValueTexts {
  const shown = new Map<string, string>();
  // `strict`: the value was not validated, so it may have members that the plan does not state
  const filters = (schema: ValueSchema, strict: boolean): boolean =>
    strict ? hasObjects(schema) : hides(plan, schema);
  const show = (schema: ValueSchema, strict: boolean): string => {
    const key = JSON.stringify([schema, strict]);
    const known = shown.get(key);
    if (known !== undefined) return known;
    const place = module.reserve('v');
    shown.set(key, place.name);
    place.body(`if (v === null || typeof v !== 'object') return v; ${showBody(schema, strict)}`);
    return place.name;
  };
  // Events may keep a value of another type: its hidden members are not known, so it is left out.
  const showBody = (schema: ValueSchema, strict: boolean): string => {
    if (!filters(schema, strict)) return 'return v;';
    if (schema.type === 'list')
      return `return Array.isArray(v) ? v.map((i) => ${show(schema.item, strict)}(i)) : undefined;`;
    const each = `if (Array.isArray(v)) return undefined; const o = Object.create(null); for (const k of Object.keys(v)) `;
    if (schema.type === 'map') return `${each} o[k] = ${show(schema.item, strict)}(v[k]); return o;`;
    const union = plan.unions.find((candidate) => schema.type === 'named' && candidate.name === schema.name);
    const objects = schema.type === 'named' ? listObjects(plan, schema.name) : [];
    if (union === undefined) return `${each} {${membersBody(objects[0]?.members ?? [], strict)}} return o;`;
    const cases = union.cases.map(({ tag }, at) => {
      const own = membersBody(objects[at]?.members ?? [], strict, union.tag);
      return `case ${toSourceString(tag)}: {${each} {${own}} return o;}`;
    });
    return `switch (v[${toSourceString(union.tag)}]) {${cases.join(' ')}} return {};`;
  };
  const membersBody = (members: readonly MemberPlan[], strict: boolean, tag?: string): string => {
    const cases = members
      .filter((member) => strict || isHidden(member) || hides(plan, member.schema))
      .map((member) => {
        const value = filters(member.schema, strict) ? `${show(member.schema, strict)}(v[k])` : 'v[k]';
        return `case ${toSourceString(member.name)}: ${isHidden(member) ? '' : `o[k] = ${value}; `}break;`;
      });
    if (!strict) return `switch (k) {${cases.join(' ')} default: o[k] = v[k];}`;
    const isTagMember = members.some(({ name }) => name === tag);
    const tagged = tag === undefined || isTagMember ? '' : `case ${toSourceString(tag)}: o[k] = v[k]; break;`;
    return `switch (k) {${cases.join(' ')} ${tagged}}`;
  };
  return {
    safe: (schema, value) => `${$}.jsonText(${hasObjects(schema) ? `${show(schema, true)}(${value})` : value})`,
    of(schema, value, row) {
      switch (schema.type) {
        case 'integer':
        case 'number':
          return value;
        case 'boolean':
          return `(${value} ? 'true' : 'false')`;
        case 'string':
          if (row && (formatOf(schema)?.encrypted === true || isToken(schema))) return undefined;
          return formatOf(schema)?.plain === true ? `'"' + ${value} + '"'` : `${$}.quote(${value})`;
        case 'choice':
          return schema.values.every((candidate) => JSON.stringify(candidate) === `"${candidate}"`)
            ? `'"' + ${value} + '"'`
            : `${$}.quote(${value})`;
        case 'file':
          // A row holds the hash too.
          return row ? undefined : `JSON.stringify(${value})`;
        case 'ref':
          return this.of(getIdentitySchema(plan, schema), value, row);
        default:
          if (hides(plan, schema)) return row ? undefined : `${$}.jsonText(${show(schema, false)}(${value}))`;
          if (row) return createEncryptedStringMapper(plan, schema) === undefined ? value : undefined;
          return holdsInt64(plan, schema) ? `${$}.jsonText(${value})` : `JSON.stringify(${value})`;
      }
    },
  };
}
