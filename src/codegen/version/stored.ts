import type { FieldError, RecordValue } from '../../contracts/record.ts';
import { compileExpression } from '../../expression/javascript.ts';
import { runtime } from '../../expression/runtime.ts';
import type { Expression } from '../../expression/tree.ts';
import { readPointer } from '../../plan/fields/json-pointer.ts';
import type {
  FieldTransform,
  TypeTransform,
  ValueTransform,
  VersionTransformPlan,
} from '../../plan/version/transform.ts';
import type { ConversionPlan } from '../../plan/version.ts';
import { getTransformMapping, mapBodyToFields } from './field-mapping.ts';
import { getTargetField, listSourceFields } from './kept.ts';
import { createFieldUpgrade, createUpgrades, type InputReading } from './upgrade-request.ts';

/** One row of Changes that converts stored records of a resource. */
export interface StoredRow {
  /** The name by which converted records are counted. */
  readonly conversion: string;
  /** The field, by its name now, whose values it gives. */
  readonly field: string;
  readonly words: string;
  readonly line: number;
}

/** Why a record does not fit: the field, by its name now, and what is wrong with it. */
export interface ConversionError {
  readonly field: string;
  readonly message: string;
  /** The value that a row of Changes cannot convert. */
  readonly value?: unknown;
}

/** Receives notes on conversions of a record. */
export interface Notes {
  readonly errors: ConversionError[];
  readonly droppedFields: Set<string>;
  readonly converted: Set<string>;
}

/** How the rows of Changes convert the stored records of one resource. */
export interface StoredTransform {
  readonly rows: readonly StoredRow[];
  /** The fields, by their names now, whose values the rows give. */
  readonly given: ReadonlySet<string>;
  /** The fields that are no longer there and whose values go on in another. */
  readonly taken: ReadonlySet<string>;
  apply(record: RecordValue, notes: Notes): RecordValue;
}

/** Creates the transform of a resource with fields of these names; `transforms` are oldest first. Undefined if no row converts its records. */
export function createStoredTransform(
  transforms: readonly ConversionPlan[],
  resource: string,
  fields: readonly string[],
): StoredTransform | undefined {
  if (!transforms.some((conversion) => Object.values(conversion.holders).some(statesConversion))) return undefined;
  const rows: StoredRow[] = [];
  const taken = new Set<string>();
  let known = new Map<string, Place>(fields.map((name) => [name, { origin: name, given: false }]));
  for (const [at, conversion] of transforms.entries()) {
    const later = transforms.slice(at + 1);
    const next = new Map(
      [...known].filter(([name]) => !getConversionFields(conversion, resource).some(({ older }) => older === name)),
    );
    for (const member of getConversionFields(conversion, resource)) {
      const sources = listSourceFields(member);
      const from = sources.flatMap((name) => known.get(name) ?? []);
      const target = getTargetField(member);
      if (target === undefined || (from.length === 0 && sources.length > 0)) continue;
      const own = describeStatedConversion(conversion, resource, member);
      const inner = own === undefined ? collectInnerRows(conversion, member.value, new Set()) : [own];
      const field = toPresentName(later, resource, target);
      for (const row of inner) rows.push({ ...row, field });
      if (from.length === 0 && own === undefined) continue;
      const isTaken = member.newer === undefined || member.older === undefined;
      if (isTaken) for (const { origin } of from) taken.add(origin);
      next.set(target, { origin: from[0]?.origin ?? '', given: inner.length > 0 || from.some((place) => place.given) });
    }
    known = next;
  }
  if (rows.length === 0) return undefined;
  const given = new Set([...known].flatMap(([name, place]) => (place.given ? [name] : [])));
  const steps = transforms.map((conversion, at) =>
    createConversionStep(conversion, transforms.slice(at + 1), resource),
  );
  return {
    rows,
    given,
    taken,
    apply: (record, notes) => steps.reduce((value, step) => step(value, notes), record),
  };
}

interface Place {
  readonly origin: string;
  readonly given: boolean;
}

type Row = Omit<StoredRow, 'field'>;

function getConversionFields({ holders }: ConversionPlan, name: string): readonly FieldTransform[] {
  const holder = holders[name];
  return holder?.kind === 'members' ? holder.members : [];
}

function statesConversion(holder: TypeTransform): boolean {
  return holder.kind === 'members' && holder.members.some(hasStatedUpgrade);
}

/** Whether a row states what becomes of stored values. */
export function hasStatedUpgrade({ up }: FieldTransform): boolean {
  return up?.kind === 'cel' || up?.kind === 'default';
}

function describeStatedConversion(
  { newer: version }: ConversionPlan,
  owner: string,
  member: FieldTransform,
): Row | undefined {
  const { older, up } = member;
  if (!hasStatedUpgrade(member) || up === undefined) return undefined;
  const name = older ?? member.newer;
  const conversion = `${version} ${owner}.${name}`;
  const { line } = up;
  if ('absent' in up && up.absent === true) {
    const words = `give \`${owner}.${name}\` a value where it has none, as its row of version ${version} says`;
    return { conversion, words, line };
  }
  const target = getTargetField(member);
  const from = listSourceFields(member).map((source) => `\`${source}\``);
  const words =
    older === undefined ? `make \`${owner}.${name}\` of ${from.join(' and ')}` : `convert \`${owner}.${name}\``;
  const into = target === name ? '' : ` to \`${target}\``;
  return { conversion, words: `${words}${into}, as its row of version ${version} says`, line };
}

