import { stringifyForm } from '../../expression/conditions/form.ts';
import type { Expression } from '../../expression/tree.ts';
import { formatFigure, formatGroupValue, toGroupsKey } from '../../plan/figures.ts';
import type { RangePlan, ValueSchema } from '../../plan/schema.ts';
import type { AnswerShape, InputShape } from '../../plan/shape.ts';
import type { ShapeSyntax } from '../../shape/syntax.ts';
import { findNamed } from '../../text/find-named.ts';
import { present } from '../../text/present.ts';
import { type Comparison, pairByName } from './comparison.ts';
import { type ExpressionSite, findPathTarget, renameToNewer } from './expressions.ts';
import { createNewerNames } from './newer-names.ts';
import { listKeyedFields } from './newer-shapes.ts';

/** A member of a body, an answer or a payload, by its path: `data[].total`. */
export interface Member {
  readonly path: string;
  readonly optional: boolean;
  /** The contents, as a text that can be compared. */
  readonly holds: string;
  /** The field that it is: of the operation's resource, or of `owner`, the record that is embedded there. */
  readonly field?: string;
  readonly owner?: string;
  /** The maximum number of records that refer to the one around. */
  readonly most?: number;
  /** The numbers of items of a list in a request, those of its items next. */
  readonly items?: readonly (RangePlan | undefined)[];
  /** A field that clients may only send with its present value. */
  readonly unchanged?: true;
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
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const keyed = listKeyedFields(written).find(({ key }) => key.value === name);
    const meant = field === undefined ? resolveBodyField(written, name, keyed?.shape) : { field };
    const items = listRanges(inner);
    const counted = items.some((range) => range !== undefined) ? { items } : {};
    const member = { path, optional: !required, holds: formatInputShape(inner), ...counted, ...meant };
    if (unchanged === true) return [{ ...member, unchanged }];
    return [member, ...listInputFields(inner, keyed?.shape, path)];
  });
}

/** The numbers of items of a list in a request, as one text: `1..100, ..10`. */
export function formatItemRanges({ items = [] }: Member): string {
  return items.map((range) => `${range?.from ?? ''}..${range?.to ?? ''}`).join(', ');
}

function listRanges(shape: InputShape): readonly (RangePlan | undefined)[] {
  return shape.kind === 'list' ? [shape.range, ...listRanges(shape.item)] : [];
}

/**
 * The members without the fields that clients may only send with their present values. Such a field counts if the other body does not have
 * it: then clients cannot send a record back as they got it.
 */
export function dropUnchanged(members: readonly Member[], others: readonly Member[]): readonly Member[] {
  const known = new Set(others.map(({ path }) => path));
  return members.filter(({ path, unchanged }) => unchanged !== true || !known.has(path));
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
    case 'groups': {
      // With another key, each figure is one of other groups.
      const rename = (name: string): string => reading.field(reading.holder ?? '', name);
      const groups = toGroupsKey(shape, rename);
      return shape.members.map(({ name, optional, shape: value }) => {
        const text = formatGroupValue(value.kind === 'count' ? value : { ...value, field: rename(value.field) });
        return { path: `${prefix}[].${name}`, optional, holds: value.kind === 'key' ? text : `${text} of ${groups}` };
      });
    }
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
    after: answerMembers(now, {
      holder,
      text: (tree) => stringifyForm(tree),
      inside: () => undefined,
      field: (_, name) => name,
    }),
  };
}

/** The contents of a member of a response, as a text that can be compared; fields by their newer names. */
function formatHeld(shape: AnswerShape, { holder, text, field }: Reading): string {
  if (shape.kind === 'cel') return `cel ${text(shape.value, holder)}`;
  if (shape.kind === 'figure') return formatFigure({ ...shape, field: field(holder ?? '', shape.field) });
  if (shape.kind === 'groups') return 'groups';
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

function formatResponseShape(
  shape: Exclude<AnswerShape, { readonly kind: 'cel' | 'children' | 'figure' | 'groups' }>,
): string {
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
 * Lists the members that differ, below the first that does. A member whose field is new, gone or renamed is left out: the field itself is
 * reported.
 */
export function findDifferingFields(
  { old, now, renamed }: Comparison,
  resource: string | undefined,
  before: readonly Member[],
  after: readonly Member[],
): MemberDifference[] {
  const fieldsOf = (side: typeof old, owner: string): readonly { readonly name: string }[] =>
    findNamed(side.plan.resources, owner)?.fields ?? findNamed(side.plan.objects, owner)?.members ?? [];
  const has = (side: typeof old, owner: string, field: string): boolean =>
    fieldsOf(side, owner).some(({ name }) => name === field);
  // A member of an object that is shown in part is reported at the object, if another one has its name, or none.
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
      if (previous.optional !== other.optional || previous.most !== other.most || differs) return true;
      return formatItemRanges(previous) !== formatItemRanges(other);
    }
    return !toldElsewhere(previous, false) && !toldElsewhere(other, true);
  });
  const changed = all.filter(({ old: previous, now: other }) => previous?.holds !== other?.holds);
  const paths = new Set(changed.map(({ name }) => name));
  const isBelow = (path: string): boolean =>
    [...paths].some((otherPath) => path.startsWith(`${otherPath}.`) || path.startsWith(`${otherPath}[`));
  return pairs.filter(({ name }) => !isBelow(name)).map(({ name, ...pair }) => ({ ...pair, path: name }));
}
