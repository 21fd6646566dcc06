import { slice } from '../../text/place.ts';
import type { FieldModel } from '../resources/model.ts';
import type { Service } from '../service.ts';
import type { ChangeModel } from '../versioning/model.ts';

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
  const chain = (kind: string, to: string, from: string): void => {
    const before = names.get(`${kind} ${from}`);
    names.delete(`${kind} ${from}`);
    names.set(`${kind} ${to}`, before ?? from);
  };
  for (const { change, where, before } of rowsBetween(old, now).toReversed()) {
    const from = before[0]?.text.replace(/^[`"](.*)[`"]$/s, '$1');
    if (change.value !== 'renamed' || where === undefined || from === undefined) continue;
    if (where.kind === 'field' && where.value === undefined) chain(`field ${where.of.value}`, where.field.value, from);
    else if (where.kind === 'field') chain(`value ${where.of.value}.${where.field.value}`, where.value!.value, from);
    else if (where.kind === 'parameter') chain(`parameter ${where.operation.value}`, where.parameter.value, from);
    else {
      const isEvent = now.events.events.some(({ name }) => name.value === where.name.value);
      chain(where.kind === 'event' || (where.kind === 'name' && isEvent) ? 'event' : 'code', where.name.value, from);
    }
  }
  const guesses = guessesOf(old, now, names);
  const was = (kind: string, to: string): string => names.get(`${kind} ${to}`) ?? to;
  return {
    field: (of, to) => guesses.get(`${of} ${to}`) ?? was(`field ${of}`, to),
    value: (of, field, to) => was(`value ${of}.${field}`, to),
    parameter: (operation, to) => was(`parameter ${operation}`, to),
    event: (to) => was('event', to),
    code: (to) => was('code', to),
    guessed: (of, to) => guesses.has(`${of} ${to}`),
  };
}

/** Of one resource or object: a field that is gone and one that is new, alike in all their cells and alone in that. */
function guessesOf(old: Service, now: Service, names: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const guesses = new Map<string, string>();
  const owners = ({ resources }: Service): readonly { name: { value: string }; fields: readonly FieldModel[] }[] => [
    ...resources.resources,
    ...resources.objects,
  ];
  const before = new Map(owners(old).map((owner) => [owner.name.value, owner.fields]));
  for (const { name, fields } of owners(now)) {
    const older = before.get(name.value) ?? [];
    const stated = new Set(fields.map((field) => names.get(`field ${name.value} ${field.name.value}`)));
    const known = new Set(fields.map((field) => field.name.value));
    const were = new Set(older.map((field) => field.name.value));
    const gone = older.filter((field) => !known.has(field.name.value) && !stated.has(field.name.value));
    const fresh = fields.filter(
      (field) => !were.has(field.name.value) && !names.has(`field ${name.value} ${field.name.value}`),
    );
    for (const field of fresh) {
      const text = signature(now, field);
      const alike = gone.filter((one) => signature(old, one) === text);
      if (alike.length !== 1 || fresh.filter((one) => signature(now, one) === text).length !== 1) continue;
      guesses.set(`${name.value} ${field.name.value}`, alike[0]!.name.value);
    }
  }
  return guesses;
}

function signature({ source }: Service, { type, format, constraints }: FieldModel): string {
  const spans = [type?.span, format?.span, ...constraints.map(({ span }) => span)];
  return spans.map((span) => (span === undefined ? '' : slice(source, span))).join(' ; ');
}
