import { readDefaultValue } from '../../plan/fields/default-value.ts';
import type { MemberPlan, ObjectPlan, UnionPlan } from '../../plan/resource.ts';
import type { Json, ValueSchema } from '../../plan/schema.ts';
import type { CheckMode, Checks } from '../check.ts';
import { compileFieldAccess, toJsonPointer, toSourceString } from '../module.ts';

/** Members that a client never sends inside an object. */
function isOwn(member: MemberPlan): boolean {
  return member.direction === 'read-only' || member.direction === 'internal';
}

/** Lines that check the members of the object `v`; `tag` names the member by which a union knows it. */
export function compileObjectCheck(
  checks: Checks,
  object: ObjectPlan,
  mode: Exclude<CheckMode, 'patch'>,
  tag?: string,
): string {
  const { $ } = checks;
  const members = object.members.filter((member) => mode === 'kept' || !isOwn(member));
  const lines = ['let s = 0, n, a, b;'];
  if (tag !== undefined && !members.some((member) => member.name === tag)) lines.push('s++;');
  for (const member of members) lines.push(compileFieldCheck(checks, member, mode));
  const known = new Set([...members.map((member) => member.name), ...(tag === undefined ? [] : [tag])]);
  const refused = checks.plan.unknownFields === 'refused' ? 'p' : 'undefined';
  lines.push(`if (${$}.count(v) !== s) ${$}.unknown(v, ${checks.module.constant(known)}, ${refused});`);
  return lines.join('\n');
}

function compileFieldCheck(checks: Checks, member: MemberPlan, mode: CheckMode): string {
  const { $ } = checks;
  const { name, schema, required, line } = member;
  const key = toSourceString(name);
  const check = checks.of(schema, mode);
  const present = `s++; n = p.length; b = ${check}(a, p);
    if (p.length !== n) ${$}.within(p, n, ${toSourceString(toJsonPointer(name))});
    if (a !== b) v[${key}] = b;`;
  return `a = ${compileFieldAccess('v', name)}; if (a !== undefined) {${present}} else {${absent()}}`;

  function absent(): string {
    if (member.default !== undefined)
      return `s++; v[${key}] = ${check}(${compileDefault(checks, schema, member.default)}, p);`;
    if (required && !(mode === 'kept' && isOwn(member)))
      return checks.problem('missing', 'is required', toJsonPointer(name), line);
    return schema.nullable === true ? `s++; v[${key}] = null;` : '';
  }
}

/** Compiles a default. */
export function compileDefault({ plan }: Checks, schema: ValueSchema, value: Json): string {
  const read = readDefaultValue(plan, schema, value);
  return typeof read === 'bigint' ? `${read}n` : compileJsonLiteral(read);
}

/** Compiles a JSON value. */
function compileJsonLiteral(value: unknown): string {
  const text = JSON.stringify(value);
  return typeof value === 'object' && value !== null ? `JSON.parse(${JSON.stringify(text)})` : text;
}

/** Lines that check what a merge patch says of an object, which may be one of several: members may lack, null takes away. */
export function patchBody(checks: Checks, objects: readonly ObjectPlan[], tag?: string): string {
  const { $ } = checks;
  const byName = new Map<string, MemberPlan[]>();
  for (const object of objects) {
    for (const member of object.members) {
      if (!isOwn(member)) byName.set(member.name, [...(byName.get(member.name) ?? []), member]);
    }
  }
  const lines = ['let n, a, b;'];
  for (const [name, members] of byName) {
    if (name === tag) continue;
    const [member] = members;
    // Which object of a union it is shows only on the record: then the full check decides.
    if (members.length > 1) continue;
    const { required, schema } = member!;
    const removable = !required && schema.nullable !== true && objects.length === 1;
    lines.push(`a = ${compileFieldAccess('v', name)}; if (a !== undefined${removable || objects.length > 1 ? ' && a !== null' : ''}) {
      n = p.length; b = ${checks.of(schema, 'patch')}(a, p);
      if (p.length !== n) ${$}.within(p, n, ${toSourceString(toJsonPointer(name))});
      if (a !== b) v[${toSourceString(name)}] = b;
    }`);
  }
  const known = new Set([...byName.keys(), ...(tag === undefined ? [] : [tag])]);
  const refused = checks.plan.unknownFields === 'refused' ? 'p' : 'undefined';
  lines.push(`${$}.unknown(v, ${checks.module.constant(known)}, ${refused});`);
  return lines.join('\n');
}

/** Lines that check a tagged union: the tag chooses the object. */
export function compileUnionCheck(checks: Checks, union: UnionPlan, mode: CheckMode): string {
  const objects = union.cases.map((branch) => {
    const object = checks.plan.objects.find((other) => other.name === branch.object);
    if (object === undefined) throw new Error(`a plan names the object ${branch.object} and does not hold it`);
    return object;
  });
  if (mode === 'patch') return patchBody(checks, objects, union.tag);
  const cases = union.cases.map(({ tag }, at) => {
    const check = checks.module.declare('v, p', compileObjectCheck(checks, objects[at]!, mode, union.tag));
    return `case ${toSourceString(tag)}: ${check}(v, p); if (p.length !== m) ${checks.$}.chosen(p, m, ${toSourceString(objects[at]!.name)}); break;`;
  });
  const pointer = toJsonPointer(union.tag);
  const missing = checks.problem('missing', 'is required', pointer, union.line);
  const words = `must be one of ${union.cases.map((branch) => branch.tag).join(', ')}`;
  const values = { facts: { values: union.cases.map((branch) => branch.tag).join(', ') } };
  const wrong = checks.problem('not one of', words, pointer, union.line, values);
  return `const m = p.length; switch (${compileFieldAccess('v', union.tag)}) {${cases.join('\n')} case undefined: ${missing} break; default: ${wrong}}`;
}
