import { stringifyForm } from '../../expression/conditions/form.ts';
import type { Expression } from '../../expression/tree.ts';
import { formatFigure } from '../../plan/figures.ts';
import type { ValueSchema } from '../../plan/schema.ts';
import type { AnswerShape, InputShape } from '../../plan/shape.ts';
import type { ShapeSyntax } from '../../shape/syntax.ts';
import { present } from '../../text/present.ts';
import { type Comparison, pairByName } from './comparison.ts';
import { type ExpressionSite, findPathTarget, renameToNewer } from './expressions.ts';
import { createNewerNames } from './newer-names.ts';
import { listKeyedFields } from './newer-shapes.ts';

/** A member of a body, an answer or a payload, by its path: `data[].total`. */
export interface Member {
  readonly path: string;
  readonly optional: boolean;
  /** What it holds, as a text that can be compared. */
  readonly holds: string;
  /** The field that it is: of the operation's resource, or of `owner`, the record that is embedded there. */
  readonly field?: string;
  readonly owner?: string;
  /** The maximum number of records that refer to the one around. */
  readonly most?: number;
}

/** A member that only one of two shapes has, or that differs in them. */
export interface MemberDifference {
  readonly path: string;
  readonly old?: Member;
  readonly now?: Member;
}

/** The members of a request's body, those of members with their paths; `written` is the shape as its document has it. */
export function listInputFields(
  shape: InputShape | undefined,
  written: ShapeSyntax | undefined,
  prefix = '',
): Member[] {
  if (shape === undefined) return [];
  if (shape.kind === 'list') {
    return listInputFields(shape.item, written?.kind === 'list' ? written.item : written, `${prefix}[]`);
  }
  if (shape.kind !== 'object') return [];
  return shape.members.flatMap(({ name, required, shape: inner, field, unchanged }) => {
    if (unchanged === true) return [];
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const keyed = listKeyedFields(written).find(({ key }) => key.value === name);
    const meant = field === undefined ? resolveBodyField(written, name, keyed?.shape) : { field };
    const member = { path, optional: !required, holds: formatInputShape(inner), ...meant };
    return [member, ...listInputFields(inner, keyed?.shape, path)];
  });
}

/** The field of a resource or object that a member of a body is, where the body does not write that very record. */
function resolveBodyField(
  written: ShapeSyntax | undefined,
  name: string,
  keyed: ShapeSyntax | undefined,
): Pick<Member, 'field' | 'owner'> {
  if (keyed !== undefined || written?.kind !== 'name') return {};
  return { field: name, owner: written.name.value };
}

function formatInputShape(shape: InputShape): string {
  if (shape.kind === 'value') return formatSchema(shape.schema);
  if (shape.kind === 'literal') return JSON.stringify(shape.value);
  return shape.kind === 'list' ? `list of ${formatInputShape(shape.item)}` : 'object';
}

/** How the expressions of an answer are read: `holder` is the resource or object whose fields they name. */
interface Reading {
  readonly holder: string | undefined;
  text(tree: Expression, holder: string | undefined): string;
  inside(holder: string | undefined, path: readonly string[]): string | undefined;
  field(holder: string, name: string): string;
}

/** The members of an answer or a payload, those of members with their paths. */
function answerMembers(shape: AnswerShape | undefined, reading: Reading, prefix = '', owner?: string): Member[] {
  if (shape === undefined) return [];
  switch (shape.kind) {
    case 'records':
      return answerMembers(shape.item, reading, `${prefix}[]`, owner);
    case 'embedded': {
      const inner = shape.list === true ? `${prefix}[]` : prefix;
      return answerMembers(shape.item, { ...reading, holder: shape.resource }, inner, shape.resource);
    }
    case 'children':
      return answerMembers(shape.item, { ...reading, holder: shape.resource }, `${prefix}[]`, shape.resource);
    case 'picked': {
      const holder = shape.of ?? reading.inside(reading.holder, shape.path);
      const inner = shape.list ? `${prefix}[]` : prefix;
      return answerMembers(shape.item, { ...reading, holder }, inner, shape.of ?? '');
    }
    case 'object':
      return shape.members.flatMap(({ name, optional, shape: inner }) => {
        const path = prefix === '' ? name : `${prefix}.${name}`;
        const named = findField(inner);
        const field = named === undefined ? {} : { field: named, ...present({ owner }) };
        const most = inner.kind === 'children' ? { most: inner.most } : {};
        return [
          { path, optional, holds: formatHeld(inner, reading), ...field, ...most },
          ...answerMembers(inner, reading, path, owner),
        ];
      });
    default:
      return [];
  }
}

