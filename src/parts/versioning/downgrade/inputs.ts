import type {
  FieldTransform,
  OperationTransform,
  TypeTransform,
  ValueTransform,
} from '../../../plan/version/transform.ts';
import { parseShape } from '../../../shape/parse.ts';
import type { MemberSyntax, ShapeSyntax } from '../../../shape/syntax.ts';
import { getLineNumber } from '../../../text/location.ts';
import type { OperationModel } from '../../endpoints/model.ts';
import { findOperationKind } from '../../endpoints/operations/index.ts';
import { isNotShown } from '../../not-shown.ts';
import { type MemberMeaning, resolveMember } from '../../resolve/bodies.ts';
import { findAccounts } from '../../resolve/callers/accounts.ts';
import { collectDefinitions } from '../../resolve/vocabulary.ts';
import type { Service } from '../../service.ts';
import { type FieldKeys, indexFieldKeys, type Own, resolveFieldKey } from './field-keys.ts';

/** What bodies are turned with: a version, the one below it, and how records are turned between them. */
export interface InputStep {
  readonly newer: Service;
  readonly older: Service;
  readonly holders: Readonly<Record<string, TypeTransform>>;
  /** How each field that a row speaks of is turned, and those that hold something turned, by `Invoice.memo` (older, else newer). */
  readonly members: ReadonlyMap<string, FieldTransform>;
}

/** How a body is turned. */
export type BodyTransforms = Pick<OperationTransform, 'fields' | 'input'>;

/** Turns the body of an operation: the fields of the record that it writes, and the other members by the names that the body gives them. */
export function planInputTransforms(step: InputStep, newer: OperationModel, older: OperationModel): BodyTransforms {
  if (older.name.session === 'start sign in') return { fields: [], input: planIssuerTransform(step) };
  const [now, then] = [parseRequestShape(newer), parseRequestShape(older)];
  if (now === undefined || then === undefined) return { fields: [], input: [] };
  const { name, setsFields } = findOperationKind(newer.name);
  const { verb, resource } = newer.name;
  const own = { resource: resource?.value, verb, changes: setsFields };
  if ((setsFields || name === 'create') && own.resource !== undefined)
    return planWrittenTransforms(step, now, then, { ...own, resource: own.resource });
  return { fields: [], input: buildFieldTransforms(step, now, then, own) };
}

/** The turn of the member `issuer`, which is not stated: its values are those of the field of accounts. */
function planIssuerTransform({ older, members }: InputStep): readonly FieldTransform[] {
  const accounts = findAccounts(older);
  const { value, line = 0 } = members.get(`${accounts?.resource.name.value}.${accounts?.issuer.name.value}`) ?? {};
  return value === undefined ? [] : [{ older: 'issuer', newer: 'issuer', value, line }];
}

/** The Request of an operation as syntax; undefined if it has none. */
export function parseRequestShape({ request }: OperationModel): ShapeSyntax | undefined {
  return request === undefined || isNotShown(request) ? undefined : parseShape(request).shape;
}

/** The turns of the members of an object that is written out, or of a part of a resource or object. */
function buildFieldTransforms(
  step: InputStep,
  now: ShapeSyntax,
  then: ShapeSyntax,
  own: Own | undefined,
): readonly FieldTransform[] {
  const transforms: FieldTransform[] = [];
  let after: FieldKeys = new Map();
  if (now.kind === 'name' && then.kind === 'name') {
    after = new Map([...indexFieldKeys(step.newer, now, own)].map(([name, meant]) => [meant, name]));
    addFields(step, indexFieldKeys(step.older, then, own), after, transforms);
  }
  const keys = new Map(listKeyedFields(then).map((member) => [member.key.span.start, member]));
  const isTop = now.kind === 'object' || (now.kind === 'name' && now.name.value === own?.resource);
  for (const member of listKeyedFields(now)) {
    const transform = planKeyedTransform(
      step,
      member,
      keys.get(member.key.span.start),
      isTop ? own?.resource : undefined,
    );
    if (transform !== undefined) transforms.push(renameTransform(transform, after));
  }
  if (transforms.some(({ up }) => up?.kind === 'cel'))
    transforms.push(...listRenamedFields(step, listKeyedFields(then), transforms, isTop ? own?.resource : undefined));
  return transforms;
}

/** The turns of a body that writes a record: its fields by their own names, wherever the body has them. */
function planWrittenTransforms(
  step: InputStep,
  now: ShapeSyntax,
  then: ShapeSyntax,
  own: Own & { readonly resource: string },
): BodyTransforms {
  const fields: FieldTransform[] = [];
  const input: FieldTransform[] = [];
  if (now.kind === 'name' && then.kind === 'name') {
    const after = new Map([...indexFieldKeys(step.newer, now, own)].map(([name, meant]) => [meant, name]));
    addFields(step, indexFieldKeys(step.older, then, own), after, fields);
  }
  const keys = new Map(listKeyedFields(then).map((member) => [member.key.span.start, member]));
  const others: MemberSyntax[] = [];
  for (const member of listKeyedFields(now)) {
    const before = keys.get(member.key.span.start);
    const [is, was] = [
      resolveFieldMeaning(step.newer, own.resource, member),
      resolveFieldMeaning(step.older, own.resource, before),
    ];
    if (is === 'record' && before !== undefined) {
      const inside = planWrittenTransforms(step, member.shape, before.shape, own);
      fields.push(...inside.fields);
      const value: ValueTransform = { kind: 'object', members: inside.input };
      const { key } = member;
      if (inside.input.length > 0)
        input.push({ older: key.value, newer: key.value, value, line: getLineNumber(step.newer.source, key.span) });
    } else if (typeof is === 'object') {
      const named = (field: typeof is | typeof was, syntax: MemberSyntax): MemberSyntax => ({
        ...syntax,
        key: typeof field === 'object' ? field.name : syntax.key,
      });
      const transform = planKeyedTransform(step, named(is, member), before && named(was, before), own.resource);
      if (transform !== undefined) fields.push(transform);
    } else {
      const transform = planKeyedTransform(step, member, before, undefined);
      if (transform !== undefined) input.push(transform);
      if (before !== undefined) others.push(before);
    }
  }
  if (input.some(({ up }) => up?.kind === 'cel')) input.push(...listRenamedFields(step, others, input, undefined));
  return { fields, input };
}

