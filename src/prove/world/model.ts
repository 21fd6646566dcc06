import type { OperationPlan } from '../../plan/operation.ts';
import type { Plan } from '../../plan/plan.ts';
import { findReader, findResponse, listShownFields, readRecords, type ShownRecord } from '../values/shown.ts';

/** A record that a response showed. */
interface Known {
  record: ShownRecord;
  /** A later request may have changed it. */
  isStale: boolean;
  /** This run has created it. */
  readonly isOwn: boolean;
}

/** The records of a service that a run created, as responses show them. */
export interface Model {
  /** Takes over what the response to an operation shows, and what it may have changed. */
  note(operation: OperationPlan, target: ShownRecord | undefined, status: number, body: unknown): void;
  /** The newest records of a resource that the run created, the oldest first; `read` reads one again, `absent` if it is not there any more, undefined if that is not known. */
  list(
    resource: string,
    read: (operation: OperationPlan, record: ShownRecord) => Promise<ShownRecord | 'absent' | undefined>,
  ): Promise<readonly ShownRecord[]>;
  /** The records that the run created and did not delete. */
  own(): readonly { readonly resource: string; readonly record: ShownRecord }[];
}

/** The number of newest records of a resource that are read again; older ones stay as they were seen last. */
const most = 24;

/** Creates the memory of a run. */
export function createModel(plan: Plan): Model {
  const known = new Map<string, Map<unknown, Known>>(plan.resources.map(({ name }) => [name, new Map()]));
  const visible = new Map(
    plan.resources.map(
      ({ name }) => [name, listShownFields(findReader(plan.operations, { name })?.responses[0]?.shape)] as const,
    ),
  );
  /** A field that a read would show and does not is absent; one that it never shows stays as it was, such as a token that is shown once. */
  const merge = (resource: string, before: ShownRecord, shown: ShownRecord): ShownRecord => ({
    ...Object.fromEntries(Object.entries(before).filter(([name]) => visible.get(resource)?.has(name) !== true)),
    ...shown,
  });
  const touchOthers = (operation: OperationPlan): void => {
    const writesOthers =
      operation.kind === 'handler' ||
      operation.steps.some(({ step }) => step === 'states/others' || step === 'states/others-first');
    for (const [name, records] of known) {
      const refers =
        operation.kind === 'delete' &&
        plan.resources.some(
          (one) => one.name === operation.resource && one.referredBy.some(({ resource }) => resource === name),
        );
      if (writesOthers || refers) for (const one of records.values()) one.isStale = true;
    }
  };
  return {
    note(operation, target, status, body) {
      const records = known.get(operation.resource ?? '');
      const resource = plan.resources.find(({ name }) => name === operation.resource);
      if (status >= 300 || operation.method === 'GET') return;
      touchOthers(operation);
      if (records === undefined || resource === undefined) return;
      const { identity, name } = resource;
      if (operation.kind === 'delete') {
        if (target !== undefined) records.delete(target[identity]);
        return;
      }
      const [shown] = readRecords(findResponse(operation, status)?.shape, body);
      const id = shown?.[identity] ?? target?.[identity];
      if (id === undefined) return;
      const present = records.get(id);
      const isWhole = shown !== undefined && isAsFull(plan, operation, status);
      const before = { ...present?.record, ...target };
      const merged = isWhole ? merge(name, before, shown) : { ...before, ...shown };
      records.set(id, { record: merged, isStale: !isWhole, isOwn: present?.isOwn ?? createsRecord(operation) });
    },
    async list(name, read) {
      const records = known.get(name);
      const reader = plan.resources.find((one) => one.name === name) && findReader(plan.operations, { name });
      if (records === undefined) return [];
      for (const [id, one] of [...records].slice(-most)) {
        if (!one.isStale || reader === undefined) continue;
        const now = await read(reader, one.record);
        if (now === 'absent') records.delete(id);
        else if (now !== undefined) Object.assign(one, { record: merge(name, one.record, now), isStale: false });
      }
      return [...records.values()].map(({ record }) => record);
    },
    own: () =>
      [...known].flatMap(([resource, records]) =>
        [...records.values()].flatMap(({ record, isOwn }) => (isOwn ? [{ resource, record }] : [])),
      ),
  };
}

function createsRecord({ kind }: OperationPlan): boolean {
  return kind === 'create' || kind === 'replace' || kind === 'handler';
}

/** Whether a response shows all that a read of the record shows. */
function isAsFull(plan: Plan, operation: OperationPlan, status: number): boolean {
  const reader = findReader(plan.operations, { name: operation.resource ?? '' });
  if (reader === undefined) return true;
  const shape = findResponse(operation, status)?.shape;
  return reader.responses.some((response) => JSON.stringify(response.shape) === JSON.stringify(shape));
}
