import { getInnermostShape, mapNames, type NameMapping } from '../../shape/map-names.ts';
import { parseShape } from '../../shape/parse.ts';
import type { MemberSyntax, ShapeSyntax } from '../../shape/syntax.ts';
import type { Name, SourceText } from '../../text/location.ts';
import { isNotShown } from '../not-shown.ts';
import type { Comparison } from './comparison.ts';
import { createNewerNames, type NewerNames } from './newer-names.ts';

/** The type that `input`, or an object that a Request writes out, has in expressions: `input 1.lines[]`. */
export function isInput(type: string | undefined): type is string {
  return type !== undefined && /^input( |$)/.test(type);
}

/** A path into the body of an operation of the older document, from one of its types, by the newer names. */
export function renameInputPath(
  comparison: Comparison,
  operation: string | undefined,
  type: string,
  older: readonly string[],
): readonly string[] {
  const { old } = comparison;
  const model = old.service.endpoints.operations.find(({ name }) => name.text === operation);
  const words = model?.request;
  const shape = words === undefined || isNotShown(words) ? undefined : parseShape(words).shape;
  if (shape === undefined) return older;
  const names = createNewerNames(comparison);
  const parts = type.split('.').slice(1);
  const resource = model?.name.resource?.value;
  let at: Place = { shape, owner: shape.kind === 'object' ? resource : undefined };
  for (const part of parts) at = stepInto(names, at, part.replace(/\[\]$/, '')).place;
  return older.map((name) => {
    const { newer, place } = stepInto(names, at, name);
    at = place;
    return newer;
  });
}

/** Where a path stands: in a shape whose keys may name fields of `owner`, or in a resource, object or union. */
interface Place {
  readonly shape?: ShapeSyntax | undefined;
  readonly owner: string | undefined;
}

function stepInto(
  names: NewerNames,
  { shape: around, owner: holder }: Place,
  name: string,
): { newer: string; place: Place } {
  const shape = around && getInnermostShape(around);
  const owner = shape?.kind === 'name' ? shape.name.value : holder;
  const keyed = listKeyedFields(shape).find(({ key }) => key.value === name);
  if (keyed === undefined) return { newer: names.field(owner, name), place: { owner: names.inside(owner, name) } };
  const inner = getInnermostShape(keyed.shape);
  const place =
    inner.kind === 'field'
      ? { owner: names.inside(inner.of.value, inner.field.value) }
      : { shape: inner, owner: inner.kind === 'object' ? owner : undefined };
  return { newer: meansField(names, owner, keyed) ? names.field(owner, name) : name, place };
}

/** The members of a shape that have a key of their own. */
export function listKeyedFields(shape: ShapeSyntax | undefined): readonly MemberSyntax[] {
  if (shape?.kind === 'object') return shape.members;
  return shape?.kind === 'name' ? (shape.picks?.members ?? []) : [];
}

/** Whether the key is the name of the field that the shape stands for: `lines: Line(text)[]`. */
function meansField(names: NewerNames, owner: string | undefined, { key, shape }: MemberSyntax): boolean {
  const inner = getInnermostShape(shape);
  return inner.kind === 'name' && names.inside(owner, key.value) === inner.name.value;
}

/** Whether two shapes are the same but for the names of fields; `of` is the resource of the record in hand. */
export function isSameShape(
  comparison: Comparison,
  of: string,
  old: SourceText | undefined,
  now: SourceText | undefined,
): boolean {
  if (old === undefined || now === undefined) return old === now;
  const [was, is] = [parseShape(old).shape, parseShape(now).shape];
  const text = (shape: unknown): string =>
    JSON.stringify(shape, (key, value) => (key === 'span' || key === 'offsets' ? undefined : value));
  return text(was && mapNames(createNewerMapping(createNewerNames(comparison)), was, of)) === text(is);
}

function createNewerMapping(names: NewerNames): NameMapping {
  const field = (of: string | undefined, name: Name): Name => ({ ...name, value: names.field(of, name.value) });
  return {
    field,
    picks: (of) => (name) => [field(of, name)],
    isField: (of, member) => meansField(names, of, member),
    bound: (_of, resource, bound) => ({
      ...bound,
      ...(bound.through === undefined ? {} : { through: field(resource, bound.through) }),
      order: bound.order.map((key) => ({ ...key, field: field(resource, key.field) })),
    }),
  };
}
