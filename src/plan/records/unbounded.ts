import { comparesItems, resolveFilterPath } from '../fields/filter-path.ts';
import { describeFigures } from '../figures.ts';
import type { OperationPlan, UnboundedPlan } from '../operation.ts';
import type { Plan } from '../plan.ts';
import type { AnswerShape } from '../shape.ts';

/** Finds what of a list no index answers within a bounded number of rows. */
export function findUnboundedReads(
  plan: Pick<Plan, 'resources' | 'objects' | 'unions'>,
  operation: Pick<OperationPlan, 'kind' | 'resource' | 'parameters' | 'responses' | 'access'>,
): readonly UnboundedPlan[] {
  if (operation.kind !== 'list') return [];
  const asked = operation.parameters.flatMap((parameter): UnboundedPlan[] => {
    const words = describeUnboundedParameter(plan, operation.resource, parameter);
    const { name, line } = parameter;
    return words === undefined ? [] : [{ words: `${name}: ${words}`, parameter: name, line }];
  });
  const shown = operation.responses.find((response) => reportsTotal([response]));
  const total = shown !== undefined && !operation.parameters.some(({ mapsTo }) => mapsTo.kind === 'total');
  const rules = operation.access.grants.flatMap(({ scope, where, line }, grant): UnboundedPlan[] => {
    if (where === undefined || where === 'disabled' || !spansFields(where)) return [];
    return [{ words: `${scope}: where with || across fields`, grant, line }];
  });
  return [
    ...asked,
    ...operation.responses.flatMap(({ shape, line }): UnboundedPlan[] => {
      const words = describeFigures([{ ...(shape === undefined ? {} : { shape }) }]);
      return words.length === 0
        ? []
        : [{ words: `the response: ${words.join(', ')}: figures of all records that hold`, line }];
    }),
    ...(total ? [{ words: 'the response: total count counts all records that hold', line: shown.line }] : []),
    ...rules,
  ];
}

/** Returns whether every response contains the number of records or of pages. */
export function reportsTotal(responses: OperationPlan['responses']): boolean {
  return /"role":"(?:total|page) count"/.test(JSON.stringify(responses));
}

/** Returns whether some response of a list contains its records. */
export function showsRecords(shapes: readonly (AnswerShape | undefined)[]): boolean {
  return JSON.stringify(shapes).includes('"kind":"records"');
}

function describeUnboundedParameter(
  plan: Pick<Plan, 'resources' | 'objects' | 'unions'>,
  resource = '',
  { mapsTo: means }: OperationPlan['parameters'][number],
): string | undefined {
  switch (means.kind) {
    case 'search':
      return `search in ${means.fields.join(', ')}`;
    case 'filter':
      return means.operator === 'contains' || comparesItems(resolveFilterPath(plan, resource, means.path) ?? [])
        ? `${means.path.join('.')} ${means.operator}`
        : undefined;
    case 'where':
      return spansFields(means.condition) ? 'where with || across fields' : undefined;
    case 'total':
      return 'total counts all records that hold';
    case 'offset':
    case 'page number':
      return `${means.kind} reads all records before the page`;
    default:
      return undefined;
  }
}

/** Whether some `||` in an expression has two sides that read different fields of the record. */
function spansFields(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  const { op, operator } = node as { op?: string; operator?: string };
  if (op === 'binary' && operator === '||' && collectReadFields(node).size > 1) return true;
  return Object.values(node).some(spansFields);
}

function collectReadFields(node: unknown): ReadonlySet<string> {
  if (typeof node !== 'object' || node === null) return new Set();
  const { op, root, steps } = node as { op?: string; root?: string; steps?: readonly { name: string }[] };
  if (op === 'path' && root === 'record' && steps?.[0] !== undefined) return new Set([steps[0].name]);
  return new Set(Object.values(node).flatMap((value) => [...collectReadFields(value)]));
}
