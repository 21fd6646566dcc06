/** What an operation does, by its verb. */
export type OperationKind =
  | 'create'
  | 'read'
  | 'list'
  | 'update'
  | 'replace'
  | 'delete'
  | 'transition'
  | 'handler'
  | 'issue token'
  | 'revoke token'
  | 'stream events'
  | 'list events'
  | 'read event';

/** The facts of a kind of operation that hold whatever the document states. */
export interface KindFacts {
  readonly about: 'records' | 'events' | 'tokens';
  /** The words before its resource: its own verb, or a verb of the document; or all of its words, without a resource. */
  readonly namedBy: 'verb' | 'verb of the document' | 'words';
  /** Whether it changes stored data; a handler decides it itself. */
  readonly changes: 'always' | 'never' | 'perhaps';
  /** The result of its path. A new record has its identity in the path if it is created by PUT. */
  readonly finds: 'record' | 'new record' | 'records' | 'perhaps a record' | 'event' | 'nothing';
  /** Whether it ends with one record of its resource that it has stored. */
  readonly storesOne: boolean;
  /** Whether its body gives new values to fields of the record that its path finds. */
  readonly setsFields: boolean;
  /** The transitions that bind it, the first that a table has; none for a transition, which is bound by its verb. */
  readonly boundBy: readonly string[];
}

const reads = {
  about: 'records',
  namedBy: 'verb',
  changes: 'never',
  storesOne: false,
  setsFields: false,
  boundBy: [],
} as const;
const stores = {
  about: 'records',
  namedBy: 'verb',
  changes: 'always',
  finds: 'record',
  storesOne: true,
  setsFields: false,
} as const;
const ofEvents = { ...reads, about: 'events', namedBy: 'words' } as const;
const ofTokens = { ...reads, about: 'tokens', namedBy: 'words', changes: 'always', finds: 'nothing' } as const;

const facts = {
  create: { ...stores, finds: 'new record', boundBy: ['create'] },
  read: { ...reads, finds: 'record' },
  list: { ...reads, finds: 'records' },
  update: { ...stores, setsFields: true, boundBy: ['update', 'replace'] },
  replace: { ...stores, setsFields: true, boundBy: ['replace', 'update'] },
  delete: { ...stores, storesOne: false, boundBy: ['delete'] },
  transition: { ...stores, namedBy: 'verb of the document', boundBy: [] },
  handler: { ...reads, namedBy: 'verb of the document', changes: 'perhaps', finds: 'perhaps a record' },
  'issue token': ofTokens,
  'revoke token': ofTokens,
  'stream events': { ...ofEvents, finds: 'nothing' },
  'list events': { ...ofEvents, finds: 'nothing' },
  'read event': { ...ofEvents, finds: 'event' },
} as const satisfies Readonly<Record<OperationKind, KindFacts>>;

/** The facts of each kind of operation, in the order of the language reference. */
export const operationKinds: Readonly<Record<OperationKind, KindFacts>> = facts;

/** The kinds of operations of which some facts hold. */
type KindsWith<Facts extends Partial<KindFacts>> = {
  [Kind in OperationKind]: (typeof facts)[Kind] extends Facts ? Kind : never;
}[OperationKind];

/** The kinds of operations that all of their words name, without a resource. */
export type StandardKind = KindsWith<{ namedBy: 'words' }>;
/** The kinds of operations that change a record of their resource, and do nothing else. */
export type ChangeKind = KindsWith<{ about: 'records'; changes: 'always' }>;
/** The kinds of operations that may change records: those above, and handlers. */
export type MayChangeKind = KindsWith<{ about: 'records'; changes: 'always' | 'perhaps' }>;
/** The kinds of operations that give new values to fields of the record that their path finds. */
export type SetsFieldsKind = KindsWith<{ setsFields: true }>;
/** The kinds of operations that end with one record of their resource that they have stored. */
export type StoresOneKind = KindsWith<{ storesOne: true }>;

const kinds = Object.keys(facts) as readonly OperationKind[];

/** The verbs that name operations before a resource: `create`, `read`, `list`, `update`, `replace` and `delete`. */
export const recordVerbs: readonly string[] = kinds.filter((kind) => operationKinds[kind].namedBy === 'verb');

/** The kinds that all of their words name: `issue token`, `revoke token`, `stream events`, `list events` and `read event`. */
export const standardKinds: readonly StandardKind[] = kinds.filter((kind) => isStandard(kind));

function isStandard(kind: OperationKind): kind is StandardKind {
  return operationKinds[kind].namedBy === 'words';
}

/** The verbs of operations on sessions: they are handlers that Nonet has. */
export const sessionVerbs = ['log in', 'log out', 'refresh', 'start sign in', 'sign in'] as const;

export type SessionVerb = (typeof sessionVerbs)[number];

/** The first words of operations that the language names, which name nothing else; `sign Contract` and `start Job` may be transitions. */
export const languageVerbs: readonly string[] = [
  ...new Set([...recordVerbs, ...[...standardKinds, 'log in', 'refresh'].map((kind) => kind.split(' ', 1)[0]!)]),
];

interface OfKind {
  readonly kind: OperationKind;
}

/** The verbs of the language whose names transition tables may use: `create`, `update`, `replace` and `delete`. */
export const ownVerbs: ReadonlySet<string> = new Set(Object.values(operationKinds).flatMap(({ boundBy }) => boundBy));

/** Returns the names of the transitions that bind what has a verb: an operation of the language, or a transition. */
export function listBindingTransitions(verb: string): readonly string[] {
  return ownVerbs.has(verb) ? operationKinds[verb as OperationKind].boundBy : [verb];
}

/** Returns whether an operation changes a record of its resource, and does nothing else. */
export function changesRecord<T extends OfKind>(operation: T): operation is T & { readonly kind: ChangeKind } {
  const { changes, about } = operationKinds[operation.kind];
  return changes === 'always' && about === 'records';
}

/** Returns whether an operation may change records: one of those above, or a handler. */
export function mayChangeRecords<T extends OfKind>(operation: T): operation is T & { readonly kind: MayChangeKind } {
  const { changes, about } = operationKinds[operation.kind];
  return changes !== 'never' && about === 'records';
}

/** Returns whether an operation may change the record that its path finds. */
export function mayChangeFound<T extends OfKind>(
  operation: T,
): operation is T & { readonly kind: Exclude<MayChangeKind, 'create'> } {
  return mayChangeRecords(operation) && operationKinds[operation.kind].finds !== 'new record';
}

/** Returns whether an operation changes the record that its path finds, and does nothing else. */
export function changesFound<T extends OfKind>(
  operation: T,
): operation is T & { readonly kind: Exclude<ChangeKind, 'create'> } {
  return changesRecord(operation) && operationKinds[operation.kind].finds === 'record';
}

/** Returns whether an operation ends with one record of its resource that it has stored. */
export function storesOne<T extends OfKind>(operation: T): operation is T & { readonly kind: StoresOneKind } {
  return operationKinds[operation.kind].storesOne;
}

/** Returns whether an operation is a create by PUT, which looks for the record with the identity of its path. */
export function createsByPut({
  kind,
  method,
  replaces,
}: OfKind & { readonly method: string; readonly replaces?: true }): boolean {
  return kind === 'create' && method === 'PUT' && replaces !== true;
}

/** Returns whether the body of an operation gives new values to fields of the record that its path finds. */
export function setsFields<T extends OfKind>(operation: T): operation is T & { readonly kind: SetsFieldsKind } {
  return operationKinds[operation.kind].setsFields;
}
