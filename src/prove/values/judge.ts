import type { WireMember, WireObject, WireType } from '../../describe/wire/type.ts';
import { formatOf } from '../../parts/registry.ts';
import { isObject } from '../../plan/fields/is-object.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Json, ValueSchema } from '../../plan/schema.ts';
import { describeValue } from '../../text/shown.ts';

/** A value in a response that the page does not allow there. */
export interface Misfit {
  /** The way to it from the body. */
  readonly path: readonly string[];
  readonly expected: string;
  readonly got: string;
  /** The line of the field or member; left out: the line that states the shape. */
  readonly line?: number;
}

/** A value that was seen to fit, by the line of its field or member. */
type Fits = (line: number) => void;

interface Place {
  readonly plan: Pick<Plan, 'objects' | 'unions' | 'resources'>;
  readonly path: readonly string[];
  readonly line?: number | undefined;
  readonly fits: Fits;
}

/** Lists what does not fit a type in a value; members that the page does not state are allowed. `fits` gets the line of each field that does. */
export function judgeValue(plan: Place['plan'], type: WireType, value: unknown, fits: Fits): readonly Misfit[] {
  return judge({ plan, path: [], fits }, type, value);
}

function judge(place: Place, type: WireType, value: unknown): readonly Misfit[] {
  if (value === null && type.nullable === true) return [];
  switch (type.kind) {
    case 'value':
      return judgeSchema(place, type.schema, value);
    case 'object':
      return judgeObject(place, type, value);
    case 'literal':
      return JSON.stringify(value) === JSON.stringify(type.value)
        ? []
        : misfit(place, JSON.stringify(type.value), value);
    case 'text': {
      if (typeof value !== 'string') return misfit(place, 'a string', value);
      const isFit =
        (type.constant === undefined || type.constant === value) &&
        (type.pattern === undefined || new RegExp(type.pattern, 'u').test(value));
      return isFit ? [] : misfit(place, type.constant ?? `a string that matches ${type.pattern}`, value);
    }
    case 'count':
      return Number.isInteger(value) && (value as number) >= type.least
        ? []
        : misfit(place, `a whole number of at least ${type.least}`, value);
    case 'list': {
      if (!Array.isArray(value)) return misfit(place, 'a list', value);
      if (type.most !== undefined && value.length > type.most)
        return misfit(place, `at most ${type.most} items`, `${value.length} items`);
      return judgeItems(place, value, (inner, item) => judge(inner, type.item, item));
    }
    case 'map':
      if (!isObject(value)) return misfit(place, 'an object', value);
      return Object.entries(value).flatMap(([name, item]) =>
        judge({ ...place, path: [...place.path, name] }, type.item, item),
      );
    case 'union': {
      const tries = type.of.map((one) => judge({ ...place, fits: () => {} }, one, value));
      return tries.some((found) => found.length === 0) ? [] : (tries[0] ?? []);
    }
    case 'null':
      return value === null ? [] : misfit(place, 'null', value);
    case 'unknown':
      return [];
  }
}

/** Looks at the first items only: the others have the same form. */
const mostItems = 50;

function judgeItems(
  place: Place,
  items: readonly unknown[],
  judgeItem: (place: Place, item: unknown) => readonly Misfit[],
): readonly Misfit[] {
  for (const [at, item] of items.slice(0, mostItems).entries()) {
    const found = judgeItem({ ...place, path: [...place.path, String(at)] }, item);
    if (found.length > 0) return found;
  }
  return [];
}

function judgeObject(place: Place, { members, isChosen, isExpandable }: WireObject, value: unknown): readonly Misfit[] {
  if (!isObject(value)) return misfit(place, 'an object', value);
  void isExpandable;
  return members.flatMap((member) => judgeMember(place, member, value, isChosen === true));
}

function judgeMember(
  place: Place,
  { name, optional, type, field }: WireMember,
  holder: Readonly<Record<string, unknown>>,
  isChosen: boolean,
): readonly Misfit[] {
  const inner = { ...place, path: [...place.path, name], line: field?.line ?? place.line };
  if (!Object.hasOwn(holder, name))
    return optional || isChosen
      ? []
      : [{ path: inner.path, expected: 'a value', got: 'no such member', ...at(inner.line) }];
  const found = judge(inner, type, holder[name]);
  if (found.length === 0 && field !== undefined) place.fits(field.line);
  return found;
}

