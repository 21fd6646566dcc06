import { getCellString } from '../../diff/comparison.ts';
import { listRowsBetween } from '../../diff/renamed.ts';
import type { Service } from '../../service.ts';
import type { ChangeModel, ChangeVerb } from '../model.ts';

/** A row of Changes between two documents; `where` is the name that its subject has in the newer one. */
export interface Stated {
  readonly row: ChangeModel;
  readonly where: string;
  readonly key: string;
  readonly before: string;
}

/** The rows that the newer document has more, oldest version first, those of one version as they stand. */
export function listStatedRows(old: Service, now: Service): Stated[] {
  const { source, versioning } = now;
  const order = versioning.versions.map(({ name }) => name.value);
  const levels = Map.groupBy(listRowsBetween(old, now), ({ version }) => order.indexOf(version.value));
  let stated: Stated[] = [];
  for (const [, rows] of [...levels].toSorted(([a], [b]) => b - a)) {
    const own = rows.map((row): Stated => {
      const where = row.where === undefined ? '' : readBareName(getCellString(source, row.where.span));
      const before = row.before.map(({ span }) => getCellString(source, span)).join('; ');
      return { row, where, key: buildRowKey(row.change.value, where), before };
    });
    const renamed = own.filter(({ row }) => row.change.value === 'renamed');
    // values are renamed before the field that has them: both rows name them as this version does
    const values = renamed.filter(({ row: { where } }) => where?.kind === 'field' && where.value !== undefined);
    const fields = renamed.filter((candidate) => !values.includes(candidate));
    const older = stated.map((each): Stated => {
      const where = toNewerName(toNewerName(each.where, fields), values);
      return { ...each, where, key: buildRowKey(each.row.change.value, where) };
    });
    stated = [...older, ...own];
  }
  return stated;
}

function toNewerName(where: string, renamed: readonly Stated[]): string {
  for (const { row, where: newer, before } of renamed) {
    const from = toOlderName(row, readBareName(before));
    if (where === from) return newer;
    if (where.startsWith(`${from} `)) return `${newer}${where.slice(from.length)}`;
  }
  return where;
}

/** What the subject of a row `renamed` was called in full: `Invoice.remark`, `Invoice.status open`, `parameter q of list Invoice`. */
function toOlderName({ where }: ChangeModel, from: string): string {
  if (where?.kind === 'parameter') return `parameter ${from} of ${where.operation.value}`;
  if (where?.kind !== 'field') return from;
  return where.value === undefined ? `${where.of.value}.${from}` : `${where.of.value}.${where.field.value} ${from}`;
}

/**
 * Whether rows of several versions account for a row though no difference asks for it: its subject was added in a version
 * between, another version changed it back, or bounds what had another type between. What they lead to is looked at where they are undone.
 */
export function isBetween(stated: Stated, all: readonly Stated[]): boolean {
  return all.some(({ row, where }) => {
    if (row.version.value === stated.row.version.value) return false;
    const { value } = row.change;
    const { value: own } = stated.row.change;
    if (where === stated.where && (classifyVerb(value) === classifyVerb(own) || (value === 'type' && ofType.has(own))))
      return true;
    const isOlder = all.findIndex((other) => other.row === row) < all.indexOf(stated);
    return isOlder && value === 'added' && isPartOf(stated.where, where);
  });
}

/** The same, a value of a field, or a parameter of an operation. */
function isPartOf(where: string, whole: string): boolean {
  return where === whole || where.startsWith(`${whole} `) || where.endsWith(` of ${whole}`);
}

/** What belongs to the type of a field. */
const ofType: ReadonlySet<ChangeVerb> = new Set(['constraint', 'default']);

/** What takes each other back. */
function classifyVerb(change: ChangeVerb): string {
  return change === 'optional' ? 'required' : change.replace(/removed$/, 'added');
}

const kinds = /^(event|operation|code|limit|scope|scheme|delivery|rule) /;

/** A name in What without marks, and without the word that says what it is. */
function readBareName(where: string): string {
  return where.replace(/[`"]/g, '').replace(kinds, '');
}

/** A kind of change and what it is about. */
export function buildRowKey(change: string, where: string): string {
  return `${change} ${readBareName(where)}`;
}
