import { isDocumentation } from '../../plan/documentation.ts';
import type { InterfacePlan } from '../../plan/version.ts';
import { findRenamed } from '../diff/renamed.ts';
import type { Service } from '../service.ts';
import type { ChangeModel } from '../versioning/model.ts';
import { buildVersionPlan, planInterface } from '../versions.ts';

/** Something that callers of the older version are shown otherwise than the older document states. */
export interface VersionMismatch {
  /** The version whose rows were undone. */
  readonly version: string;
  /** `Invoice.memo`, `read Invoice`, `event paid`, `code late`, `limit calls`. */
  readonly what: string;
}

/**
 * Undoes the rows of Changes of the newer document down to the top version of the older one, and returns the differences from the older
 * document: they reveal missing or wrong rows. Empty if the newer document does not list that version below its top row.
 */
export function findVersionMismatches(old: Service, now: Service): VersionMismatch[] {
  const version = old.versioning.versions[0]?.name.value;
  const at = now.versioning.versions.findIndex(({ name }) => name.value === version);
  if (version === undefined || at < 1) return [];
  const reached = buildVersionPlan(dropAddedFields(old, now), version)?.interface;
  if (reached === undefined) return [];
  const { field } = findRenamed(old, now);
  const found = collectComparableItems(reached, field);
  const wanted = collectComparableItems(renameOperations(planInterface(old), reached), (_, name) => name);
  const names = new Set([...wanted.keys(), ...found.keys()]);
  const known = new Set([...old.resources.objects, ...old.resources.unions].map(({ name }) => name.value));
  const own = [...reached.objects, ...reached.unions].map(({ name }) => name);
  const fresh = new Set(own.filter((name) => !known.has(name)));
  const gone = new Set(old.endpoints.operations.map(({ name }) => name.text).filter((name) => !found.has(name)));
  return (
    [...names]
      .filter((what) => wanted.get(what) !== found.get(what) && !isInputOnly(wanted.get(what), found.get(what)))
      .filter((what) => !isRecordedOnly(what, wanted.has(what), found.has(what), gone))
      // clients meet a new object only in a field, which is reported
      .filter((what) => !fresh.has(what.replace(/\..*$/, '')))
      .map((what) => ({ version, what }))
  );
}

/** The older operations by the names that the newer document gives them: clients see their methods and paths alone. */
function renameOperations(old: InterfacePlan, { operations }: InterfacePlan): InterfacePlan {
  const routeOf = ({ method, path }: InterfacePlan['operations'][number]): string =>
    `${method} ${path.replace(/\{[^}]*\}/g, '{}')}`;
  const known = new Set(operations.map(({ name }) => name));
  const byRoute = new Map(operations.map((operation) => [routeOf(operation), operation.name]));
  const called = old.operations.map((operation) =>
    known.has(operation.name) ? operation : { ...operation, name: byRoute.get(routeOf(operation)) ?? operation.name },
  );
  return { ...old, operations: called };
}

/**
 * Returns the newer document without the fields that old clients see although the older document does not have them: additional fields
 * break no promise.
 */
function dropAddedFields(old: Service, now: Service): Service {
  const { field } = findRenamed(old, now);
  const owners = [...old.resources.resources, ...old.resources.objects];
  const known = new Set(owners.flatMap(({ name, fields }) => fields.map((each) => `${name.value}.${each.name.value}`)));
  const changes = now.versioning.changes.map((row): ChangeModel => {
    const { change, where, oldResponses } = row;
    if (change.value !== 'added' || where?.kind !== 'field' || oldResponses === undefined) return row;
    const { value: of } = where.of;
    if (known.has(`${of}.${field(of, where.field.value)}`)) return row;
    return { ...row, oldResponses: { kind: 'absent', span: oldResponses.span } };
  });
  const isSame = changes.every((row, at) => row === now.versioning.changes[at]);
  return isSame ? now : { ...now, versioning: { ...now.versioning, changes } };
}

/** For a removed parameter a row keeps only its value: it is no longer a filter or sort. */
function isInputOnly(wanted: string | undefined, found: string | undefined): boolean {
  const input = '"mapsTo":"input"';
  return found?.includes(input) === true && wanted?.includes(input) === false;
}

/** Operations and events that are gone do not come back, nor do codes come or go, by undoing a row. */
function isRecordedOnly(what: string, inOld: boolean, inReached: boolean, gone: ReadonlySet<string>): boolean {
  if (inOld && inReached) return false;
  if (what.startsWith('code ')) return true;
  if (inReached) return false;
  return what.startsWith('event ') || gone.has(what) || gone.has(what.replace(/^parameter \S+ of /, ''));
}

/** Everything that clients see, by its name, as texts that can be compared; `fieldOf` gives the older name of a field in an order. */
function collectComparableItems(
  { resources, objects, unions, operations, events, errors, limits }: InterfacePlan,
  fieldOf: (owner: string, field: string) => string,
): Map<string, string> {
  const subjects = new Map<string, string>();
  const add = (name: string, value: unknown): void => {
    subjects.set(name, JSON.stringify(toComparable(value)));
  };
  for (const { name, fields } of resources) {
    for (const field of fields) if (field.direction !== 'internal') add(`${name}.${field.name}`, field);
  }
  for (const { name, members } of objects) for (const member of members) add(`${name}.${member.name}`, member);
  for (const union of unions) add(union.name, union);
  for (const { name, method, path, input, responses, parameters, resource = '', order } of operations) {
    const listed = parameters.map(({ mapsTo, ...rest }) => ({ ...rest, mapsTo: mapsTo.kind }));
    const inOrder = order.map((sortKey) => ({ ...sortKey, field: fieldOf(resource, sortKey.field) }));
    const route = { method, path: path.replace(/\{[^}]*\}/g, '{}') };
    add(name, { ...route, input, responses: responses.map(toComparableResponse), order: inOrder });
    for (const parameter of listed) add(`parameter ${parameter.name} of ${name}`, parameter);
  }
  for (const { name, payload } of events) add(`event ${name}`, payload ?? null);
  for (const { code, status, own, message } of errors.codes) add(`code ${code}`, { status, own, message });
  add('Body', errors.body ?? null);
  for (const { name, value } of limits) add(`limit ${name}`, value);
  return subjects;
}

function toComparableResponse({
  status,
  error,
  shape,
  headers,
}: InterfacePlan['operations'][number]['responses'][number]): object {
  return { status, error, shape, headers: headers.map(({ name }) => name) };
}

/** The members of an object have no order for clients. */
function sortByName(members: readonly { readonly name: string }[]): readonly unknown[] {
  return members.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Plain JSON without lines and what only people read, its members in the order of their names; expressions run over the present record. */
function toComparable(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(toComparable);
  if ((value as { kind?: unknown }).kind === 'cel') return 'cel';
  const entries = Object.entries(value).filter(
    ([name, property]) => name !== 'line' && name !== 'onDelete' && !isDocumentation(name) && property !== undefined,
  );
  return Object.fromEntries(
    entries
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, property]) => [
        name,
        toComparable(name === 'members' && Array.isArray(property) ? sortByName(property) : property),
      ]),
  );
}
