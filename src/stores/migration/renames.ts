import { getPreviousField, getPreviousOwner, type Renames } from '../../codegen/records/renames.ts';
import type { Plan } from '../../plan/plan.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { ValueSchema } from '../../plan/schema.ts';
import { composeRenames, type Rename } from '../../plan/version/renames.ts';
import { findNearest } from '../../text/nearest.ts';
import { StoreError } from '../store-error.ts';
import { findPendingConversions } from './conversions.ts';

interface RenameContext {
  readonly owners: { from: string; to: string }[];
  readonly fields: { owner: string; from: string; to: string }[];
  readonly values: { owner: string; field: string; from: string; to: string }[];
  readonly turns: Renames['turns'];
}

/**
 * What has another name than before: as the command line says (`Invoice.note=Invoice.memo`, `Bill=Invoice`,
 * `Invoice.status void=Invoice.status withdrawn`), and as rows `renamed` say that the older plan did not have. Throws a
 * StoreError for words of the command line that name nothing.
 */
export function readRenames(old: Plan, now: Plan, asked: readonly string[]): Renames {
  const made: RenameContext = { owners: [], fields: [], values: [], turns: findPendingConversions(old, now) };
  const read = asked.map((text) => ({ text, sides: text.split('=') }));
  for (const { text, sides } of read) {
    if (sides.length !== 2 || sides.some((side) => side.trim() === '')) {
      throw new StoreError(`--rename takes OLD=NEW, such as Invoice.note=Invoice.memo; it was given \`${text}\`.`);
    }
    const [from = '', to = ''] = sides.map((side) => side.trim());
    if (!from.includes('.') && !to.includes('.')) applyOwnerRename(old, now, made, from, to);
  }
  for (const { sides } of read) {
    const [from = '', to = ''] = sides.map((side) => side.trim());
    if (from.includes('.') || to.includes('.')) applyFieldRename(old, now, made, from, to);
  }
  applyStatedRenames(old, now, made);
  return made;
}

type Owned = readonly { readonly name: string; readonly schema: ValueSchema }[];

/** The stored fields of a resource, or the members of an object. */
function listOwnedFields(plan: Plan, owner: string): Owned | undefined {
  const resource = plan.resources.find(({ name }) => name === owner);
  return resource?.fields ?? plan.objects.find(({ name }) => name === owner)?.members;
}

function applyOwnerRename(old: Plan, now: Plan, made: RenameContext, from: string, to: string): void {
  check(
    from,
    old.resources.map(({ name }) => name),
    `The database has no resource \`${from}\``,
  );
  check(
    to,
    now.resources.map(({ name }) => name),
    `The document has no resource \`${to}\``,
  );
  made.owners.push({ from, to });
}

function applyFieldRename(old: Plan, now: Plan, made: RenameContext, from: string, to: string): void {
  const [older, newer] = [split(from), split(to)];
  if (older.owner !== getPreviousOwner(made, newer.owner)) {
    throw new StoreError(
      `--rename ${from}=${to} moves a field from one resource to another, which is not a rename. Name both of one resource.`,
    );
  }
  const fields = (plan: Plan, name: string): string[] => (listOwnedFields(plan, name) ?? []).map((one) => one.name);
  check(older.field, fields(old, older.owner), `${older.owner} has no field \`${older.field}\` in the database`);
  check(newer.field, fields(now, newer.owner), `${newer.owner} has no field \`${newer.field}\` in the document`);
  if (older.value === undefined && newer.value === undefined) {
    made.fields.push({ owner: newer.owner, from: older.field, to: newer.field });
  } else {
    if (older.value === undefined || newer.value === undefined) {
      throw new StoreError(`--rename ${from}=${to} names a value on one side only: name it on both.`);
    }
    made.values.push({ owner: newer.owner, field: newer.field, from: older.value, to: newer.value });
  }
}

/** `Invoice.status void`: names of owners have no dot and no space. */
function split(text: string): { readonly owner: string; readonly field: string; readonly value?: string } {
  const [, owner = '', rest = ''] = /^([^.]*)\.?(.*)$/.exec(text)!;
  const space = rest.lastIndexOf(' ');
  return space < 0 ? { owner, field: rest } : { owner, field: rest.slice(0, space), value: rest.slice(space + 1) };
}