function judgeSchema(place: Place, schema: ValueSchema, value: unknown): readonly Misfit[] {
  if (value === null && schema.nullable === true) return [];
  if (schema.unchecked === true) return [];
  switch (schema.type) {
    case 'string':
    case 'integer':
    case 'number':
      return judgePlain(place, schema, value);
    case 'boolean':
      return typeof value === 'boolean' ? [] : misfit(place, 'true or false', value);
    case 'object':
      return isObject(value) ? [] : misfit(place, 'an object', value);
    case 'any':
      return [];
    case 'file':
      return isObject(value) && typeof value.type === 'string'
        ? []
        : misfit(place, 'the name, type and size of a file', value);
    case 'choice':
      return schema.values.includes(value as string) ? [] : misfit(place, `one of ${schema.values.join(', ')}`, value);
    case 'ref': {
      const resource = place.plan.resources.find(({ name }) => name === schema.resource);
      const identity = resource?.fields.find(({ name }) => name === resource.identity);
      return identity === undefined ? [] : judgeSchema(place, identity.schema, value);
    }
    case 'list':
      if (!Array.isArray(value)) return misfit(place, 'a list', value);
      return judgeItems(place, value, (inner, item) => judgeSchema(inner, schema.item, item));
    case 'map':
      if (!isObject(value)) return misfit(place, 'an object', value);
      return Object.entries(value).flatMap(([name, item]) =>
        judgeSchema({ ...place, path: [...place.path, name] }, schema.item, item),
      );
    case 'named':
      return judgeNamed(place, schema.name, value);
  }
}

function judgePlain(
  place: Place,
  schema: ValueSchema & { readonly type: 'string' | 'integer' | 'number' },
  value: unknown,
): readonly Misfit[] {
  const format = formatOf(schema);
  if (format !== undefined) {
    const read =
      typeof value === 'number' && format.storage === 'int64' ? value : format.read(value, schema.format?.argument);
    return read === undefined
      ? misfit(place, `a ${format.name}, such as ${JSON.stringify(format.example(schema.format?.argument))}`, value)
      : [];
  }
  if (schema.type === 'string') return typeof value === 'string' ? [] : misfit(place, 'a string', value);
  if (schema.type === 'number') return typeof value === 'number' ? [] : misfit(place, 'a number', value);
  return Number.isInteger(value) ? [] : misfit(place, 'a whole number', value);
}

function judgeNamed(place: Place, name: string, value: unknown): readonly Misfit[] {
  const { plan } = place;
  if (!isObject(value)) return misfit(place, 'an object', value);
  const union = plan.unions.find((one) => one.name === name);
  const chosen = union?.cases.find(({ tag }) => tag === value[union.tag]);
  if (union !== undefined && chosen === undefined) {
    return misfit(
      { ...place, path: [...place.path, union.tag] },
      `one of ${union.cases.map(({ tag }) => tag).join(', ')}`,
      value[union.tag],
    );
  }
  const object = plan.objects.find((one) => one.name === (chosen?.object ?? name));
  return (object?.members ?? []).flatMap((member) => {
    if (member.direction === 'internal' || member.direction === 'write-only') return [];
    const inner = { ...place, path: [...place.path, member.name], line: member.line };
    const own = Object.hasOwn(value, member.name) ? value[member.name] : undefined;
    if (own === undefined)
      return member.required
        ? [{ path: inner.path, expected: 'a value', got: 'no such member', line: member.line }]
        : [];
    const found = judgeSchema(inner, member.schema, own);
    if (found.length === 0) place.fits(member.line);
    return found;
  });
}

function misfit({ path, line }: Place, expected: string, value: unknown): readonly Misfit[] {
  const got = typeof value === 'string' && /^\d+ items$/.test(value) ? value : describeValue(value as Json);
  return [{ path, expected, got, ...at(line) }];
}

function at(line: number | undefined): Pick<Misfit, 'line'> {
  return line === undefined ? {} : { line };
}
