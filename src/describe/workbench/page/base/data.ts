import type { FieldData, MachineData, OperationData, ResourceData, TypeData, WorkbenchData } from '../../model.ts';

/** A record as a response shows it. */
export type Row = Readonly<Record<string, unknown>>;

/** The description of the service, set before anything is shown. */
export let data: WorkbenchData;

/** Keeps it for all that is shown. */
export function useData(given: WorkbenchData): void {
  data = given;
}

/** Finds a resource that has a place of its own. */
export function findResource(name: string | undefined): ResourceData | undefined {
  return data.resources.find((resource) => resource.name === name);
}

/** Lists the lists of a resource that show its records. */
export function listLists({ operations }: ResourceData): readonly OperationData[] {
  return operations.filter(({ list }) => list !== undefined);
}

/** Finds the operation of a kind, the first with the fewest placeholders. */
export function findOperation({ operations }: ResourceData, kind: string): OperationData | undefined {
  return operations
    .filter((operation) => operation.kind === kind && operation.own !== true && operation.content === undefined)
    .toSorted((left, right) => left.placeholders.length - right.placeholders.length)[0];
}

/** Finds the operation that reads a record by the member that lists show of it. */
export function findReader(resource: ResourceData): OperationData | undefined {
  const listed = listLists(resource)[0]?.shown;
  return resource.operations.find(
    ({ kind, own, content, placeholders }) =>
      kind === 'read' &&
      own !== true &&
      content === undefined &&
      placeholders.some(({ of, field }) => of === 'own' && (listed === undefined || hasField(listed, field))),
  );
}

function hasField(fields: readonly FieldData[], name: string): boolean {
  return fields.some(({ field }) => field === name);
}

/** The field by which records are addressed: that of the path of their reader, or else their identity. */
export function getAddress(resource: ResourceData): string {
  return findReader(resource)?.placeholders.find(({ of }) => of === 'own')?.field ?? resource.identity;
}

/** Returns the value of a field of the document in a record, by the member that shows it. */
export function readField(row: Row, field: string, shown: readonly FieldData[] | undefined): unknown {
  const member = shown?.find((each) => each.field === field)?.name ?? field;
  return row[member];
}

/** Returns the identity of a reference, which may be shown as a record. */
export function readReference(value: unknown, resource: string | undefined): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'object' && 'source' in value) return String(value);
  if (typeof value !== 'object') return String(value);
  const identity = findResource(resource)?.identity ?? 'id';
  const inner = (value as Row)[identity];
  return inner === undefined || inner === null ? undefined : String(inner);
}

/** The fields that a record of a resource may show: those of its reader, else of its list. */
export function listShown(resource: ResourceData): readonly FieldData[] {
  const reader = findReader(resource) ?? resource.operations.find(({ kind, own }) => kind === 'read' && own === true);
  return reader?.shown ?? listLists(resource)[0]?.shown ?? findOperation(resource, 'create')?.shown ?? [];
}

/** Returns the machine of a field. */
export function findMachine(resource: ResourceData | undefined, field: string | undefined): MachineData | undefined {
  return resource?.machines.find((machine) => machine.field === field);
}

/** Returns the type that a name stands for, with the members of an object written out. */
export function resolve(type: TypeData): TypeData {
  if (type.kind !== 'named') return type;
  const object = data.objects[type.name];
  if (object === undefined || !('fields' in object)) return type;
  return { kind: 'object', fields: object.fields, ...(type.nullable === true ? { nullable: true } : {}) };
}

/** Returns a name in words: `due_on` becomes `Due on`. */
export function toWords(name: string): string {
  const words = name.replace(/[_.-]+/g, ' ').replace(/([a-z0-9])([A-Z])/g, '$1 $2');
  return words.slice(0, 1).toUpperCase() + words.slice(1).toLowerCase();
}

/** Returns a list in words: `a, b or c`. */
export function joinWords(words: readonly string[], last = 'or'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** Returns a number of things: `1 invoice`, `2 invoices`. */
export function count(many: number, one: string, several = `${one}s`): string {
  return `${many.toLocaleString('en')} ${many === 1 ? one : several}`;
}
