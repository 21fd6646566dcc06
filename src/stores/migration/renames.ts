import { getPreviousField, getPreviousOwner, type Renames } from '../../codegen/records/renames.ts';
import type { Plan } from '../../plan/plan.ts';
import type { ResourcePlan } from '../../plan/resource.ts';
import type { ValueSchema } from '../../plan/schema.ts';
import { composeNames, createNames, type Names, type Rename } from '../../plan/version/names.ts';
import { findNamed } from '../../text/find-named.ts';
import { findNearest } from '../../text/nearest.ts';
import { StoreError } from '../store-error.ts';
import { findPendingConversions } from './conversions.ts';

/**
 * Returns the renames of the command line (`Invoice.note=Invoice.memo`, `Bill=Invoice`,
 * `Invoice.status void=Invoice.status withdrawn`) and those of rows `renamed` that the older plan did not have. Throws a
 * StoreError for a rename that has the wrong form, names something unknown or contradicts another one.
 */
export function readRenames(old: Plan, now: Plan, flags: readonly string[]): Renames {
  const sides = flags.map(splitSides);
  const isField = ({ from, to }: Sides): boolean => from.includes('.') || to.includes('.');
  const owners = sides.filter((side) => !isField(side)).map(({ from, to }) => readOwnerRename(old, now, from, to));
  const names = createNames(owners);
  const fields = sides.filter(isField).map(({ from, to }) => readFieldRename(old, now, names, from, to));
  const stated = [...owners, ...fields];
  refuseContradictions(stated);
  return { ...createNames(addStatedRenames(old, now, stated)), turns: findPendingConversions(old, now) };
}

interface Sides {
  readonly from: string;
  readonly to: string;
}

function splitSides(text: string): Sides {
  const [from, to, ...more] = text.split('=').map((side) => side.trim());
  const missing = from === '' ? 'the old name before `=`' : to === '' ? 'the new name after `=`' : undefined;
  if (from !== undefined && to !== undefined && more.length === 0 && missing === undefined) return { from, to };
  const found = missing === undefined ? `Found \`${text}\`.` : `In \`${text}\`, ${missing} is missing.`;
  throw new StoreError(`--rename takes OLD=NEW, such as Invoice.note=Invoice.memo. ${found}`);
}

/** Throws if two renames have the same old name, or the same new one; several values may become one. */
function refuseContradictions(renames: readonly Rename[]): void {
  for (const [at, { kind, of, from, to }] of renames.entries()) {
    const other = renames
      .slice(0, at)
      .filter((rename) => rename.kind === kind && rename.of === of)
      .find((rename) => (rename.from === from) !== (rename.to === to) && (rename.from === from || kind !== 'value'));
    if (other === undefined) continue;
    const twice = other.from === from ? `\`${from}\` is renamed to both` : `\`${to}\` is the new name of both`;
    const [first, second] = other.from === from ? [other.to, to] : [other.from, from];
    throw new StoreError(
      `--rename: ${twice} \`${first}\` and \`${second}\`${of === '' ? '' : ` of ${of}`}. Keep one of them.`,
    );
  }
}

type Owned = readonly { readonly name: string; readonly schema: ValueSchema }[];

/** Returns the stored fields of a resource, or the fields of an object. */
function listOwnedFields(plan: Plan, owner: string): Owned | undefined {
  const resource = findNamed(plan.resources, owner);
  return resource?.fields ?? findNamed(plan.objects, owner)?.members;
}

function readOwnerRename(old: Plan, now: Plan, from: string, to: string): Rename {
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
  return { kind: 'owner', of: '', from, to };
}

function readFieldRename(old: Plan, now: Plan, names: Names, from: string, to: string): Rename {
  const [older, newer] = [split(from), split(to)];
  if (older.owner !== getPreviousOwner(names, newer.owner)) {
    throw new StoreError(
      `--rename ${from}=${to} moves a field from one resource to another, which is not a rename. Name both of one resource.`,
    );
  }
  const fields = (plan: Plan, name: string): string[] => (listOwnedFields(plan, name) ?? []).map((field) => field.name);
  check(older.field, fields(old, older.owner), `${older.owner} has no field \`${older.field}\` in the database`);
  check(newer.field, fields(now, newer.owner), `${newer.owner} has no field \`${newer.field}\` in the document`);
  if (older.value === undefined && newer.value === undefined) {
    return { kind: 'field', of: newer.owner, from: older.field, to: newer.field };
  }
  if (older.value === undefined || newer.value === undefined) {
    throw new StoreError(`--rename ${from}=${to} names a value on one side only. Name it on both.`);
  }
  return { kind: 'value', of: `${newer.owner}.${newer.field}`, from: older.value, to: newer.value };
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

/** Adds the renames of rows of Changes that the older plan did not have, also to the new names of the command line. */
function addStatedRenames(old: Plan, now: Plan, flags: readonly Rename[]): readonly Rename[] {
  const known = new Set(old.versioning.changes.map(({ version, renamed }) => JSON.stringify([version, renamed])));
  const { versions, changes } = now.versioning;
  const rows = changes.filter(({ version, renamed }) => !known.has(JSON.stringify([version, renamed])));
  const stated = createNames(
    composeNames(
      versions.toReversed().map(({ name }) => rows.filter(({ version }) => version === name).flatMap(renameOf)),
    ),
  );
  const made = flags.map((rename) => ({ ...rename, to: stated.newer(rename.kind, rename.of, rename.to) ?? rename.to }));
  const owners = createNames(flags);
  for (const rename of stated.all)
    if (rename.kind === 'field' && isFieldRenamed(old, now, owners, made, rename)) made.push(rename);
  // values are looked up in fields by the names that these had
  const names = createNames(made);
  for (const rename of stated.all)
    if (rename.kind === 'value' && isValueRenamed(old, names, made, rename)) made.push(rename);
  return made;
}

function renameOf({ change, renamed }: Plan['versioning']['changes'][number]): readonly Rename[] {
  if (renamed === undefined) return [];
  const { of, field, value, from } = renamed;
  if (value === undefined) return [{ kind: 'field', of, from, to: field }];
  const rename: Rename = { kind: 'value', of: `${of}.${field}`, from, to: value };
  return [change === 'value removed' ? { ...rename, merges: true } : rename];
}

function isFieldRenamed(
  old: Plan,
  now: Plan,
  names: Names,
  made: readonly Rename[],
  { of, from, to }: Rename,
): boolean {
  const before = (listOwnedFields(old, getPreviousOwner(names, of)) ?? []).map(({ name }) => name);
  const after = (listOwnedFields(now, of) ?? []).map(({ name }) => name);
  const isTaken = made.some((one) => one.kind === 'field' && one.of === of && (one.from === from || one.to === to));
  return before.includes(from) && !after.includes(from) && !before.includes(to) && !isTaken;
}

function isValueRenamed(old: Plan, names: Names, made: readonly Rename[], { of, from }: Rename): boolean {
  const [owner = '', field = ''] = of.split('.');
  const before = getPreviousOwner(names, owner);
  const name = getPreviousField(names, owner, field);
  const resource = findNamed(old.resources, before);
  const member = listOwnedFields(old, before)?.find((candidate) => candidate.name === name);
  const isTaken = made.some((one) => one.kind === 'value' && one.of === of && one.from === from);
  return !isTaken && member !== undefined && hadValue(resource, member, from);
}

/** Returns whether a field of a resource or object could hold a value. */
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