function resolveFieldMeaning(
  service: Service,
  resource: string,
  member: MemberSyntax | undefined,
): MemberMeaning | undefined {
  const owner = collectDefinitions(service).resources.get(resource);
  return owner === undefined || member === undefined ? undefined : resolveMember(owner, member);
}

/** Members that do not differ, but whose fields expressions read by another name. */
function listRenamedFields(
  step: InputStep,
  then: readonly MemberSyntax[],
  transforms: readonly FieldTransform[],
  owner: string | undefined,
): readonly FieldTransform[] {
  return then.flatMap((member): FieldTransform[] => {
    const older = member.key.value;
    const meant = resolveFieldKey(step.older, member, owner);
    const field = meant?.slice(meant.indexOf('.') + 1);
    if (field === undefined || field === older || transforms.some((transform) => transform.older === older)) return [];
    return [{ older, newer: older, field, line: getLineNumber(step.older.source, member.key.span) }];
  });
}

/** The newer member that an expression gives, as the body calls it. */
function renameTransform(transform: FieldTransform, after: FieldKeys): FieldTransform {
  const { up } = transform;
  if (up?.kind !== 'cel' || up.to === undefined) return transform;
  const to = [...after].find(([meant]) => meant.slice(meant.indexOf('.') + 1) === up.to)?.[1];
  return to === undefined ? transform : { ...transform, up: { ...up, to } };
}

function addFields(step: InputStep, before: FieldKeys, after: FieldKeys, transforms: FieldTransform[]): void {
  const seen = new Set<FieldTransform>();
  for (const [name, meant] of before) {
    const transform = step.members.get(meant);
    if (transform === undefined) continue;
    seen.add(transform);
    const owner = meant.slice(0, meant.indexOf('.'));
    const present = transform.newer === undefined ? undefined : after.get(`${owner}.${transform.newer}`);
    const { newer: _, older: __, down: ___, ...rest } = transform;
    const same = present === name && rest.up === undefined && rest.value === undefined;
    if (!same) transforms.push({ older: name, ...(present === undefined ? {} : { newer: present }), ...rest });
  }
  for (const [meant, name] of after) {
    const transform = step.members.get(meant);
    if (transform === undefined || transform.newer === undefined || seen.has(transform)) continue;
    const { down: _, older: __, ...rest } = transform;
    transforms.push({ ...rest, newer: name });
  }
}

function listKeyedFields(shape: ShapeSyntax): readonly MemberSyntax[] {
  if (shape.kind === 'object') return shape.members;
  return shape.kind === 'name' ? (shape.picks?.members ?? []) : [];
}

/** The turn of a member `key: shape`; `owner` is the resource of which the key may name a field. */
function planKeyedTransform(
  step: InputStep,
  now: MemberSyntax,
  then: MemberSyntax | undefined,
  owner: string | undefined,
): FieldTransform | undefined {
  const meant = then === undefined ? resolveFieldKey(step.newer, now, owner) : resolveFieldKey(step.older, then, owner);
  const known: Partial<FieldTransform> = (meant === undefined ? undefined : step.members.get(meant)) ?? {};
  const { newer: _, older: __, down: ___, ...stated } = known;
  const line = stated.line ?? getLineNumber(step.newer.source, now.key.span);
  if (then === undefined) return { newer: now.key.value, ...stated, line };
  const isGiven = stated.up !== undefined && !('absent' in stated.up);
  const value = isGiven ? undefined : (planShapeTransform(step, now.shape, then.shape) ?? stated.value);
  if (value === undefined && stated.up === undefined && now.key.value === then.key.value) return undefined;
  const field = meant?.slice(meant.indexOf('.') + 1);
  return {
    older: then.key.value,
    newer: now.key.value,
    ...(field === undefined || field === then.key.value ? {} : { field }),
    ...(value === undefined ? {} : { value }),
    ...(stated.up === undefined ? {} : { up: stated.up }),
    line,
  };
}

/** How a value of a shape is turned; undefined where nothing in it differs. */
function planShapeTransform(step: InputStep, now: ShapeSyntax, then: ShapeSyntax): ValueTransform | undefined {
  if (now.kind === 'list' && then.kind === 'list') {
    const item = planShapeTransform(step, now.item, then.item);
    return item && { kind: 'list', item };
  }
  if (then.kind === 'field') {
    const transform = step.members.get(`${then.of.value}.${then.field.value}`);
    const isGiven = transform?.up !== undefined && !('absent' in transform.up);
    return isGiven ? undefined : transform?.value;
  }
  if (then.kind === 'name' && then.picks === undefined) {
    return Object.hasOwn(step.holders, then.name.value) ? { kind: 'named', name: then.name.value } : undefined;
  }
  if (then.kind !== 'object' && then.kind !== 'name') return undefined;
  const members = buildFieldTransforms(step, now, then, undefined);
  return members.length === 0 ? undefined : { kind: 'object', members };
}
