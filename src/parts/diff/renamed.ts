import { composeNames, createNames, type Names, type Rename } from '../../plan/version/names.ts';
import { slice } from '../../text/location.ts';
import type { FieldModel } from '../resources/model.ts';
import type { Service } from '../service.ts';
import type { ChangeModel, ChangeWhere } from '../versioning/model.ts';

/** What has another name: by the newer name the older one. */
export interface Renamed {
  readonly names: Names<Rename>;
  field(of: string, now: string): string;
  value(of: string, field: string, now: string): string;
  parameter(operation: string, now: string): string;
  event(now: string): string;
  code(now: string): string;
  /** Fields that no row says anything of, but that look as if they had only got another name. */
  guessed(of: string, now: string): boolean;
}

/** The rows of Changes that lead from the older document to the newer one, in the newer one's order. */
export function listRowsBetween(old: Service, now: Service): readonly ChangeModel[] {
  const known = new Set(old.versioning.versions.map(({ name }) => name.value));
  const textOf = (service: Service, row: ChangeModel): string =>
    slice(service.source, row.span).replace(/[\s|]+/g, ' ');
  const before = new Set(old.versioning.changes.map((row) => textOf(old, row)));
  return now.versioning.changes.filter((row) => !known.has(row.version.value) || !before.has(textOf(now, row)));
}

/** Looks up what the rows `renamed` between two documents say, and which fields seem to have got another name. */
export function findRenamed(old: Service, now: Service): Renamed {
  const versions = Map.groupBy(listRowsBetween(old, now), ({ version }) => version.value);
  const stated = composeNames(
    [...versions.values()].toReversed().map((rows) => rows.flatMap((row) => renameOf(now, row))),
  );
  const guesses = guessRenames(old, now, stated);
  const names = createNames([...stated, ...guesses]);
  const before = (kind: Rename['kind'], of: string, to: string): string => names.older(kind, of, to) ?? to;
  return {
    names,
    field: (of, to) => before('field', of, to),
    value: (of, field, to) => before('value', `${of}.${field}`, to),
    parameter: (operation, to) => before('parameter', operation, to),
    event: (to) => before('event', '', to),
    code: (to) => before('code', '', to),
    guessed: (of, to) => guesses.some((guess) => guess.of === of && guess.to === to),
  };
}

/** What a row `renamed` says; nothing for a row of another kind, or one that names nothing. */
function renameOf(now: Service, { change, where, before }: ChangeModel): readonly Rename[] {
  const from = before[0]?.text.replace(/^[`"](.*)[`"]$/s, '$1');
  if (change.value !== 'renamed' || where === undefined || from === undefined) return [];
  const to = getNewName(where);
  if (where.kind === 'parameter') return [{ kind: 'parameter', of: where.operation.value, from, to }];
  if (where.kind === 'field') {
    const { of, field, value } = where;
    if (value === undefined) return [{ kind: 'field', of: of.value, from, to }];
    return [{ kind: 'value', of: `${of.value}.${field.value}`, from, to }];
  }
  const isEvent = where.kind === 'event' || (where.kind === 'name' && isEventOf(now, to));
  return [{ kind: isEvent ? 'event' : 'code', of: '', from, to }];
}

function isEventOf({ events }: Service, name: string): boolean {
  return events.events.some((event) => event.name.value === name);
}

function getNewName(where: ChangeWhere): string {
  if (where.kind === 'parameter') return where.parameter.value;
  return where.kind === 'field' ? (where.value ?? where.field).value : where.name.value;
}

/** Of one resource or object: a field that is gone and one that is new, alike in all their cells and alone in that. */
function guessRenames(old: Service, now: Service, stated: readonly Rename[]): readonly Rename[] {
  const guesses: Rename[] = [];
  const owners = ({ resources }: Service): readonly { name: { value: string }; fields: readonly FieldModel[] }[] => [
    ...resources.resources,
    ...resources.objects,
  ];
  const before = new Map(owners(old).map((owner) => [owner.name.value, owner.fields]));
  // a field that a row adds or removes is not another one's new name
  const told = new Set(
    listRowsBetween(old, now).flatMap(({ change: { value }, where }) =>
      where?.kind === 'field' ? [`${value} ${where.of.value}.${where.field.value}`] : [],
    ),
  );
  for (const { name, fields } of owners(now)) {
    const older = before.get(name.value) ?? [];
    const renamed = stated.filter(({ kind, of }) => kind === 'field' && of === name.value);
    const known = new Set(fields.map((field) => field.name.value));
    const were = new Set(older.map((field) => field.name.value));
    const isTold = (change: string, field: FieldModel): boolean =>
      told.has(`${change} ${name.value}.${field.name.value}`);
    const gone = older.filter(
      (field) =>
        !known.has(field.name.value) &&
        !renamed.some(({ from }) => from === field.name.value) &&
        !isTold('removed', field),
    );
    const fresh = fields.filter(
      (field) =>
        !were.has(field.name.value) && !renamed.some(({ to }) => to === field.name.value) && !isTold('added', field),
    );
    for (const field of fresh) {
      const text = formatFieldSignature(now, field);
      const alike = gone.filter((candidate) => formatFieldSignature(old, candidate) === text);
      if (alike.length !== 1 || fresh.filter((candidate) => formatFieldSignature(now, candidate) === text).length !== 1)
        continue;
      guesses.push({ kind: 'field', of: name.value, from: alike[0]!.name.value, to: field.name.value });
    }
  }
  return guesses;
}

/** The cells of a field; its own name in the condition of `unique where` does not count. */
function formatFieldSignature({ source }: Service, { name, type, constraints }: FieldModel): string {
  const cells = constraints.map(({ kind, span }) => {
    const text = slice(source, span);
    return kind === 'unique where' ? replaceWord(text, name.value, '_') : text;
  });
  return [type === undefined ? '' : slice(source, type.span), ...cells].join(' ; ');
}

function replaceWord(text: string, word: string, by: string): string {
  return text.replace(/[\p{L}\p{N}_]+/gu, (found) => (found === word ? by : found));
}
