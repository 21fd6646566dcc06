/** What an operation does. */
export type OperationKind =
  | 'create'
  | 'read'
  | 'list'
  | 'update'
  | 'replace'
  | 'delete'
  | 'transition'
  | 'code'
  | 'issue token'
  | 'revoke token'
  | 'stream events'
  | 'list events'
  | 'read event';

/** The facts of a kind of operation that hold whatever the document states. */
export interface KindFacts {
  readonly about: 'records' | 'events' | 'tokens';
  /** Whether it changes stored data; a handler decides it itself. */
  readonly changes: 'always' | 'never' | 'perhaps';
  /** What its path finds. A new record has its identity in the path if it is created by PUT. */
  readonly finds: 'record' | 'new record' | 'records' | 'perhaps a record' | 'event' | 'nothing';
  /** Whether it ends with one record of its resource that it has stored. */
  readonly storesOne: boolean;
  /** Whether its body gives new values to fields of the record that its path finds. */
  readonly setsFields: boolean;
  /** The transitions that bind it, the first that a table has; none for a transition, which is bound by its verb. */
  readonly boundBy: readonly string[];
}

const reads = { about: 'records', changes: 'never', storesOne: false, setsFields: false, boundBy: [] } as const;
const stores = { about: 'records', changes: 'always', finds: 'record', storesOne: true, setsFields: false } as const;
const ofEvents = { ...reads, about: 'events' } as const;
const ofTokens = { ...reads, about: 'tokens', changes: 'always', finds: 'nothing' } as const;

/** The facts of each kind of operation, in the order of the language reference. */
export const operationKinds: Readonly<Record<OperationKind, KindFacts>> = {
  create: { ...stores, finds: 'new record', boundBy: ['create'] },
  read: { ...reads, finds: 'record' },
  list: { ...reads, finds: 'records' },
  update: { ...stores, setsFields: true, boundBy: ['update', 'replace'] },
  replace: { ...stores, setsFields: true, boundBy: ['replace', 'update'] },
  delete: { ...stores, storesOne: false, boundBy: ['delete'] },
  transition: { ...stores, boundBy: [] },
  code: { ...reads, changes: 'perhaps', finds: 'perhaps a record' },
  'issue token': ofTokens,
  'revoke token': ofTokens,
  'stream events': { ...ofEvents, finds: 'nothing' },
  'list events': { ...ofEvents, finds: 'nothing' },
  'read event': { ...ofEvents, finds: 'event' },
};

/** The verbs of the language whose names transition tables may use: `create`, `update`, `replace` and `delete`. */
export const ownVerbs: ReadonlySet<string> = new Set(Object.values(operationKinds).flatMap(({ boundBy }) => boundBy));

/** Returns the names of the transitions that bind what has a verb: an operation of the language, or a transition. */
export function transitionsBinding(verb: string): readonly string[] {
  return ownVerbs.has(verb) ? operationKinds[verb as OperationKind].boundBy : [verb];
}

/** Returns whether an operation of a kind changes a record of its resource, and does nothing else. */
export function changesRecord(kind: OperationKind): boolean {
  return operationKinds[kind].changes === 'always' && operationKinds[kind].about === 'records';
}

/** Returns whether an operation of a kind may change records: those above, and handlers. */
export function mayChangeRecords(kind: OperationKind): boolean {
  return operationKinds[kind].changes !== 'never' && operationKinds[kind].about === 'records';
}

/** Returns whether an operation of a kind may change the record that its path finds. */
export function mayChangeFound(kind: OperationKind): boolean {
  return mayChangeRecords(kind) && operationKinds[kind].finds !== 'new record';
}

/** Returns whether an operation of a kind changes the record that its path finds, and does nothing else. */
export function changesFound(kind: OperationKind): boolean {
  return changesRecord(kind) && operationKinds[kind].finds === 'record';
}
