import { AnswerFailure, embeddedKey } from '../../codegen/answers/runtime.ts';
import { plainOf } from '../../codegen/outputs.ts';
import type { Compiled, CompiledResource } from '../../contracts/compiled.ts';
import type { ComputedMember, Handlers } from '../../contracts/handlers.ts';
import type { FieldProblem, Maybe, RecordValue, Row } from '../../contracts/record.ts';
import type { Given } from '../../contracts/request-context.ts';
import { objectsInside, replacedInside, type WayInside } from '../../plan/field-path.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import type { AnswerShape } from '../../plan/shape.ts';
import { callerOf } from './context.ts';
import { runOf } from './run.ts';
import type { Tools } from './tools.ts';

type Members = ReadonlyMap<string, ComputedMember>;

/**
 * Makes what puts the members that depend on the caller into the records of an operation's answer: one call of each for all
 * records of the answer; undefined where the service has none.
 */
export function computedOf(
  handlers: Handlers,
  compiled: Compiled,
  tools: Tools,
): (operation: OperationPlan) => ((given: Given) => Maybe<void>) | undefined {
  return ({ kind, resource, responses }) => {
    if (handlers.computed.size === 0) return undefined;
    const own = resource === undefined ? undefined : compiled.resources.get(resource);
    const members = handlers.computed.get(resource ?? '');
    const others = [...handlers.computed].map(([of, found]) => ({ of: compiled.resources.get(of)!, found }));
    const returned = kind === 'code' ? responses.flatMap(({ shape }) => recordsIn(shape)) : [];
    return async (given) => {
      if (own !== undefined && members !== undefined) {
        if (kind === 'list') given.rows = await inRows(own, members, given.rows, given, tools);
        else await inRecord(own, members, given, tools);
      }
      for (const { of, found } of others) {
        const ways = returned.filter((one) => one.resource === of.plan.name);
        await inReturned(of, found, ways, given, tools);
        await inEmbedded(of, found, given, tools);
      }
    };
  };
}

/** The records with their members; throws when the code gives another number of values than there are records. */
async function filled(
  { plan, byCode }: CompiledResource,
  members: Members,
  records: readonly RecordValue[],
  given: Given,
  tools: Tools,
): Promise<readonly RecordValue[]> {
  if (records.length === 0) return records;
  const made = records.map((record): Record<string, unknown> => ({ ...record }));
  for (const [name, member] of members) {
    const run = runOf('computed', `${plan.name}.${name}`, given);
    const values = await tools.run(run, () => member(records, callerOf(given), tools.reading(run)));
    if (!Array.isArray(values) || values.length !== records.length) {
      throw new Error(
        `computed ${plan.name}.${name} gives a list with one value for each of ${records.length} records`,
      );
    }
    const check = checkOf(plan, name, byCode.get(name));
    for (let i = 0; i < made.length; i++) {
      check(values[i]);
      made[i]![name] = values[i];
    }
  }
  return made;
}

/** Makes the check of a field's values; it throws for one that the field cannot hold. */
function checkOf(
  { name, fields }: CompiledResource['plan'],
  member: string,
  check: ((value: unknown, problems: FieldProblem[]) => unknown) | undefined,
): (value: unknown) => void {
  return (value) => {
    if (check === undefined || value === undefined || value === null) return;
    const problems: FieldProblem[] = [];
    check(plainOf(value), problems);
    const [wrong] = problems;
    if (wrong === undefined) return;
    const line = wrong.line ?? fields.find((field) => field.name === member)?.line;
    throw new AnswerFailure(
      `computed ${name}.${member} gave a value that it cannot hold: ${wrong.message} (line ${line})`,
    );
  };
}

async function inRows(
  resource: CompiledResource,
  members: Members,
  rows: readonly Row[],
  given: Given,
  tools: Tools,
): Promise<readonly Row[]> {
  const records = await filled(
    resource,
    members,
    rows.map((row) => resource.toRecord(row)),
    given,
    tools,
  );
  return records.map((record, i) => rowWith(resource, rows[i]!, record));
}

/** A row with the fields of a record, of the same version and as long in its states. */
function rowWith({ plan, toRow }: CompiledResource, row: Row, record: RecordValue): Row {
  const moments = plan.fields.filter((field) => field.state === true).length;
  return toRow(record, Number(row[0]), row.slice(1, 1 + moments) as (number | null)[]);
}

async function inRecord(resource: CompiledResource, members: Members, given: Given, tools: Tools): Promise<void> {
  const { row, after, before } = given;
  if (Array.isArray(after)) {
    given.after = (await filled(resource, members, after, given, tools)) as never;
    return;
  }
  const { identity } = resource.plan;
  const stored = row === undefined ? undefined : resource.toRecord(row);
  const record = after ?? before ?? stored;
  if (record === undefined || record[identity] === undefined) return;
  // The row is most often of this very record; a handler may have returned another.
  const other = stored === undefined || stored[identity] === record[identity] ? [] : [stored];
  const [made, more] = await filled(resource, members, [record, ...other], given, tools);
  given.after = { ...made };
  if (row === undefined) return;
  const values = Object.fromEntries([...members.keys()].map((name) => [name, (more ?? made)![name]]));
  given.row = rowWith(resource, row, { ...stored, ...values });
}

/** Records of a resource that the result of a handler holds, and the way to them. */
interface Returned {
  readonly resource: string;
  readonly within: readonly WayInside[];
}

/** The records that the result of a handler holds beside its own, by the shape of a response. */
function recordsIn(shape: AnswerShape | undefined, key?: string): readonly Returned[] {
  switch (shape?.kind) {
    case 'object':
      return shape.members.flatMap(({ name, shape: inner }) => recordsIn(inner, name));
    case 'records':
      if (shape.of === undefined) return [];
      return [{ resource: shape.of, within: [{ path: key === undefined ? [] : [key], list: true }] }];
    case 'picked':
      return shape.of === undefined ? [] : [{ resource: shape.of, within: [shape] }];
    default:
      return [];
  }
}

async function inReturned(
  resource: CompiledResource,
  members: Members,
  ways: readonly Returned[],
  given: Given,
  tools: Tools,
): Promise<void> {
  const records = new Set(ways.flatMap(({ within }) => objectsInside(given.after, within)));
  const made = await filled(resource, members, [...records], given, tools);
  const changed = new Map([...records].map((record, i) => [record, made[i]]));
  for (const { within } of ways) {
    given.after = replacedInside(given.after, within, (held) => changed.get(held) ?? held) as Given['after'];
  }
}

async function inEmbedded(resource: CompiledResource, members: Members, given: Given, tools: Tools): Promise<void> {
  const { name, identity } = resource.plan;
  const beginning = embeddedKey(name, '');
  const keys = Object.keys(given.refs).filter((key) => key.startsWith(beginning) && given.refs[key] !== undefined);
  const records = keys.map((key) => given.refs[key]!);
  const made = await filled(resource, members, records, given, tools);
  if (made.length > 0) given.refs = { ...given.refs };
  for (const record of made) given.refs[embeddedKey(name, record[identity])] = record;
}
