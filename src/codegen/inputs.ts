import { collectSentFields } from '../plan/bodies/sent.ts';
import type { SetsFieldsKind } from '../plan/kinds.ts';
import type { OperationPlan } from '../plan/operation.ts';
import type { FieldPlan } from '../plan/resource.ts';
import type { ValueSchema } from '../plan/schema.ts';
import type { InputMember, InputShape } from '../plan/shape.ts';
import { compileConstraint } from './check/checks.ts';
import { compileDefault } from './check/objects.ts';
import type { Checks } from './check.ts';
import { compileFieldAccess, inherited, toJsonPointer, toSourceString } from './module.ts';

interface Writing {
  readonly checks: Checks;
  /** A merge patch: nothing is required, null takes away. */
  readonly patch: boolean;
  /** Left-out members get their default. */
  readonly fills: boolean;
  /** Inside the value of a field: left-out members that may be null are null, as the record stores them. */
  readonly stored?: boolean;
  /** No member of the record has to be there. */
  readonly document?: boolean;
  readonly fields: ReadonlyMap<string, FieldPlan>;
}

/**
 * Writes the check of an operation's body: the name of a function `(v, p, f) => members`, which puts what was sent of the record
 * into `f` by the names of its fields. No body at all is an empty object.
 */
export function declareInputCheck(checks: Checks, operation: OperationPlan, input: InputShape): string {
  const patch = operation.kind === 'update';
  const writing: Writing = { checks, patch, fills: !patch, fields: indexResourceFields(checks, operation) };
  if (input.kind === 'object') return declareBodyCheck(writing, input.members, 'if (v === undefined) v = {};');
  const check = declareShapeCheck(writing, input);
  return checks.module.declare('v, p', `return ${check}(v === undefined ? {} : v, p);`);
}

/** Writes the check of a record as a patch leaves it: no member must be there, none is filled in, null stays null. */
export function declareDocumentCheck(checks: Checks, operation: OperationPlan<SetsFieldsKind>): string | undefined {
  const { input } = operation;
  if (input?.kind !== 'object') return undefined;
  const fields = indexResourceFields(checks, operation);
  return declareBodyCheck({ checks, patch: false, fills: false, document: true, fields }, input.members);
}

function indexResourceFields({ plan }: Checks, { resource }: OperationPlan): Writing['fields'] {
  const fields = plan.resources.find(({ name }) => name === resource)?.fields ?? [];
  return new Map(fields.map((field) => [field.name, field]));
}

/** An object of the body that holds fields of the record, or the body itself: its members are copied. */
function declareBodyCheck(writing: Writing, members: readonly InputMember[], first = ''): string {
  const lines = [
    `const o = {}; ${first}`,
    isObject(writing, 'return o;'),
    'let s = 0, n, a, b;',
    ...members.map((member) => compileFieldCheck(writing, writing.document ? toPatchRemainder(member) : member, 'o')),
    compileUnknownFields(writing, members),
    'return o;',
  ];
  return writing.checks.module.declare('v, p, f', lines.join('\n'));
}

/** A patch may leave no field of the record, but the objects around them. */
function toPatchRemainder(member: InputMember): InputMember {
  const around = member.field === undefined && collectSentFields(member.shape).length > 0;
  return around ? member : { ...member, required: false };
}

function isObject({ checks }: Writing, end: string): string {
  return `if (v === null || typeof v !== 'object' || Array.isArray(v)) {${checks.problem('type', 'must be an object')} ${end}}`;
}

function compileUnknownFields({ checks }: Writing, members: readonly InputMember[]): string {
  const known = checks.module.constant(new Set(members.map((member) => member.name)));
  const refused = checks.plan.unknownFields === 'refused' ? 'p' : 'undefined';
  return `if (${checks.$}.count(v) !== s) ${checks.$}.unknown(v, ${known}, ${refused});`;
}

