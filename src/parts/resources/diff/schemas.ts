import { formatFieldPath, reservedWords } from '../../../expression/reserved.ts';
import { getFileLimits } from '../../../plan/files/file-limits.ts';
import type { ConstraintPlan, ValueSchema } from '../../../plan/schema.ts';
import { type FormatMember, formatOf as findFormat, formatsByName } from '../formats/index.ts';
import type { FieldSide } from './subjects.ts';

/** A type without its null, its format, its constraints and its values, as a text that can be compared. */
export function formatType(schema: ValueSchema): string {
  switch (schema.type) {
    case 'list':
    case 'map':
      return `${schema.type} of ${schema.item.nullable === true ? 'nullable ' : ''}${formatType(schema.item)}`;
    case 'ref':
      return `ref ${schema.resource}`;
    case 'named':
      return schema.name;
    case 'choice':
      return 'one of';
    default:
      return schema.type;
  }
}

/** What a type and its items are, in the innermost place. */
export function findInnermostSchema(schema: ValueSchema): ValueSchema {
  return schema.type === 'list' || schema.type === 'map' ? findInnermostSchema(schema.item) : schema;
}

/** The format of a type or of its items, with the word behind it. */
export function formatOf(schema: ValueSchema): string | undefined {
  const inner = findInnermostSchema(schema);
  if (!('format' in inner) || inner.format === undefined) return undefined;
  const { name, argument } = inner.format;
  return argument === undefined ? name : `${name} ${argument}`;
}

/** How the values of a format stand to those of the one before it; none where neither has one, or both the same. */
export function formatChange(old: ValueSchema, now: ValueSchema): 'narrower' | 'wider' | 'other' | undefined {
  const [was, is] = [formatOf(old), formatOf(now)];
  if (was === is) return undefined;
  if (isWithin(is, was)) return 'narrower';
  return isWithin(was, is) ? 'wider' : 'other';
}

/** Whether each value of a format, or of the type without one, is one of the other too. */
function isWithin(name: string | undefined, other: string | undefined): boolean {
  const [narrow, wide] = [formatNamed(name), formatNamed(other)];
  if (wide === undefined) return narrow?.wider !== true;
  return narrow === undefined ? wide.wider === true : (narrow.within?.includes(wide.name) ?? false);
}

function formatNamed(name: string | undefined): FormatMember | undefined {
  return name === undefined ? undefined : (formatsByName.get(name) ?? formatsByName.get(name.replace(/ \S+$/, '')));
}

/** The values of a `one of` or of its items. */
export function listValues(schema: ValueSchema): readonly string[] {
  const inner = findInnermostSchema(schema);
  return inner.type === 'choice' ? inner.values : [];
}

/** Whether the type of a field is the same, so that smaller differences can be told. */
export function isAlike({ old, now }: Readonly<Record<'old' | 'now', FieldSide>>): boolean {
  return formatType(old.schema) === formatType(now.schema);
}

/** How the bounds of a value stand to those that it had. */
export function compareBounds(old: ValueSchema, now: ValueSchema): 'same' | 'tighter' | 'looser' | 'unclear' {
  const found = [listConstraintLevels(old), listConstraintLevels(now)];
  let tighter = false;
  let looser = false;
  for (const [index, before] of found[0]!.entries()) {
    const after = found[1]![index] ?? [];
    for (const kind of new Set([...before, ...after].map(buildConstraintKey))) {
      const [earlier, other] = [
        before.filter((item) => buildConstraintKey(item) === kind),
        after.filter((item) => buildConstraintKey(item) === kind),
      ];
      const change = compareConstraints(earlier, other);
      if (change === 'unclear') return 'unclear';
      tighter ||= change === 'tighter' || change === 'moved';
      looser ||= change === 'looser' || change === 'moved';
    }
  }
  if (tighter) return 'tighter';
  return looser ? 'looser' : 'same';
}

function listConstraintLevels(schema: ValueSchema): (readonly ConstraintPlan[])[] {
  if (schema.type === 'file') return [listFileConstraints(schema)];
  const own = schema.constraints ?? [];
  return schema.type === 'list' || schema.type === 'map' ? [own, ...listConstraintLevels(schema.item)] : [own];
}

/** A file has a maximum size also where its field states none. */
function listFileConstraints(schema: ValueSchema): readonly ConstraintPlan[] {
  const { least, most, types } = getFileLimits(schema);
  const size: ConstraintPlan = { kind: 'range', unit: 'bytes', from: String(least), to: String(most), line: 0 };
  return types === undefined ? [size] : [size, { kind: 'media types', types, line: 0 }];
}

function buildConstraintKey(constraint: ConstraintPlan): string {
  return constraint.kind === 'range' ? `range ${constraint.unit}` : constraint.kind;
}

type One = 'same' | 'tighter' | 'looser' | 'moved' | 'unclear';