/** The rows that convert what a value holds. */
function collectInnerRows(
  conversion: ConversionPlan,
  value: ValueTransform | undefined,
  seen: Set<string>,
): readonly Row[] {
  if (value === undefined || value.kind === 'choice' || value.kind === 'object') return [];
  if (value.kind !== 'named') return collectInnerRows(conversion, value.item, seen);
  if (seen.has(value.name)) return [];
  seen.add(value.name);
  const holder = conversion.holders[value.name];
  if (holder?.kind === 'union') {
    return Object.values(holder.cases).flatMap((name) => collectInnerRows(conversion, { kind: 'named', name }, seen));
  }
  return getConversionFields(conversion, value.name).flatMap((member) => {
    const own = describeStatedConversion(conversion, value.name, member);
    return own === undefined ? collectInnerRows(conversion, member.value, seen) : [own];
  });
}

/** The name now of a field as one version calls it; `later` are the turns above that version. */
function toPresentName(later: readonly ConversionPlan[], resource: string, name: string): string {
  return later.reduce((known, conversion) => {
    const member = getConversionFields(conversion, resource).find(
      (transform) => listSourceFields(transform).includes(known) && getTargetField(transform) !== undefined,
    );
    return (member && getTargetField(member)) ?? known;
  }, name);
}

type Step = (record: RecordValue, notes: Notes) => RecordValue;

function createConversionStep(conversion: ConversionPlan, later: readonly ConversionPlan[], resource: string): Step {
  const lines = new Map<number, string>();
  const gone = new Map<number, string>();
  const counts = new Map<Expression, string>();
  const holders: Record<string, TypeTransform> = {};
  for (const [owner, holder] of Object.entries(conversion.holders)) {
    if (holder.kind === 'union') holders[owner] = holder;
    else {
      const read = new Set(
        holder.members.flatMap(({ older, ...field }) => (older === undefined ? listSourceFields(field) : [])),
      );
      const members = holder.members.map((member) => {
        const goesOn = owner === resource || (member.older !== undefined && read.has(member.older));
        return toStoredTransform(member, goesOn);
      });
      holders[owner] = { kind: 'members', members };
      for (const member of members) {
        const { up } = member;
        const name = `${owner}.${member.older ?? member.newer}`;
        if (up === undefined) continue;
        (up.kind === 'refused' ? gone : lines).set(up.line, name);
        if (up.kind === 'cel') counts.set(up.value, `${conversion.newer} ${name}`);
      }
    }
  }
  const own = holders[resource];
  if (own?.kind !== 'members') return (record) => record;
  let converted = new Set<string>();
  const expression = (tree: Expression): InputReading => {
    const read = compileReading(tree);
    return (input) => {
      converted.add(counts.get(tree)!);
      return read(input);
    };
  };
  const deps = { turn: { holders } as unknown as VersionTransformPlan, expression };
  const members = createFieldUpgrade(deps, own.members, createUpgrades(deps));
  const meant = getTransformMapping(own.members);
  return (record, notes) => {
    converted = notes.converted;
    const fieldErrors: FieldError[] = [];
    const made = members(record, mapBodyToFields(record, meant), true, '', fieldErrors);
    for (const { older, newer, up } of own.members) {
      if (up?.kind !== 'default' || newer === undefined || made[newer] === undefined) continue;
      if (older === undefined || record[older] === undefined)
        converted.add(`${conversion.newer} ${resource}.${older ?? newer}`);
    }
    for (const { pointer = '', line = 0 } of fieldErrors) {
      const value = readPointer(record, pointer);
      const lost = gone.get(line);
      if (lost !== undefined) {
        if (value !== null) notes.droppedFields.add(lost);
        continue;
      }
      const [, name = ''] = pointer.split('/');
      const member = own.members.find(
        (transform) => hasStatedUpgrade(transform) && listSourceFields(transform).includes(name),
      );
      const field = toPresentName(later, resource, (member && getTargetField(member)) ?? name);
      const message = `cannot be converted as the row of \`${lines.get(line)}\` in version ${conversion.newer} says (line ${line})`;
      notes.errors.push({ field, message, value });
    }
    return made;
  };
}

/** Values that old clients cannot send stay if the field still exists; removed fields of objects are noted as lost. */
function toStoredTransform(member: FieldTransform, goesOn: boolean): FieldTransform {
  const { up, line, ...rest } = member;
  if (hasStatedUpgrade(member)) return member;
  if (member.newer === undefined && !goesOn) return { ...rest, line, up: { kind: 'refused', line } };
  return { ...rest, line };
}

function compileReading(tree: Expression): InputReading {
  const { source } = compileExpression(tree, { roots: { input: 'i' } });
  const run = new Function('$', 'i', `return ${source};`);
  return (input) => run(runtime, input);
}
