import type { FieldError } from '../../contracts/record.ts';
import { findType, formatOf, type TypeMember } from '../../parts/registry.ts';
import { unhashedMessage } from '../../plan/fields/field-errors.ts';
import { describeFileSize, describeMediaTypes } from '../../plan/files/file-words.ts';
import { getIdentitySchema } from '../../plan/parameter-schema.ts';
import type { Plan } from '../../plan/plan.ts';
import { type ConstraintPlan, constrainsKeys, type ValueSchema } from '../../plan/schema.ts';
import type { CheckMode, Checks, FieldErrorFacts } from '../check.ts';
import type { ModuleText } from '../module.ts';
import { compileBreaches } from './constraints.ts';
import { compileObjectCheck, compileUnionCheck, patchBody } from './objects.ts';
import { checkRuntime } from './runtime.ts';

/** Returns the message to a client that violates a constraint. */
function describeConstraint(constraint: ConstraintPlan, schema: ValueSchema): string {
  switch (constraint.kind) {
    case 'multiple of':
      return `must be a multiple of ${constraint.of}`;
    case 'unique items':
      return 'must not contain duplicate items';
    case 'pattern':
      return `must match the pattern ${constraint.pattern}`;
    case 'media types':
      return describeMediaTypes(constraint.types);
    case 'range':
      return schema.type === 'file' ? describeFileSize(constraint) : describeRange(constraint);
  }
}

function describeRange({ unit, from, to }: ConstraintPlan & { readonly kind: 'range' }): string {
  const verb = unit === 'value' ? 'be' : 'have';
  const of = unit === 'value' ? '' : ` ${(to ?? from) === '1' ? singular[unit] : unit}`;
  if (from === undefined) return `must ${verb} at most ${to}${of}`;
  if (to === undefined) return `must ${verb} at least ${from}${of}`;
  if (from === to) return `must ${verb} exactly ${to}${of}`;
  return unit === 'value' ? `must be from ${from} to ${to}` : `must have ${from} to ${to}${of}`;
}

const singular = { characters: 'character', bytes: 'byte', items: 'item', keys: 'key' } as const;

/** Begins the checks of a plan. */
export function createChecks(plan: Plan, module: ModuleText): Checks {
  const made = new Map<string, string>();
  const problems = new Map<string, string>();
  const checks: Checks = {
    module,
    plan,
    $: module.constant(checkRuntime),
    of(schema, mode) {
      const key = `${mode} ${JSON.stringify(schema)}`;
      const known = made.get(key);
      if (known !== undefined) return known;
      const place = module.reserve('v, p');
      made.set(key, place.name);
      place.body(compileValueCheck(checks, schema, mode));
      return place.name;
    },
    problem(problem, message, pointer = '', line, more = {}) {
      const fact: FieldError = { pointer, problem, message, ...more, ...(line === undefined ? {} : { line }) };
      const key = JSON.stringify(fact);
      const name = problems.get(key) ?? module.constant(Object.freeze(fact));
      problems.set(key, name);
      return `p.push(${name});`;
    },
  };
  return checks;
}

function compileValueCheck(checks: Checks, schema: ValueSchema, mode: CheckMode): string {
  const { module, $ } = checks;
  const type = findType(schema);
  const format = formatOf(schema);
  const lines = [
    schema.nullable === true
      ? 'if (v === null) return v;'
      : `if (v === null) {${checks.problem('null', 'must not be null')} return v;}`,
  ];
  if (schema.type === 'number') lines.push(`if (typeof v === 'bigint') v = ${$}.asDouble(v);`);
  const refuses = type.refuses(schema);
  if (refuses !== '') lines.push(`if (${refuses}) {${compileTypeError(checks, type, schema)} return v;}`);
  if (schema.type === 'integer' && format === undefined) lines.push('v += 0;');
  if (mode === 'kept' && format?.isKept !== undefined) {
    // Whatever way a value has taken, in the clear it is not kept.
    const plain = checks.problem('format', format.keptWords ?? unhashedMessage);
    return [...lines, `if (!${module.constant(format.isKept)}(v)) ${plain}`, 'return v;'].join('\n');
  }
  if (schema.type === 'string' && format?.plain !== true) {
    const message = 'must not contain U+0000 or an unpaired surrogate';
    lines.push(`if (!${$}.clean(v)) {${checks.problem('format', message)} return v;}`);
  }
  if (format !== undefined) lines.push(formatLines(checks, schema));
  const inside = compileContentChecks(checks, type, schema, mode);
  if (inside !== '') lines.push(inside);
  for (const constraint of schema.constraints ?? []) {
    // A patch names only the entries that it changes.
    if (mode === 'patch' && constrainsKeys(constraint)) continue;
    lines.push(...compileConstraint(checks, schema, constraint));
  }
  return [...lines, 'return v;'].join('\n');
}

