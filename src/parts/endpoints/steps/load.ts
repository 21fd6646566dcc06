import type { OperationPlan } from '../../../plan/operation.ts';
import type { StepDefinition } from '../../../steps/definition.ts';
import type { Making } from '../../../steps/maker.ts';
import type { Step } from '../../../steps/step.ts';
import { ruleLines } from '../../authentication/serve-words.ts';
import { eventsLoadStep, readEventStep } from '../../events/serve-list.ts';
import { listLoadStep } from '../serve-list-load.ts';
import { createLoadStep, findsOwn, loadStep } from '../serve-load.ts';

/** Finds the record that the path names, or its parents, or reads the records or events of a page. */
export const load: StepDefinition = {
  plan({ operation, resource }) {
    const { kind, access, line } = operation;
    const words = wordsOf(operation);
    if (words === undefined || (resource === undefined && !kind.endsWith('event') && !kind.endsWith('events')))
      return [];
    const rules = kind === 'read' ? ruleLines(access, 'the record is seen only where') : [];
    return [{ words, line }, ...rules];
  },
  create: createLoader,
};

function wordsOf(operation: OperationPlan): string | undefined {
  const { kind, method, segments } = operation;
  const isPlaced = segments.some((segment) => segment.kind === 'placeholder' && segment.of !== 'input');
  switch (kind) {
    case 'list':
      return 'reads the records of the page';
    case 'list events':
      return 'reads the events of the page that the caller may see';
    case 'read event':
      return 'finds the event that the path names';
    case 'create':
      if (method === 'PUT') return 'looks whether the record is there already';
      return isPlaced ? 'finds the parent that the path names' : undefined;
    case 'code':
      return isPlaced || operation.record !== undefined ? 'finds the record that the handler is given' : undefined;
    case 'read':
    case 'update':
    case 'replace':
    case 'delete':
    case 'transition':
      return 'finds the record that the path names';
    default:
      return undefined;
  }
}

function createLoader(making: Making): Step {
  const { operation } = making;
  switch (operation.kind) {
    case 'list':
      return listLoadStep(making);
    case 'list events':
      return eventsLoadStep(making);
    case 'read event':
      return readEventStep(making);
    case 'create':
      return createLoadStep(making);
    default:
      return operation.kind === 'code' && !findsOwn(operation) ? createLoadStep(making) : loadStep(making);
  }
}
