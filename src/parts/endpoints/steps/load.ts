import type { StepDefinition } from '../../../contracts/definition.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { describeFigures } from '../../../plan/figures.ts';
import { operationKinds } from '../../../plan/kinds.ts';
import type { OperationPlan, RefusalPlan } from '../../../plan/operation.ts';
import { isReadElsewhere } from '../../../plan/records/readers.ts';
import type { ResourcePlan } from '../../../plan/resource.ts';
import { describeRowRules } from '../../authentication/serve/words.ts';
import { createEventsLoadStep, readEventStep } from '../../events/serve/list.ts';
import { listLoadStep } from '../serve/lists/load.ts';
import { createLoadStep, createRecordLoadStep, findsOwnRecord } from '../serve/load.ts';

/** Finds the record that the path names, or its parents, or reads the records or events of a page. */
export const load: StepDefinition = {
  plan({ plan, operation, resource }) {
    const { kind, access, line } = operation;
    const words = describeLoad(operation);
    if (words === undefined || (resource === undefined && operationKinds[kind].about !== 'events')) return [];
    const found = { words, refusals: listLoadRefusals(operation, resource), line };
    if (kind === 'read event')
      return [found, ...describeRowRules(access, 'show only an event of a record with', [{ condition: 'not found' }])];
    if (kind !== 'read') return [found];
    const hidden = [
      { condition: 'not found' },
      ...(isReadElsewhere(plan, operation) ? [{ condition: 'forbidden' }] : []),
    ];
    const rules = describeRowRules(access, 'show the record only if', hidden);
    return [found, ...rules];
  },
  create: createLoader,
};

function describeLoad(operation: OperationPlan): string | undefined {
  const { kind, method, segments } = operation;
  const isPlaced = segments.some((segment) => segment.kind === 'placeholder' && segment.of !== 'input');
  switch (operationKinds[kind].finds) {
    case 'records': {
      const figures = describeFigures(operation.responses);
      const page = 'read the records of the page';
      return figures.length === 0 ? page : `${page} and compute ${figures.join(', ')} over all records`;
    }
    case 'event':
      return 'find the event of the path';
    case 'new record':
      if (operation.replaces === true) return 'create the record of the path instead';
      if (method === 'PUT') return 'check whether the record exists';
      return isPlaced ? 'find the parent record of the path' : undefined;
    case 'perhaps a record':
      return isPlaced || operation.record !== undefined ? 'find the record for the handler' : undefined;
    case 'record':
      return 'find the record of the path';
    case 'nothing':
      return kind === 'list events' ? 'read the events of the page that the caller may read' : undefined;
  }
}

/** What the path, or the Record line, may name that is not there: the record itself, and its parents by their resources. */
function listLoadRefusals(
  { kind, segments, record, creation }: OperationPlan,
  resource: ResourcePlan | undefined,
): readonly RefusalPlan[] {
  // The creation refuses what the path cannot name.
  if (creation !== undefined) return [];
  const notFound = { condition: 'not found' };
  const own = record === undefined && kind !== 'read event' ? [] : [notFound];
  // A page may begin beside a record that the list does not have.
  const page = kind === 'list' ? [{ condition: 'invalid input' }] : [];
  const placed = segments.flatMap((place): RefusalPlan[] => {
    if (place.kind !== 'placeholder' || place.of === 'input') return [];
    const schema = place.of === 'parent' && resource?.fields.find(({ name }) => name === place.field)?.schema;
    return schema && schema.type === 'ref' ? [{ ...notFound, resource: schema.resource }] : [notFound];
  });
  return [...own, ...placed, ...page];
}

function createLoader(op: OperationContext): Step {
  const { operation } = op;
  switch (operationKinds[operation.kind].finds) {
    case 'records':
      return listLoadStep(op);
    case 'event':
      return readEventStep(op);
    case 'new record':
      return createLoadStep(op);
    case 'perhaps a record':
      return findsOwnRecord(operation) ? createRecordLoadStep(op) : createLoadStep(op);
    case 'record':
      return createRecordLoadStep(op);
    case 'nothing':
      return createEventsLoadStep(op);
  }
}
