import type { VersioningPlan } from '../plan/plan.ts';
import type { FieldTransform, TypeTransform, VersionTransformPlan } from '../plan/version/transform.ts';
import type { ConversionPlan, InterfacePlan, VersionOperationPlan, VersionPlan } from '../plan/version.ts';
import { memo } from '../text/memo.ts';
import { undo as undoEndpoints } from './endpoints/downgrade.ts';
import { listServedOperations, planOperations } from './endpoints/plan.ts';
import { undo as undoErrors } from './errors/downgrade.ts';
import { planErrors } from './errors/plan.ts';
import { undo as undoEvents } from './events/downgrade.ts';
import { planEvents } from './events/plan.ts';
import { undo as undoLimits } from './limits/downgrade.ts';
import { getBounds, listCreationLimits, planLimits } from './limits/plan.ts';
import { createOlder, type Older } from './resolve/older.ts';
import { createOlderNames } from './resolve/older-names.ts';
import { planShown, undo as undoResources } from './resources/downgrade.ts';
import type { Service } from './service.ts';
import { undo as undoStates } from './states/downgrade.ts';
import { checkDown, checkUp, type Expressions } from './versioning/downgrade/expressions.ts';
import { planOperationTransforms } from './versioning/downgrade/operations.ts';
import { findTransformedFields, planHolders } from './versioning/downgrade/records.ts';
import { applyVersion, readVersionDraft } from './versioning/downgrade.ts';
import type { ChangeModel } from './versioning/model.ts';
import { planVersionRows } from './versioning/plan.ts';

/** A version as a service of its own: what clients see of it. Only its interface is meant; `present` says the rest. */
interface Stage {
  readonly name: string;
  readonly service: Service;
  /** Between the version above and this one; none for the top row. */
  readonly turn?: VersionTransformPlan;
}

/** The stages computed so far, and the rows undone up to the last of them. */
interface Descent {
  readonly stages: Stage[];
  readonly older: Older;
  readonly rows: ReadonlyMap<string, readonly ChangeModel[]>;
}

const getDescent = memo((service: Service): Descent => {
  const { versions, changes } = service.versioning;
  const rows = Map.groupBy(changes, ({ version: of }) => of.value);
  return { stages: [{ name: versions[0]!.name.value, service }], older: createOlder(service), rows };
});

/** Returns the versions from the top row down to one; each is computed once, on first use. */
function resolveStages(service: Service, version: string): readonly Stage[] | undefined {
  const names = service.versioning.versions.map(({ name }) => name.value);
  const index = names.indexOf(version);
  if (index === -1) return undefined;
  const { stages, older, rows } = getDescent(service);
  while (stages.length <= index) {
    const above = stages[stages.length - 1]!;
    stages.push(buildNextStage(older, above, names[stages.length]!, rows.get(above.name) ?? []));
  }
  return stages.slice(0, index + 1);
}

function buildNextStage(older: Older, above: Stage, name: string, rows: readonly ChangeModel[]): Stage {
  const draft = readVersionDraft(older, above.name, name, rows);
  const trees: Expressions = new Map();
  checkDown(older, draft, trees);
  applyVersion(older, draft);
  checkUp(older, draft, trees);
  const service = downgradeService(older);
  const holders = planHolders(older, service, draft, trees);
  const members = findTransformedFields(holders);
  const operations = planOperationTransforms({ newer: above.service, older: service, draft, trees, holders, members });
  const { addedOperations, addedEvents, events, codes } = draft;
  const transform: VersionTransformPlan = {
    newer: above.name,
    older: name,
    holders,
    operations,
    addedOperations,
    events: Object.fromEntries(events),
    addedEvents,
    codes: Object.fromEntries(codes),
  };
  return { name, service, turn: transform };
}

function downgradeService(older: Older): Service {
  const names = createOlderNames(older);
  const { service } = older;
  return {
    ...service,
    resources: undoResources(older, names),
    states: undoStates(older),
    endpoints: undoEndpoints(older, names),
    events: undoEvents(older, names),
    errors: undoErrors(older, names),
    limits: undoLimits(older),
    present: service,
  };
}

/** The service as a listed version shows it, its Changes undone; undefined for a version that is not listed. */
export function getServiceAtVersion(service: Service, version: string): Service | undefined {
  return resolveStages(service, version)?.at(-1)?.service;
}

/**
 * The plan of any listed version, whatever its status: of the top row the present interface without a turn. The document
 * states the top row, a preview too; the current version below a preview is reached by undoing like any other.
 */
export function buildVersionPlan(service: Service, version: string): VersionPlan | undefined {
  const row = planVersionRows(service).find(({ name }) => name === version);
  return row === undefined ? undefined : planVersion(service, row);
}

function planVersion(service: Service, row: VersioningPlan['versions'][number]): VersionPlan | undefined {
  const stages = resolveStages(service, row.name);
  if (stages === undefined) return undefined;
  const transforms = stages.flatMap(({ turn }) => turn ?? []);
  return { ...row, interface: planInterface(stages[stages.length - 1]!.service), turns: transforms };
}

/** The plans of the versions below the top row that are served, newest first. */
export function planOlder(service: Service): readonly VersionPlan[] {
  return planVersionRows(service)
    .slice(1)
    .filter(({ status }) => status === 'current' || status === 'supported' || status === 'deprecated')
    .flatMap((row) => planVersion(service, row) ?? []);
}

/** How stored records are turned between each two listed versions, newest first; empty if no row says it by Old requests. */
export function planConversions(service: Service): readonly ConversionPlan[] {
  const { versions, changes } = service.versioning;
  const stated = changes.some(({ where, oldRequests }) => {
    return where?.kind === 'field' && (oldRequests?.kind === 'cel' || oldRequests?.kind === 'default');
  });
  const oldest = versions.at(-1)?.name.value;
  const stages = stated && oldest !== undefined ? (resolveStages(service, oldest) ?? []) : [];
  return stages.flatMap(({ turn }) => {
    if (turn === undefined) return [];
    const { newer, older, holders } = turn;
    const upwards = Object.entries(holders).map(([name, holder]): [string, TypeTransform] => {
      if (holder.kind === 'union') return [name, holder];
      return [
        name,
        { ...holder, members: holder.members.flatMap(({ down: _, ...member }) => listConversions(member, holder)) },
      ];
    });
    return [{ newer, older, holders: Object.fromEntries(upwards) }];
  });
}

/** A field that clients no longer see, with the same name in both versions, is the same stored value. */
function listConversions(
  member: FieldTransform,
  { members }: TypeTransform & { readonly kind: 'members' },
): readonly FieldTransform[] {
  const { older, newer } = member;
  if (older === undefined)
    return members.some((transform) => transform.newer === undefined && transform.older === newer) ? [] : [member];
  const stays =
    newer === undefined && members.some((transform) => transform.older === undefined && transform.newer === older);
  return stays ? [{ ...member, newer: older }] : [member];
}

/** Plans the interface of a service: a document's own, or that of an older version. */
export function planInterface(service: Service): InterfacePlan {
  const served = listServedOperations(service);
  return {
    ...planShown(service),
    operations: planOperations(service).map(({ refs, existing, creation, ...base }, index) => {
      const bounds = getBounds(service, served[index]!);
      const made = creation && { creation: { ...creation, limits: listCreationLimits(service, served[index]!) } };
      return { ...base, ...made, ...bounds } as VersionOperationPlan;
    }),
    events: planEvents(service).map(({ when, ...event }) => event),
    errors: planErrors(service),
    limits: planLimits(service),
  };
}
