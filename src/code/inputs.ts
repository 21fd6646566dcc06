import type { OperationPlan } from '../plan/operation.ts';
import type { FieldPlan } from '../plan/resource.ts';
import type { InputMember, InputShape } from '../plan/shape.ts';
import { defaultText } from './check/objects.ts';
import type { Checks } from './check.ts';
import { inherited, memberOf, pointerTo, quoted } from './module.ts';

interface Writing {
  readonly checks: Checks;
  /** A merge patch: nothing is required, null takes away. */
  readonly patch: boolean;
  /** Left-out members get their default, or null. */
  readonly fills: boolean;
  readonly fields: ReadonlyMap<string, FieldPlan>;
}

/** Writes the check of an operation's body: the name of a function `(v, p) => values`. No body at all is an empty object. */
export function inputCheck(checks: Checks, operation: OperationPlan, input: InputShape): string {
  const resource = checks.plan.resources.find((one) => one.name === operation.resource);
  const fields = new Map(resource?.fields.map((field) => [field.name, field]));
  const patch = operation.kind === 'update';
  const writing: Writing = { checks, patch, fills: !patch, fields };
  if (input.kind === 'object') return checks.module.declare('v, p', topBody(writing, input.members));
  const check = shapeCheck(writing, input);
  return checks.module.declare('v, p', `return ${check}(v === undefined ? {} : v, p);`);
}

/** Writes the check of a record as a patch leaves it: no member must be there, none is filled in, null stays null. */
export function documentCheck(checks: Checks, operation: OperationPlan, input: InputShape): string | undefined {
  if (input.kind !== 'object') return undefined;
  const resource = checks.plan.resources.find((one) => one.name === operation.resource);
  const fields = new Map(resource?.fields.map((field) => [field.name, field]));
  const writing: Writing = { checks, patch: false, fills: false, fields };
  const members = input.members.map((member) => ({ ...member, required: false }));
  return checks.module.declare('v, p', topBody(writing, members));
}

function topBody(writing: Writing, members: readonly InputMember[]): string {
  return [
    'const o = {}; if (v === undefined) v = {};',
    isObject(writing, 'return o;'),
    'let s = 0, n, a, b;',
    ...members.map((member) => memberLine(writing, member, 'o', member.field ?? member.name)),
    unknownLine(writing, members),
    'return o;',
  ].join('\n');
}

function isObject({ checks }: Writing, end: string): string {
  return `if (v === null || typeof v !== 'object' || Array.isArray(v)) {${checks.problem('type', 'must be an object')} ${end}}`;
}

function unknownLine({ checks }: Writing, members: readonly InputMember[]): string {
  const known = checks.module.constant(new Set(members.map((member) => member.name)));
  const refused = checks.plan.unknownMembers === 'refused' ? 'p' : 'undefined';
  return `if (${checks.$}.count(v) !== s) ${checks.$}.unknown(v, ${known}, ${refused});`;
}

function memberLine(writing: Writing, member: InputMember, into: string, key: string): string {
  const { checks, patch, fills } = writing;
  const { $ } = checks;
  const { name, shape, required } = member;
  const check = shapeCheck(writing, shape);
  const target = `${into}[${quoted(key)}]`;
  const nullable = shape.kind === 'value' && shape.schema.nullable === true;
  const checked = `n = p.length; b = ${check}(a, p);
    if (p.length !== n) ${$}.within(p, n, ${quoted(pointerTo(name))});
    ${into === 'v' ? `if (a !== b) ${target} = b;` : `${target} = b;`}`;
  const takesNull = !nullable && (member.unchanged === true || (patch && removable(writing, member)));
  const present = takesNull ? `s++; if (a === null) ${target} = null; else {${checked}}` : `s++; ${checked}`;
  const counts = into === 'v' ? 's++; ' : '';
  let absent = '';
  if (fills && member.default !== undefined) {
    const value = defaultText(shape.kind === 'value' ? shape.schema : { type: 'any' }, member.default);
    absent = `${counts}${target} = ${check}(${value}, p);`;
  } else if (required) absent = checks.problem('missing', 'must be given', pointerTo(name), shape.line);
  else if (fills && nullable && member.unchanged !== true) absent = `${counts}${target} = null;`;
  // Whoever reads it must not find what every object has under that name.
  else if (into === 'o' && !patch && inherited.has(key)) absent = `${target} = undefined;`;
  return `a = ${memberOf('v', name)}; if (a !== undefined) {${present}} else {${absent}}`;
}

/** Null takes a field away that a record need not have. */
function removable({ fields }: Writing, { field, required }: InputMember): boolean {
  if (field === undefined) return !required;
  const plan = fields.get(field);
  return plan === undefined || !plan.required;
}

function shapeCheck(writing: Writing, shape: InputShape): string {
  const { checks, patch } = writing;
  const { module, $ } = checks;
  switch (shape.kind) {
    case 'value':
      return checks.of(shape.schema, patch ? 'patch' : 'sent');
    case 'literal': {
      const text = JSON.stringify(shape.value);
      const wrong = checks.problem('constraint', `must be ${text}`, '', shape.line);
      return module.declare('v, p', `if (!${$}.equal(v, ${module.constant(shape.value)})) ${wrong} return v;`);
    }
    case 'list': {
      const item = shapeCheck({ ...writing, patch: false, fills: true }, shape.item);
      return module.declare(
        'v, p',
        `if (!Array.isArray(v)) {${checks.problem('type', 'must be a list')} return v;}
        for (let i = 0; i < v.length && p.length < ${$}.most; i++) {
          const n = p.length, a = v[i], b = ${item}(a, p);
          if (p.length !== n) ${$}.within(p, n, i);
          if (a !== b) v[i] = b;
        }
        return v;`,
      );
    }
    case 'object':
      return module.declare(
        'v, p',
        [
          isObject(writing, 'return v;'),
          'let s = 0, n, a, b;',
          ...shape.members.map((member) =>
            memberLine(writing, patch ? { ...member, required: false } : member, 'v', member.name),
          ),
          unknownLine(writing, shape.members),
          'return v;',
        ].join('\n'),
      );
  }
}
