import type { SourceText } from '../../text/location.ts';
import { memo } from '../../text/memo.ts';
import type { OperationModel } from '../endpoints/model.ts';
import { isNotShown } from '../not-shown.ts';
import type { Service } from '../service.ts';

/** The operations of a document by the names that other parts use. */
export interface Operations {
  readonly all: readonly OperationModel[];
  /** Whether some operation is a handler of the module next to the document. */
  readonly hasHandlers: boolean;
  /** By `create Invoice`, `feed`, `issue token`; of doubled names the first. */
  readonly named: ReadonlyMap<string, OperationModel>;
  /** The operations of a resource: those whose row ends in it, or stands for one that does (`as`, `(handler)`). */
  readonly of: ReadonlyMap<string, readonly OperationModel[]>;
  /** The operations that run a transition (`pay`, `Invoice`) or are of a verb, and for `create` the creations of replaces. */
  running(transition: string, resource: string): readonly OperationModel[];
}

/** Looks up the operations of a service; worked out once for each service. */
export const createOperationNames = memo((service: Service): Operations => {
  const named = new Map<string, OperationModel>();
  const of = new Map<string, OperationModel[]>();
  const byVerb = new Map<string, OperationModel[]>();
  for (const operation of service.endpoints.operations) {
    const { text, verb, resource, code, standard } = operation.name;
    if (!named.has(text)) named.set(text, operation);
    if (resource === undefined) continue;
    push(of, resource.value, operation);
    if (code || standard !== undefined) continue;
    push(byVerb, `${verb} ${resource.value}`, operation);
    const creation = getCreation(operation);
    if (creation !== undefined) push(byVerb, `create ${resource.value}`, creation);
  }
  const running = (transition: string, resource: string) => byVerb.get(`${transition} ${resource}`) ?? [];
  const all = service.endpoints.operations;
  const made = { all, hasHandlers: all.some(({ name }) => isCustom(name)), named, of, running };
  return made;
});

/** Whether an operation is a handler of the module next to the document. */
export function isCustom({ code, session }: OperationModel['name']): boolean {
  return code && session === undefined;
}

/** Returns the create that a `replace` with a response `when new` is if there is no such record; undefined for other operations. */
export const getCreation = memo((operation: OperationModel): OperationModel | undefined => {
  const { name, responses } = operation;
  if (name.verb !== 'replace' || name.code || isNotShown(responses)) return undefined;
  const made = responses.filter(({ isNew }) => isNew !== undefined);
  if (made.length === 0) return undefined;
  return { ...operation, name: { ...name, verb: 'create' }, responses: made, replaces: true };
});

/** Finds the creation that events and quotas mean by `create Setting`, where no operation has this name. */
export function findCreationNamed(service: Service, name: string): OperationModel | undefined {
  const [verb = '', resource = '', more] = name.split(' ');
  if (verb !== 'create' || more !== undefined) return undefined;
  return createOperationNames(service)
    .running(verb, resource)
    .find(({ replaces }) => replaces === true);
}

/** The rows that state what handlers give to a transition. */
export function listTransitionCalls(service: Service, transition: string, resource: string): readonly OperationModel[] {
  return service.endpoints.calls.filter(({ name }) => name.verb === transition && name.resource?.value === resource);
}

function push(into: Map<string, OperationModel[]>, key: string, operation: OperationModel): void {
  const list = into.get(key);
  if (list === undefined) into.set(key, [operation]);
  else list.push(operation);
}

/**
 * The operations that a name in another part means: `create Invoice` or a name behind `as` is that one, `all Invoice` every
 * row of the resource, `all` every row; none when there is no such operation. Under a name of its own an operation is not
 * meant by its verb and resource.
 */
export function resolveOperations(
  service: Service,
  words: string | Pick<SourceText, 'text'>,
): readonly OperationModel[] {
  const text = typeof words === 'string' ? words : words.text;
  const operations = createOperationNames(service);
  if (text === 'all') return operations.all;
  const operation = operations.named.get(text);
  if (operation !== undefined) return [operation];
  return text.startsWith('all ') ? (operations.of.get(text.slice(4)) ?? []) : [];
}

interface NamingRow {
  readonly operations: readonly { readonly value: string }[];
}

/** By the service, then by the table: an older version has the table of the document, and operations of its own. */
const rowsByOperation = memo(
  (_service: Service): Map<readonly NamingRow[], ReadonlyMap<OperationModel, readonly NamingRow[]>> => new Map(),
);

/** Returns the rows of a table that name an operation, in their order. It reads each table of a service once. */
export function listRowsNaming<R extends NamingRow>(
  service: Service,
  rows: readonly R[],
  operation: OperationModel,
): readonly R[] {
  const tables = rowsByOperation(service);
  const known = tables.get(rows) ?? groupRows(service, rows);
  tables.set(rows, known);
  return (known.get(operation) ?? []) as readonly R[];
}

function groupRows(service: Service, rows: readonly NamingRow[]): ReadonlyMap<OperationModel, readonly NamingRow[]> {
  const grouped = new Map<OperationModel, NamingRow[]>();
  for (const row of rows) {
    const meant = new Set(row.operations.flatMap(({ value }) => resolveOperations(service, value)));
    for (const operation of meant) {
      const list = grouped.get(operation);
      if (list === undefined) grouped.set(operation, [row]);
      else list.push(row);
    }
  }
  return grouped;
}

/** Every text that `resolveOperations` understands, for "did you mean". */
export function listOperationNames(service: Service): readonly string[] {
  const operations = createOperationNames(service);
  return [...operations.named.keys(), 'all', ...[...operations.of.keys()].map((name) => `all ${name}`)];
}