function compileFieldCheck(writing: Writing, member: InputMember, into: 'o' | 'v'): string {
  const { checks, document } = writing;
  const { $ } = checks;
  const { name, required, field } = member;
  const shape = toSentShape(member);
  if (member.ignored === true) return `if (${compileFieldAccess('v', name)} !== undefined) s++;`;
  // A value that is not a field of the record is not part of a patch of it.
  const whole = into === 'o' && field === undefined && document !== true;
  const { patch, fills } = whole ? { patch: false, fills: true } : writing;
  const around = into === 'o' && field === undefined && shape.kind === 'object';
  const stored = writing.stored === true || field !== undefined;
  const check = around
    ? declareBodyCheck(writing, shape.members)
    : declareShapeCheck({ ...writing, patch, fills, stored }, shape);
  const target = `${into}[${toSourceString(name)}]`;
  const sent = field === undefined || into === 'v' ? '' : `f[${toSourceString(field)}] = `;
  const nullable = shape.kind === 'value' && shape.schema.nullable === true;
  const checked = `n = p.length; b = ${check}(a, p${around ? ', f' : ''});
    if (p.length !== n) ${$}.within(p, n, ${toSourceString(toJsonPointer(name))});
    ${into === 'v' ? `if (a !== b) ${target} = b;` : `${sent}${target} = b;`}`;
  const isCleared = patch && member.endState !== true && isRemovable(writing, member);
  const takesNull = !nullable && (member.unchanged === true || isCleared);
  const present = takesNull ? `s++; if (a === null) ${sent}${target} = null; else {${checked}}` : `s++; ${checked}`;
  let absent = '';
  if (fills && member.default !== undefined) {
    const value = compileDefault(checks, shape.kind === 'value' ? shape.schema : { type: 'any' }, member.default);
    absent = `${into === 'v' ? 's++; ' : ''}${target} = ${check}(${value}, p);`;
  } else if (required) absent = checks.problem('missing', 'is required', toJsonPointer(name), shape.line);
  else if (fills && nullable && writing.stored === true) absent = `s++; ${target} = null;`;
  // Reading it must not find a property that every object inherits.
  else if (into === 'o' && inherited.has(name)) absent = `${target} = undefined;`;
  return `a = ${compileFieldAccess('v', name)}; if (a !== undefined) {${present}} else {${absent}}`;
}

/** A file that cannot change is sent as clients are shown it. */
function toSentShape({ shape, unchanged }: InputMember): InputShape {
  if (unchanged !== true || shape.kind !== 'value' || shape.schema.type !== 'file') return shape;
  const { nullable } = shape.schema;
  return { ...shape, schema: { type: 'object', ...(nullable && { nullable }) } };
}

/** Null takes a field away that a record need not have. */
function isRemovable({ fields }: Writing, { field, required }: InputMember): boolean {
  if (field === undefined) return !required;
  const plan = fields.get(field);
  return plan === undefined || !plan.required;
}

const anyList: ValueSchema = { type: 'list', item: { type: 'any' } };

function declareShapeCheck(writing: Writing, shape: InputShape): string {
  const { checks, patch } = writing;
  const { module, $ } = checks;
  switch (shape.kind) {
    case 'value':
      return checks.of(shape.schema, patch ? 'patch' : 'sent');
    case 'literal': {
      const text = JSON.stringify(shape.value);
      const values = { facts: { values: String(shape.value) } };
      const wrong = checks.problem('not one of', `must be ${text}`, '', shape.line, values);
      return module.declare('v, p', `if (!${$}.equal(v, ${module.constant(shape.value)})) ${wrong} return v;`);
    }
    case 'list': {
      const { range } = shape;
      const item = declareShapeCheck({ ...writing, patch: false, fills: true }, shape.item);
      return module.declare(
        'v, p',
        `if (!Array.isArray(v)) {${checks.problem('type', 'must be a list')} return v;}
        for (let i = 0; i < v.length && p.length < ${$}.most; i++) {
          const n = p.length, a = v[i], b = ${item}(a, p);
          if (p.length !== n) ${$}.within(p, n, i);
          if (a !== b) v[i] = b;
        }
        ${range === undefined ? '' : compileConstraint(checks, anyList, range).join('\n')}
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
            compileFieldCheck(writing, patch ? { ...member, required: false } : member, 'v'),
          ),
          compileUnknownFields(writing, shape.members),
          'return v;',
        ].join('\n'),
      );
  }
}
