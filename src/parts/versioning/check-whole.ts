import type { Problem } from '../../problems/problem.ts';
import type { Older } from '../meaning/older.ts';
import { holderOf } from '../meaning/older-names.ts';
import { operationsOf } from '../meaning/operation-names.ts';
import { definitionsOf, fieldOf } from '../meaning/vocabulary.ts';
import type { ResourceModel, TypeModel } from '../resources/model.ts';
import type { Service } from '../service.ts';
import { problems } from './problems.ts';
import type { VersionDraft } from './undo-draft.ts';

/** A place that names a field and cannot do without it. */
interface NamingPlace {
  readonly operation: string;
  /** The present name of the parameter; left out: the path. */
  readonly parameter?: string;
}

/** The paths, filters and expansions that name fields, by `Invoice.memo`; worked out when first asked for. */
export function placesOf(service: Service): () => ReadonlyMap<string, readonly NamingPlace[]> {
  let made: ReadonlyMap<string, readonly NamingPlace[]> | undefined;
  return () => {
    made ??= findPlaces(service);
    return made;
  };
}

function findPlaces(service: Service): ReadonlyMap<string, readonly NamingPlace[]> {
  const { resources } = definitionsOf(service);
  const found = new Map<string, NamingPlace[]>();
  const add = (owner: string, path: readonly string[], place: NamingPlace): void => {
    let holder: string | undefined = owner;
    for (const name of path) {
      const key = `${holder}.${name}`;
      const known = found.get(key);
      if (known === undefined) found.set(key, [place]);
      else known.push(place);
      const model: ResourceModel | undefined = holder === undefined ? undefined : resources.get(holder);
      const type: TypeModel | undefined = model && fieldOf(model, name)?.type;
      holder = type && holderOf(type);
    }
  };
  for (const { name, path, parameters } of service.endpoints.operations) {
    const owner = name.resource?.value;
    if (owner === undefined) continue;
    for (const segment of path?.segments ?? []) {
      if (segment.kind === 'fixed') continue;
      add(
        owner,
        segment.names.map((one) => one.value),
        { operation: name.text },
      );
    }
    for (const { name: parameter, means } of parameters) {
      const place = { operation: name.text, parameter: parameter.value };
      if (means?.kind === 'filter') add(owner, means.field.value, place);
      else if (means?.kind === 'expand') add(owner, [means.field.value], place);
    }
  }
  return found;
}

/** Says of rows that would give two fields of one resource the same older name. */
export function checkNames(draft: VersionDraft, report: (problem: Problem) => void): void {
  const seen = new Set<string>();
  for (const { owner, newer, older } of draft.fields.values()) {
    if (older === undefined) continue;
    const called = `${owner}.${older.name.value}`;
    const isOther = newer === undefined || newer.model.name.value !== older.name.value;
    if (seen.has(called) && isOther) report(problems['older-twice'](older.name.span, called));
    seen.add(called);
  }
}

/** Says when a version that was undone leaves a path or a parameter that names what is no longer there. */
export function checkWhole(
  older: Older,
  draft: VersionDraft,
  places: () => ReadonlyMap<string, readonly NamingPlace[]>,
  report: (problem: Problem) => void,
): void {
  for (const { owner, newer, older: below, row } of draft.fields.values()) {
    if (newer?.present === undefined || below !== undefined) continue;
    for (const { operation, parameter } of places().get(`${owner}.${newer.present}`) ?? []) {
      const model = older.operations.get(operation);
      if (model === undefined) continue;
      const isPresentPath = model.model.path === operationsOf(older.service).named.get(operation)?.path;
      const named =
        parameter === undefined
          ? isPresentPath
          : [...model.parameters.values()].some((one) => one.present === parameter);
      if (!named) continue;
      const what =
        parameter === undefined ? `the path of \`${operation}\`` : `\`parameter ${parameter} of ${operation}\``;
      report(problems['not-whole'](row.where!.span, `${owner}.${newer.model.name.value}`, what));
      break;
    }
  }
}
