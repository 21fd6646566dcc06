import { slice } from '../../text/location.ts';
import type { FieldModel } from '../resources/model.ts';
import type { Service } from '../service.ts';
import type { ChangeModel, ChangeWhere } from '../versioning/model.ts';

/** What has another name: by the newer name the older one. */
export interface Renamed {
  field(of: string, now: string): string;
  value(of: string, field: string, now: string): string;
  parameter(operation: string, now: string): string;
  event(now: string): string;
  code(now: string): string;
  /** Fields that no row says anything of, but that look as if they had only got another name. */
  guessed(of: string, now: string): boolean;
}

/** The rows of Changes that lead from the older document to the newer one, in the newer one's order. */
export function rowsBetween(old: Service, now: Service): readonly ChangeModel[] {
  const known = new Set(old.versioning.versions.map(({ name }) => name.value));
  const textOf = (service: Service, row: ChangeModel): string =>
    slice(service.source, row.span).replace(/[\s|]+/g, ' ');
  const before = new Set(old.versioning.changes.map((row) => textOf(old, row)));
  return now.versioning.changes.filter((row) => !known.has(row.version.value) || !before.has(textOf(now, row)));
}

/** Looks up what the rows `renamed` between two documents say, and which fields seem to have got another name. */
export function renamedIn(old: Service, now: Service): Renamed {
  const names = new Map<string, string>();
  const versions = Map.groupBy(rowsBetween(old, now), ({ version }) => version.value);
  for (const rows of [...versions.values()].toReversed()) chain(names, now, rows);
  const guesses = guessesOf(old, now, names);
  const was = (kind: string, to: string): string => names.get(keyOf(kind, to)) ?? to;
  return {
    field: (of, to) => guesses.get(`${of} ${to}`) ?? was(`field ${of}`, to),
    value: (of, field, to) => was(`value ${of}.${field}`, to),
    parameter: (operation, to) => was(`parameter ${operation}`, to),
    event: (to) => was('event', to),
    code: (to) => was('code', to),
    guessed: (of, to) => guesses.has(`${of} ${to}`),
  };
}

/** What the rows of one version rename, on top of what the versions below did; they all speak of that version. */
function chain(names: Map<string, string>, now: Service, rows: readonly ChangeModel[]): void {
  const own = rows.flatMap(({ change, where, before }) => {
    const from = before[0]?.text.replace(/^[`"](.*)[`"]$/s, '$1');
    return change.value !== 'renamed' || where === undefined || from === undefined ? [] : [{ where, from }];
  });
  // the values of a field are known by its newer name from here on
  const fields = new Map<string, string>(
    own.flatMap(({ where, from }) =>
      where.kind !== 'field' || where.value !== undefined
        ? []
        : [[`value ${where.of.value}.${from}`, `value ${where.of.value}.${where.field.value}`] as const],
    ),
  );
  const known = [...names].map(([key, was]) => {
    const [kind = '', name = ''] = key.split('\n');
    return [keyOf(fields.get(kind) ?? kind, name), was] as const;
  });
  const before = new Map(known);
  names.clear();
  const used = new Set(own.map(({ where, from }) => keyOf(kindOf(now, where), from)));
  for (const [key, was] of before) if (!used.has(key)) names.set(key, was);
  for (const { where, from } of own) {
    const kind = kindOf(now, where);
    names.set(keyOf(kind, nameIn(where)), before.get(keyOf(kind, from)) ?? from);
  }
}

function keyOf(kind: string, name: string): string {
  return `${kind}\n${name}`;
}

function kindOf(now: Service, where: ChangeWhere): string {
  if (where.kind === 'parameter') return `parameter ${where.operation.value}`;
  if (where.kind === 'field') {
    return where.value === undefined ? `field ${where.of.value}` : `value ${where.of.value}.${where.field.value}`;
  }
  const isEvent = now.events.events.some(({ name }) => name.value === where.name.value);
  return where.kind === 'event' || (where.kind === 'name' && isEvent) ? 'event' : 'code';
}

function nameIn(where: ChangeWhere): string {
  if (where.kind === 'parameter') return where.parameter.value;
  return where.kind === 'field' ? (where.value ?? where.field).value : where.name.value;
}

/** Of one resource or object: a field that is gone and one that is new, alike in all their cells and alone in that. */
function guessesOf(old: Service, now: Service, names: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const guesses = new Map<string, string>();
  const owners = ({ resources }: Service): readonly { name: { value: string }; fields: readonly FieldModel[] }[] => [
    ...resources.resources,
    ...resources.objects,
  ];
  const before = new Map(owners(old).map((owner) => [owner.name.value, owner.fields]));
  // a field that a row adds or removes is not another one's new name
  const told = new Set(
    rowsBetween(old, now).flatMap(({ change: { value }, where }) =>
      where?.kind === 'field' ? [`${value} ${where.of.value}.${where.field.value}`] : [],
    ),
  );
  for (const { name, fields } of owners(now)) {
    const older = before.get(name.value) ?? [];
    const stated = new Set(fields.map((field) => names.get(keyOf(`field ${name.value}`, field.name.value))));
    const known = new Set(fields.map((field) => field.name.value));
    const were = new Set(older.map((field) => field.name.value));
    const isTold = (change: string, field: FieldModel): boolean =>
      told.has(`${change} ${name.value}.${field.name.value}`);
    const gone = older.filter(
      (field) => !known.has(field.name.value) && !stated.has(field.name.value) && !isTold('removed', field),
    );
    const fresh = fields.filter(
      (field) =>
        !were.has(field.name.value) &&
        !names.has(keyOf(`field ${name.value}`, field.name.value)) &&
        !isTold('added', field),
    );
    for (const field of fresh) {
      const text = signature(now, field);
      const alike = gone.filter((candidate) => signature(old, candidate) === text);
      if (alike.length !== 1 || fresh.filter((candidate) => signature(now, candidate) === text).length !== 1) continue;
      guesses.set(`${name.value} ${field.name.value}`, alike[0]!.name.value);
    }
  }
  return guesses;
}

function signature({ source }: Service, { type, format, constraints }: FieldModel): string {
  const spans = [type?.span, format?.span, ...constraints.map(({ span }) => span)];
  return spans.map((span) => (span === undefined ? '' : slice(source, span))).join(' ; ');
}
