import { getContentShape } from '../../plan/files/file-bodies.ts';
import { isCustomHandler } from '../../plan/handler-rules.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import { listInitialStates } from '../../plan/records/initial-states.ts';
import type { StateMachinePlan } from '../../plan/resource.ts';
import type { AnswerShape } from '../../plan/shape.ts';
import type { WholePlan } from '../../plan/whole.ts';
import type { WireOperation } from '../wire/index.ts';
import type { ShapeWriter } from './shapes.ts';
import type { ClientType } from './type.ts';

/** A response of success: its status, and the types that its data may have. */
export interface ClientResponse {
  readonly status: number;
  readonly data: readonly ClientType[];
}

/** Lists an operation's responses of success, one for each status. */
export function listResponses(
  plan: WholePlan,
  { plan: operation, responses }: WireOperation,
  owner: string,
  shapes: ShapeWriter,
  isSparse: boolean,
): readonly ClientResponse[] {
  const isPage = findItems(operation) !== undefined;
  const successes = responses.filter((response) => response.plan.error === undefined);
  const all = successes.map(({ plan: response, type }): { status: number; data: ClientType } => {
    const { status, shape, exists, isNew } = response;
    if (type === undefined) return { status, data: standardTypes[operation.kind] ?? { kind: 'none' } };
    if (getContentShape(shape) !== undefined) return { status, data: { kind: 'content' } };
    const whole = shapes.typeOf(type, owner);
    // An existing record may be in any state.
    const of = isNew === true ? (operation.creation ?? operation) : operation;
    const data = exists === true ? whole : narrowByState(plan, of, whole, shapes);
    return { status, data: isSparse && !isPage ? { kind: 'partial', of: data } : data };
  });
  return [...Map.groupBy(all, ({ status }) => status)].map(([status, those]) => ({
    status,
    data: [...new Map(those.map(({ data }) => [JSON.stringify(data), data])).values()],
  }));
}

/** The type of a record in the states to which an operation leads. */
function narrowByState(plan: WholePlan, operation: OperationPlan, type: ClientType, shapes: ShapeWriter): ClientType {
  const state = shapes.stateOf(type);
  // A handler may move the record on before the service responds.
  if (state === undefined || plan.operations.some(isCustomHandler)) return type;
  const states = listStatesAfter(state.machine, operation);
  const found = [...state.variants]
    .filter(([name]) => states.includes(name))
    .map(([, variant]): ClientType => ({ kind: 'named', name: variant }));
  if (found.length === 0 || found.length === state.variants.size) return type;
  return found.length === 1 ? found[0]! : { kind: 'union', of: found };
}

function listStatesAfter(machine: StateMachinePlan, { kind, verb }: OperationPlan): readonly string[] {
  if (kind === 'create') return listInitialStates(machine);
  if (kind !== 'transition') return [];
  return machine.transitions
    .filter(({ name }) => name === verb)
    .flatMap(({ to, from }) => (to.kind === 'state' ? [to.state] : to.kind === 'same' ? from : []));
}

const standardTypes: Readonly<Partial<Record<OperationPlan['kind'], ClientType>>> = {
  'issue token': {
    kind: 'object',
    members: [
      { name: 'access_token', type: { kind: 'string' }, optional: false },
      { name: 'token_type', type: { kind: 'string' }, optional: false },
      { name: 'expires_in', type: { kind: 'integer' }, optional: true },
      { name: 'scope', type: { kind: 'string' }, optional: true },
    ],
  },
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

/** The type of the records of a list, which a page has at the path. */
export function typeItem(
  { responses }: WireOperation,
  path: readonly string[],
  owner: string,
  shapes: ShapeWriter,
): ClientType {
  let { type } = responses.find((response) => response.type !== undefined)!;
  for (const name of path)
    if (type?.kind === 'object') type = type.members.find((member) => member.name === name)?.type;
  return type?.kind === 'list' ? shapes.typeOf(type.item, owner) : { kind: 'unknown' };
}
