import type { Subject } from '../../markdown/content.ts';
import { memo } from '../../text/memo.ts';
import { collectDefinitions } from '../resolve/definitions.ts';
import { indexStates } from '../resolve/machines.ts';
import { indexCodes } from '../resolve/named-codes.ts';
import { listOperationNames, resolveOperations } from '../resolve/operation-names.ts';
import { listTransitionNames } from '../resolve/transitions.ts';
import { createSymbolTable } from '../resolve/vocabulary.ts';
import type { Service } from '../service.ts';
import type { StateMachineModel } from '../states/model.ts';

/** The names of a kind that a cell may hold, and what they belong to. */
export interface Names {
  readonly owner?: string;
  has(name: string): boolean;
  keys(): Iterable<string>;
}

/** The names of a kind below a heading, one set for each item of the heading; none where nothing is known of them. */
export type ListNames = (service: Service, subject: Subject | undefined) => readonly Names[];

/** The kinds of names in the forms of columns. */
export const nameLists: Readonly<Record<string, ListNames>> = {
  code: (service) => [indexCodes(service)],
  event: ({ events }) => [new Set(events.events.map(({ name }) => name.value))],
  field: listFields,
  object: (service) => [collectDefinitions(service).objects],
  operation: (service) => [
    { has: (name) => resolveOperations(service, name).length > 0, keys: () => listOperationNames(service) },
  ],
  resource: (service) => [collectDefinitions(service).resources],
  scope: ({ authentication }) => [
    new Set(authentication.scopes.filter(({ kind }) => kind === 'scope').map(({ name }) => name.value)),
  ],
  state: listStates,
  transition: listTransitions,
  version: ({ versioning }) => [new Set(versioning.versions.map(({ name }) => name.value))],
};

const machinesByHeading = memo(({ states }: Service) => Map.groupBy(states.machines, ({ span }) => span.start));

/**
 * The states of the machines below a heading; in a table without one, those of all machines together. Where no field can have them,
 * their table is reported.
 */
function listStates(service: Service, subject: Subject | undefined): readonly Names[] {
  if (subject !== undefined) return listStatesOf(service, machinesByHeading(service).get(subject.span.start) ?? []);
  const all = listStatesOf(service, service.states.machines);
  return all.length === 0 ? [] : [new Set(all.flatMap((names) => [...names.keys()]))];
}

function listStatesOf(service: Service, machines: readonly StateMachineModel[]): readonly Names[] {
  const { resources } = collectDefinitions(service);
  return machines
    .filter(({ resource, states }) => {
      const fields = resources.get(resource.value)?.fields ?? [];
      return states.length > 0 && fields.some(({ type }) => type?.kind === 'state');
    })
    .map((machine) => indexStates(machine));
}

/** The transitions of each resource of a heading; none where the document does not show them. */
function listTransitions(service: Service, subject: Subject | undefined): readonly Names[] {
  const isGap = service.aspects.some(({ aspect, status }) => aspect === 'transitions' && status === 'not shown');
  if (isGap) return [];
  return listOwners(subject).map((owner) => {
    const names = listTransitionNames(service, owner);
    return { owner, has: (name) => names.has(name), keys: () => names };
  });
}

/** The fields of what each item of a heading is about: `Invoice`, `Invoice.status`, `Line (object)`, `list Invoice`. */
function listFields(service: Service, subject: Subject | undefined): readonly Names[] {
  return listOwners(subject).flatMap((owner) => {
    const fields = createSymbolTable(service).fields(owner);
    return fields === undefined ? [] : [{ owner, has: (name) => fields.has(name), keys: () => fields.keys() }];
  });
}

function listOwners(subject: Subject | undefined): readonly string[] {
  const items = (subject?.words.text ?? '').split(',');
  return items.map((item) => /^(?:.* )?([A-Z][A-Za-z0-9]*)/.exec(item)?.[1] ?? '');
}
