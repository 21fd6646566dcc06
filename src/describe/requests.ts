import type { OperationPlan } from '../plan/operation.ts';
import type { Plan } from '../plan/plan.ts';
import { buildVersionPrefix } from '../plan/version/path.ts';
import { toCamel, toPascal } from './words.ts';

/** The name of a version in a request: in its path, a header, its query, or the media type of the response. */
export interface VersionName {
  /** Between the base path and the path of the operation. */
  readonly prefix: string;
  readonly header?: { readonly name: string; readonly value: string };
  readonly query?: { readonly name: string; readonly value: string };
  readonly accept?: string;
}

/** Names a version as the first row of Placement states it; `undefined` names none. */
export function nameVersion(plan: Plan, version: string | undefined): VersionName {
  const [placement] = plan.versioning.placements;
  if (placement === undefined || version === undefined) return { prefix: '' };
  const named = { name: placement.name ?? 'version', value: version };
  switch (placement.in) {
    case 'path':
      return { prefix: buildVersionPrefix(plan, version) ?? '' };
    case 'header':
      return { prefix: '', header: named };
    case 'query':
      return { prefix: '', query: named };
    case 'media type':
      return { prefix: '', accept: named.name.replace('{version}', version) };
  }
}

/** The media type for the body of a request: the first of JSON that the operation takes, but no JSON Patch; `undefined`: no body. */
export function findRequestType({ exchange }: Pick<OperationPlan, 'exchange'>): string | undefined {
  return chooseRequestType(exchange?.requestTypes ?? []);
}

/** Chooses the same of the media types that an operation takes. */
export function chooseRequestType(types: readonly string[]): string | undefined {
  return types.find((type) => /\bjson\b|\+json/.test(type) && !type.includes('json-patch')) ?? types[0];
}

/** Members that JavaScript calls automatically, or that each object has: with a method `then`, `await` would take a client for a promise. */
const objectMembers: ReadonlySet<string> = new Set(
  'then catch finally constructor toString toLocaleString toJSON valueOf hasOwnProperty isPrototypeOf propertyIsEnumerable'.split(
    ' ',
  ),
);

/** Returns the name of an operation as one word that a member of a client can have: `createInvoice`, `ownThen`. */
function toMemberName(name: string): string {
  const id = toCamel(name);
  return objectMembers.has(id) ? `own${toPascal(name)}` : id;
}

/** The names of operations as one word each, `createInvoice`, or as `toName` forms them; each is unique. */
export function createOperationIds(
  operations: readonly Pick<OperationPlan, 'name'>[],
  toName: (name: string) => string = toMemberName,
): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  for (const { name } of operations) {
    const wanted = toName(name);
    let id = wanted;
    for (let count = 2; taken.has(id); count++) id = `${wanted}${count}`;
    taken.add(id);
    ids.set(name, id);
  }
  return ids;
}