function compareConstraints(old: readonly ConstraintPlan[], now: readonly ConstraintPlan[]): One {
  if (old.length === 0 || now.length === 0) {
    if (old.length === now.length) return 'same';
    return old.length === 0 ? 'tighter' : 'looser';
  }
  const [before, after] = [old[0]!, now[0]!];
  if (before.kind === 'range' && after.kind === 'range') {
    const low = compareBound(before.from, after.from, 1);
    const high = compareBound(before.to, after.to, -1);
    if (low === high || high === 'same') return low;
    if (low === 'same') return high;
    return 'moved';
  }
  if (before.kind === 'multiple of' && after.kind === 'multiple of') {
    if (Number(before.of) === Number(after.of)) return 'same';
    if (Number(after.of) % Number(before.of) === 0) return 'tighter';
    return Number(before.of) % Number(after.of) === 0 ? 'looser' : 'moved';
  }
  if (before.kind === 'media types' && after.kind === 'media types') {
    const isFewer = before.types.some((type) => !after.types.includes(type));
    const isMore = after.types.some((type) => !before.types.includes(type));
    if (isFewer && isMore) return 'moved';
    return isFewer ? 'tighter' : isMore ? 'looser' : 'same';
  }
  const texts = (all: readonly ConstraintPlan[]): string => JSON.stringify(all.map(({ line: _, ...rest }) => rest));
  return texts(old) === texts(now) ? 'same' : 'unclear';
}

/** `sign` 1: a lower bound, which is tighter when it grows; -1: an upper one. */
function compareBound(old: string | undefined, now: string | undefined, sign: 1 | -1): One {
  if (old === undefined || now === undefined) {
    if (old === now) return 'same';
    return old === undefined ? 'tighter' : 'looser';
  }
  const whole = /^-?\d+$/;
  const exact = whole.test(old) && whole.test(now);
  const less = exact ? BigInt(old) < BigInt(now) : Number(old) < Number(now);
  const more = exact ? BigInt(old) > BigInt(now) : Number(old) > Number(now);
  if (!less && !more) return 'same';
  return less === (sign === 1) ? 'tighter' : 'looser';
}

/** The functions of expressions that turn a value of one kind into another one's. */
const turns: Readonly<Record<string, string>> = {
  'string int': 'int',
  'string double': 'double',
  'string decimal': 'decimal',
  'int string': 'string',
  'int double': 'double',
  'int decimal': 'decimal',
  'int timestamp': 'timestamp',
  'double string': 'string',
  'double int': 'int',
  'decimal string': 'string',
  'decimal int': 'int',
  'decimal double': 'double',
  'bool string': 'string',
  'timestamp string': 'string',
  'timestamp int': 'int',
  'timestamp date': 'date',
  'date timestamp': 'timestamp',
};

/** Returns the kind of the values of a plain type in expressions; undefined for the others. */
function findKind(schema: ValueSchema): string | undefined {
  const format = findFormat(schema);
  if (format !== undefined) return format.asExpression.kind;
  switch (schema.type) {
    case 'integer':
      return 'int';
    case 'number':
      return 'double';
    case 'boolean':
      return 'bool';
    case 'string':
      return 'string';
    default:
      return undefined;
  }
}

/** Returns the expression that turns a value of one type into another; undefined where only the author knows. */
function convert(from: ValueSchema, to: ValueSchema, value: string): string | undefined {
  const [own, other] = [findKind(from), findKind(to)];
  if (formatType(from) === formatType(to) && own === other && own !== 'hash') {
    const [inner, outer] = [from, to].map((schema) => findKind(findInnermostSchema(schema)));
    return inner === outer && inner !== 'hash' ? value : undefined;
  }
  // The texts of a format, such as a UUID, are not numbers.
  if (own === 'string' && findFormat(from) !== undefined) return undefined;
  // A number as a text is seldom of a format.
  if (other === 'string' && findFormat(to) !== undefined) return undefined;
  const turn = turns[`${own} ${other}`];
  return turn && `${turn}(${value})`;
}

/** The expressions that turn a value of the newer type into one of the older, and back, each where it is not for the author alone. */
export function findConversions(
  old: FieldSide,
  now: FieldSide,
): { readonly callers?: string; readonly requests?: string } {
  const { name, schema } = now;
  const isPlain = /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
  // Old responses do not read a field that is computed where its record is shown.
  const isReadable = now.plan.computed?.shown !== true;
  if (!isPlain || !isReadable || old.schema.nullable !== schema.nullable) return {};
  const callers = convert(schema, old.schema, reservedWords.has(name) ? formatFieldPath('record', name) : name);
  const requests = convert(old.schema, schema, formatFieldPath('input', name));
  return {
    ...(callers === undefined ? {} : { callers: `= \`${callers}\`` }),
    ...(requests === undefined ? {} : { requests: `= \`${requests}\`` }),
  };
}

/** Whether clients send a field, in the operations that both documents have; undefined where that says nothing of it. */
export function isSent({ common: { created, changed } }: FieldSide): boolean | undefined {
  return created === undefined && changed === undefined ? undefined : created === true || changed === true;
}
