import type { OperationPlan } from '../../../plan/operation.ts';
import type { StateMachinePlan } from '../../../plan/resource.ts';
import type { AnswerShape } from '../../../plan/shape.ts';
import type { WholePlan } from '../../../plan/whole.ts';
import type { ResponsePlace, ShapeWriter } from './shapes.ts';

/** The type of an operation's successful responses, and that of their data. */
export function formatResponses(
  plan: WholePlan,
  operation: OperationPlan,
  owner: string,
  shapes: ShapeWriter,
  hasSparse: boolean,
): { readonly success: string; readonly data: string } {
  const isPage = findItems(operation) !== undefined;
  const all = operation.responses.map(({ status, shape }) => {
    if (shape === undefined) return { status, data: standardTypes[operation.kind] ?? 'undefined' };
    const data = narrowByState(
      plan,
      operation,
      shapes.response(shape, operation.resource, createPlace(operation, owner), 1),
      shapes,
    );
    return { status, data: hasSparse && !isPage ? `Partial<${data}>` : data };
  });
  const byStatus = [...Map.groupBy(all, ({ status }) => status)].map(
    ([status, those]) => `Success<${status}, ${[...new Set(those.map(({ data }) => data))].join(' | ')}>`,
  );
  return { success: byStatus.join(' | ') || 'never', data: all[0]?.data ?? 'undefined' };
}

function createPlace({ parameters }: OperationPlan, owner: string): ResponsePlace {
  const expand = new Map(
    parameters.flatMap(({ mapsTo }) =>
      mapsTo.kind === 'expand' && mapsTo.shape !== undefined ? [[mapsTo.field, mapsTo.shape] as const] : [],
    ),
  );
  return { owner, ...(expand.size === 0 ? {} : { expand }) };
}

/** The type of a record in the states to which an operation leads. */
function narrowByState(plan: WholePlan, operation: OperationPlan, type: string, shapes: ShapeWriter): string {
  const { kind, resource, verb } = operation;
  const variants = shapes.stateOf(type)?.variants;
  // A handler may move the record on before the service responds.
  if (variants === undefined || plan.operations.some((other) => other.kind === 'handler')) return type;
  const machine = plan.resources
    .find(({ name }) => name === resource)
    ?.machines.find(({ field }) => field !== undefined);
  const states = machine === undefined ? [] : listStatesAfter(machine, kind, verb);
  const found = [...variants].filter(([name]) => states.includes(name)).map(([, variant]) => variant);
  return found.length === 0 || found.length === variants.size ? type : found.join(' | ');
}

function listStatesAfter(
  { states, transitions }: StateMachinePlan,
  kind: string,
  verb: string | undefined,
): readonly string[] {
  if (kind === 'create') return states.filter((state) => state.kind === 'initial').map(({ name }) => name);
  if (kind !== 'transition') return [];
  return transitions
    .filter(({ name }) => name === verb)
    .flatMap(({ to, from }) => (to.kind === 'state' ? [to.state] : to.kind === 'same' ? from : []));
}

const standardTypes: Readonly<Partial<Record<OperationPlan['kind'], string>>> = {
  'issue token':
    /* not a message */ '{ readonly access_token: string; readonly token_type: string; readonly expires_in?: number; readonly scope?: string }',
};

/** Where a page of a list has its records; undefined where the operation gives no pages. */
export function findItems({ responses, paging, kind }: OperationPlan): readonly string[] | undefined {
  if (paging === undefined && kind !== 'list' && kind !== 'list events') return undefined;
  const shape = responses.find((response) => response.shape !== undefined)?.shape;
  return shape === undefined ? undefined : findRecords(shape);
}

function findRecords(shape: AnswerShape): readonly string[] | undefined {
  if (shape.kind === 'records') return [];
  if (shape.kind !== 'object') return undefined;
  for (const { name, shape: inner } of shape.members) {
    const found = findRecords(inner);
    if (found !== undefined) return [name, ...found];
  }
  return undefined;
}

/** The type of the records of a list. */
export function formatItem(
  operation: OperationPlan,
  path: readonly string[],
  owner: string,
  shapes: ShapeWriter,
): string {
  const { responses, resource } = operation;
  let shape = responses.find((response) => response.shape !== undefined)!.shape!;
  for (const name of path) {
    if (shape.kind === 'object') shape = shape.members.find((member) => member.name === name)!.shape;
  }
  return shape.kind === 'records'
    ? shapes.response(shape.item, shape.of ?? resource, createPlace(operation, owner), 1)
    : 'unknown';
}