/** The members of an answer or payload of one operation or event in both documents; expressions by their newer names. */
export function answerMembersOf(
  comparison: Comparison,
  at: ExpressionSite,
  old: AnswerShape | undefined,
  now: AnswerShape | undefined,
): { readonly before: Member[]; readonly after: Member[] } {
  const { of: holder } = at;
  const text = (tree: Expression, of: string | undefined): string =>
    stringifyForm(renameToNewer(comparison, of === holder ? at : { of }, tree));
  return {
    before: answerMembers(old, {
      holder,
      text,
      inside: (of, path) => findPathTarget(comparison, of, path),
      field: createNewerNames(comparison).field,
    }),
    after: answerMembers(now, { holder, text: stringifyForm, inside: () => undefined, field: (_, name) => name }),
  };
}

/** The contents of a member of a response, as a text that can be compared; fields by their newer names. */
function formatHeld(shape: AnswerShape, { holder, text, field }: Reading): string {
  if (shape.kind === 'cel') return `cel ${text(shape.value, holder)}`;
  if (shape.kind === 'figure') return formatFigure({ ...shape, field: field(holder ?? '', shape.field) });
  if (shape.kind !== 'children') return formatResponseShape(shape);
  const { resource, order } = shape;
  const by = order.map(({ field: name, descending }) => `${descending ? '-' : ''}${field(resource, name)}`);
  return `${resource} through ${field(resource, shape.field)} by ${by.join(', ')}`;
}

/** The field of a record that a member shows, whole or in part. */
function findField(shape: AnswerShape): string | undefined {
  if (shape.kind === 'field' || shape.kind === 'picked') return shape.path[0];
  return shape.kind === 'embedded' ? shape.field : undefined;
}

function formatResponseShape(shape: Exclude<AnswerShape, { readonly kind: 'cel' | 'children' | 'figure' }>): string {
  switch (shape.kind) {
    case 'field':
      return formatSchema(shape.schema);
    case 'literal':
      return JSON.stringify(shape.value);
    case 'role':
      return shape.role;
    case 'picked':
    case 'embedded':
      return shape.list === true ? 'list' : 'object';
    case 'records':
      return 'records';
    case 'object':
      return 'object';
  }
}

function formatSchema(schema: ValueSchema): string {
  const { constraints: _, ...rest } = schema;
  if (rest.type === 'list' || rest.type === 'map') return `${rest.type} of ${formatSchema(rest.item)}`;
  return JSON.stringify(rest.type === 'choice' ? { type: 'choice' } : rest);
}

/**
 * The members that differ, below the first that does; those whose field is new, gone or called otherwise are told at the
 * field itself.
 */
export function findDifferingFields(
  { old, now, renamed }: Comparison,
  resource: string | undefined,
  before: readonly Member[],
  after: readonly Member[],
): MemberDifference[] {
  const fieldsOf = (side: typeof old, owner: string): readonly { readonly name: string }[] =>
    side.plan.resources.find(({ name }) => name === owner)?.fields ??
    side.plan.objects.find(({ name }) => name === owner)?.members ??
    [];
  const has = (side: typeof old, owner: string, field: string): boolean =>
    fieldsOf(side, owner).some(({ name }) => name === field);
  // of a member of an object that is shown in part: another of this name, or none, is told at the object
  const inObjects = (other: typeof old, isNow: boolean, field: string): boolean =>
    !other.plan.objects.some(({ name, members }) =>
      members.some((member) => member.name === field && (!isNow || renamed.field(name, field) === field)),
    );
  const toldElsewhere = (member: Member | undefined, isNow: boolean): boolean => {
    const owner = member?.owner ?? resource;
    if (member?.field === undefined || owner === undefined) return false;
    if (owner === '') return inObjects(isNow ? old : now, isNow, member.field);
    if (!isNow) return !has(now, owner, member.field);
    const was = renamed.field(owner, member.field);
    return was !== member.field || !has(old, owner, was);
  };
  const all = pairByName(before, after, ({ path }) => path);
  const pairs = all.filter(({ old: previous, now: other }) => {
    if (previous !== undefined && other !== undefined) {
      const whole = [previous, other].every(({ holds }) => holds !== 'object' && holds !== 'list');
      const sameField = whole && previous.field !== undefined && previous.field === other.field;
      const differs = previous.holds !== other.holds && !sameField;
      return previous.optional !== other.optional || previous.most !== other.most || differs;
    }
    return !toldElsewhere(previous, false) && !toldElsewhere(other, true);
  });
  const changed = all.filter(({ old: previous, now: other }) => previous?.holds !== other?.holds);
  const paths = new Set(changed.map(({ name }) => name));
  const isBelow = (path: string): boolean =>
    [...paths].some((otherPath) => path.startsWith(`${otherPath}.`) || path.startsWith(`${otherPath}[`));
  return pairs.filter(({ name }) => !isBelow(name)).map(({ name, ...pair }) => ({ ...pair, path: name }));
}