/** Compiles the statements that report a value `v` of the right type that violates a constraint. */
export function compileConstraint(checks: Checks, schema: ValueSchema, constraint: ConstraintPlan): readonly string[] {
  const message = describeConstraint(constraint, schema);
  return compileBreaches(checks.module, checks.$, schema, constraint).map(({ problem, broken, empty, facts }) => {
    const add = (more: FieldErrorFacts): string =>
      checks.problem(problem, message, '', constraint.line, { ...(facts && { facts }), ...more });
    const push = empty === undefined ? add({}) : `{if (${empty}) ${add({ empty: true })} else ${add({})}}`;
    return `if (${broken}) ${push}`;
  });
}

/** Compiles the statement that reports a value of another type. */
function compileTypeError(checks: Checks, type: TypeMember, schema: ValueSchema): string {
  const facts = schema.type === 'choice' ? { facts: { values: schema.values.join(', ') } } : {};
  return checks.problem(type.problem ?? 'type', type.words!(schema), '', undefined, facts);
}

function formatLines(checks: Checks, schema: ValueSchema): string {
  const format = formatOf(schema)!;
  const argument = ('format' in schema ? schema.format?.argument : undefined) ?? undefined;
  const words = format.words(argument);
  const read = checks.module.constant(format.read);
  const call = argument === undefined ? `${read}(v)` : `${read}(v, ${JSON.stringify(argument)})`;
  const wrong = checks.problem('format', words);
  // An integer format is checked on any value: a value that is not an integer has another type.
  const other = `if (Number.isInteger(v) || typeof v === 'bigint') {${wrong}} else {${checks.problem('type', words)}}`;
  const blank = `if (v === '') ${checks.problem('format', words, '', undefined, { empty: true })} else ${wrong}`;
  return `const r = ${call}; if (r === undefined) {${schema.type === 'integer' ? other : blank} return v;} v = r;`;
}

/** The lines that look inside a value: at items, members, or whatever is there. */
function compileContentChecks(checks: Checks, type: TypeMember, schema: ValueSchema, mode: CheckMode): string {
  const { $ } = checks;
  switch (type.inside) {
    case 'nothing':
      return '';
    case 'anything': {
      const text = checks.problem('format', 'must not contain U+0000 or an unpaired surrogate');
      const number = checks.problem('type', 'must contain only numbers that a 64-bit float represents exactly');
      const whole = schema.type === 'any' ? `if (typeof v === 'bigint') v = ${$}.asDouble(v);` : '';
      return `switch (${$}.inside(v)) {case 'text': ${text} return v; case 'number': ${number} return v;} ${whole}`;
    }
    case 'items':
      return compileItemChecks(checks, (schema as ValueSchema & { readonly type: 'list' }).item, mode);
    case 'values':
      return compileMapChecks(checks, (schema as ValueSchema & { readonly type: 'map' }).item, mode);
    case 'identity':
      return `v = ${checks.of(getIdentitySchema(checks.plan, schema), mode)}(v, p);`;
    case 'members':
      return compileNamedChecks(checks, schema as ValueSchema & { readonly type: 'named' }, mode);
  }
}

function compileItemChecks({ of, $ }: Checks, item: ValueSchema, mode: CheckMode): string {
  // A list in a merge patch replaces the whole one: its items are complete.
  const check = of(item, mode === 'patch' ? 'sent' : mode);
  return `for (let i = 0; i < v.length && p.length < ${$}.most; i++) {
    const n = p.length, a = v[i], b = ${check}(a, p);
    if (p.length !== n) ${$}.within(p, n, i);
    if (a !== b) v[i] = b;
  }`;
}

function compileMapChecks(checks: Checks, item: ValueSchema, mode: CheckMode): string {
  const { of, $ } = checks;
  const name = checks.problem('format', 'must not contain U+0000 or an unpaired surrogate in a name');
  return `for (const k of Object.keys(v)) {
    if (!${$}.clean(k)) {${name} continue;}
    const n = p.length, a = v[k];
    if (a === undefined${mode === 'patch' ? ' || a === null' : ''}) continue;
    const b = ${of(item, mode)}(a, p);
    if (p.length !== n) ${$}.withinMember(p, n, k);
    if (a !== b) v[k] = b;
    if (p.length >= ${$}.most) break;
  }`;
}

function compileNamedChecks(
  checks: Checks,
  { name }: ValueSchema & { readonly type: 'named' },
  mode: CheckMode,
): string {
  const object = checks.plan.objects.find((candidate) => candidate.name === name);
  if (object !== undefined)
    return mode === 'patch' ? patchBody(checks, [object]) : compileObjectCheck(checks, object, mode);
  const union = checks.plan.unions.find((candidate) => candidate.name === name);
  if (union === undefined) throw new Error(`a plan names the object ${name} and does not hold it`);
  return compileUnionCheck(checks, union, mode);
}
