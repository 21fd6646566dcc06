import { type KindFacts, type OperationKind, operationKinds } from '../../../plan/kinds.ts';
import type { OperationName } from '../model.ts';
import type { OperationMember } from './contract.ts';

export type { OperationMember } from './contract.ts';

const byStandard = {
  request: 'by its standard',
  response: 'by its standard',
  statuses: [200],
  parameters: 'none',
} as const;

/** The kinds of operations, in the order of the language reference. */
const table: Readonly<Record<OperationKind, Omit<OperationMember, 'name' | keyof KindFacts>>> = {
  /** `create X`: a new record. */
  create: {
    does: 'makes a record',
    methods: ['POST', 'PUT'],
    request: 'shape',
    requestPlace: 'create request',
    response: 'new record',
    statuses: [201, 200, 202, 204],
    parameters: 'of a record',
  },
  /** `read X`: one record. */
  read: {
    does: 'changes nothing',
    methods: ['GET'],
    request: 'none',
    response: 'record',
    statuses: [200, 203],
    parameters: 'of a record',
  },
  /** `list X`: several records, page by page. */
  list: {
    does: 'changes nothing',
    methods: ['GET'],
    request: 'none',
    response: 'records',
    statuses: [200, 203],
    parameters: 'of a list',
  },
  /** `update X`: a merge patch of a record (RFC 7396). */
  update: {
    does: 'changes a record by a merge patch',
    methods: ['PATCH', 'PUT', 'POST'],
    request: 'shape',
    requestPlace: 'update request',
    response: 'record',
    statuses: [200, 202, 204],
    parameters: 'of a record',
  },
  /** `replace X`: all that may be changed in a record, sent anew. */
  replace: {
    does: 'replaces what may be changed in a record',
    methods: ['PUT'],
    request: 'shape',
    requestPlace: 'replace request',
    response: 'record',
    statuses: [200, 202, 204],
    parameters: 'of a record',
  },
  /** `delete X`: a record erased, or gone. */
  delete: {
    does: 'deletes a record',
    methods: ['DELETE', 'POST'],
    request: 'none',
    response: 'record',
    statuses: [204, 200, 202],
    parameters: 'of a record',
  },
  /** `issue token`: OAuth 2 client credentials (RFC 6749, 4.4). */
  'issue token': {
    does: 'makes a token',
    methods: ['POST'],
    ...byStandard,
  },
  /** `revoke token`: the revocation of a token (RFC 7009). */
  'revoke token': {
    does: 'ends a token',
    methods: ['POST'],
    ...byStandard,
  },
  /** `stream events`: Server-Sent Events as they happen. */
  'stream events': {
    does: 'changes nothing',
    methods: ['GET'],
    ...byStandard,
  },
  /** `list events`: the kept events, page by page. */
  'list events': {
    does: 'changes nothing',
    methods: ['GET'],
    request: 'none',
    response: 'events',
    statuses: [200],
    parameters: 'of a list of events',
  },
  /** `read event`: one kept event. */
  'read event': {
    does: 'changes nothing',
    methods: ['GET'],
    request: 'none',
    response: 'event',
    statuses: [200],
    parameters: 'none',
  },
  /** `<verb> X (handler)`: a handler in TypeScript. */
  handler: {
    does: 'runs code',
    methods: ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'],
    request: 'shape',
    response: 'of code',
    statuses: [],
    parameters: 'of a record',
  },
  /** `<transition> X`: a record taken from one state to another, or acted on. */
  transition: {
    does: 'runs a transition',
    methods: ['POST', 'PUT', 'PATCH', 'DELETE'],
    request: 'shape',
    response: 'record',
    statuses: [],
    parameters: 'of a record',
  },
};

const byName = new Map(
  (Object.keys(table) as OperationKind[]).map((name): [OperationKind, OperationMember] => [
    name,
    { name, ...operationKinds[name], ...table[name] },
  ]),
);

/** The kinds of operations with their facts, in the order of the language reference. */
export const operationMembers: readonly OperationMember[] = [...byName.values()];

/** The member of a kind. */
export function getOperationMember(kind: OperationKind): OperationMember {
  return byName.get(kind)!;
}

/** The member that a name in the Operations table stands for; a transition is whatever no other kind takes. */
export function findOperationKind({ standard, code, verb, resource }: OperationName): OperationMember {
  if (standard !== undefined) return getOperationMember(standard);
  if (code) return getOperationMember('handler');
  const named = operationMembers.find(({ name, namedBy }) => namedBy === 'verb' && name === verb);
  return (resource && named) ?? getOperationMember('transition');
}