function check(name: string, known: readonly string[], wrong: string): void {
  if (known.includes(name)) return;
  const near = findNearest(name, known);
  throw new StoreError(`${wrong}.${near === undefined ? '' : ` Did you mean \`${near}\`?`}`);
}

/**
 * The renames that rows of the Versioning part state and the older plan did not have. Those of the command line go first; what they
 * name is renamed once more where a row says so.
 */
function applyStatedRenames(old: Plan, now: Plan, made: RenameContext): void {
  const known = new Set(old.versioning.changes.map(({ version, renamed }) => JSON.stringify([version, renamed])));
  const { versions, changes } = now.versioning;
  const rows = changes.filter(({ version, renamed }) => !known.has(JSON.stringify([version, renamed])));
  const renames = composeRenames(
    versions.toReversed().map(({ name }) => rows.filter(({ version }) => version === name).flatMap(renameOf)),
  );
  const asked = { fields: [...made.fields], values: [...made.values] };
  for (const field of asked.fields) field.to = nameAfter(renames, field.owner, field.to);
  for (const value of asked.values) value.to = nameAfter(renames, `${value.owner}.${value.field}`, value.to);
  for (const { of, from, to } of renames.filter(({ kind }) => kind === 'field')) {
    renameField(old, now, made, { owner: of, from, to });
  }
  // values are looked up in fields by the names that these had
  for (const { of, from, to } of renames.filter(({ kind }) => kind === 'value')) {
    const [owner = '', field = ''] = of.split('.');
    renameValue(old, made, { owner, field, from, to });
  }
}

function nameAfter(renames: readonly Rename[], of: string, name: string): string {
  return renames.find((rename) => rename.of === of && rename.from === name)?.to ?? name;
}

function renameOf({ change, renamed }: Plan['versioning']['changes'][number]): readonly Rename[] {
  if (renamed === undefined) return [];
  const { of, field, value, from } = renamed;
  if (value === undefined) return [{ kind: 'field', of, from, to: field }];
  const rename: Rename = { kind: 'value', of: `${of}.${field}`, from, to: value };
  return [change === 'value removed' ? { ...rename, merges: true } : rename];
}

function renameField(old: Plan, now: Plan, made: RenameContext, rename: RenameContext['fields'][number]): void {
  const { owner, from, to } = rename;
  const before = (listOwnedFields(old, getPreviousOwner(made, owner)) ?? []).map(({ name }) => name);
  const after = (listOwnedFields(now, owner) ?? []).map(({ name }) => name);
  const isTaken = made.fields.some((field) => field.owner === owner && (field.from === from || field.to === to));
  if (before.includes(from) && !after.includes(from) && !before.includes(to) && !isTaken) made.fields.push(rename);
}

function renameValue(old: Plan, made: RenameContext, rename: RenameContext['values'][number]): void {
  const { owner, field, from } = rename;
  const isTaken = made.values.some((value) => value.owner === owner && value.field === field && value.from === from);
  if (!isTaken && hadPreviousValue(old, made, rename)) made.values.push(rename);
}

function hadPreviousValue(
  old: Plan,
  made: RenameContext,
  { owner, field, from }: RenameContext['values'][number],
): boolean {
  const before = getPreviousOwner(made, owner);
  const name = getPreviousField(made, owner, field);
  const resource = old.resources.find((candidate) => candidate.name === before);
  const member = listOwnedFields(old, before)?.find((one) => one.name === name);
  return member !== undefined && hadValue(resource, member, from);
}

/** Whether a field, or a member of an object, could hold a value. */
export function hadValue(
  of: ResourcePlan | undefined,
  { name, schema }: { readonly name: string; readonly schema: ValueSchema },
  value: string,
): boolean {
  const states = of?.machines.find(({ field }) => field === name)?.states ?? [];
  return states.some((state) => state.name === value) || holds(schema, value);
}

function holds(schema: ValueSchema, value: string): boolean {
  if (schema.type === 'list' || schema.type === 'map') return holds(schema.item, value);
  return schema.type === 'choice' && schema.values.includes(value);
}
