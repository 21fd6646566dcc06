import { formatField } from '../../page/text.ts';
import type { Tree } from '../../source/tree.ts';
import { readString } from '../../source/tree.ts';
import type { ApiOperation, ApiResponse } from '../api.ts';
import { findMedia, type Shape } from '../bodies.ts';
import type { Schemas } from '../model.ts';
import { type Candidate, normalize } from './contract.ts';

/** A response that shows one record or a list of records. */
export interface Shown {
  readonly status: string;
  readonly refs: readonly Tree[];
  /** The schema of a record, and whether there is a list of them. */
  readonly schema: Tree;
  readonly isList: boolean;
  /** The shape, with `X` for the resource. */
  write(name: string): Shape;
}

/** Returns the only response of success of an operation. */
export function findSuccess({ responses }: ApiOperation): ApiResponse | undefined {
  const found = responses.filter(({ status }) => /^[23]/.test(status) && status !== '304');
  return found.length === 1 ? found[0] : undefined;
}

/** Reads the only response of success: a record or a list of records, alone or in an object. An object around a list may be a record itself. */
export function readShown(schemas: Schemas, operation: ApiOperation, wanted: 'record' | 'list'): Shown | undefined {
  const success = findSuccess(operation);
  const media = success === undefined ? undefined : findMedia(success.content, 'json');
  if (success === undefined || media?.schema === undefined || !/^2[0-9][0-9]$/.test(success.status)) return undefined;
  const { status, refs } = success;
  const around = wanted === 'list' ? readEnvelope(schemas, media.schema, 0) : undefined;
  const found =
    (around?.isList === true ? around : undefined) ??
    readRecord(schemas, media.schema) ??
    readEnvelope(schemas, media.schema, 0);
  return found === undefined ? undefined : { status, refs, ...found };
}

type Body = Omit<Shown, 'status' | 'refs'>;

function readRecord(schemas: Schemas, tree: Tree): Body | undefined {
  const { target, says, nullable } = schemas.unwrap(tree);
  const facets = schemas.facetsOf(target);
  if (nullable.length > 0 || facets.nullable.length > 0 || facets.alternatives.length > 0 || facets.types.size !== 1)
    return undefined;
  if (facets.types.has('object') && isComponent(schemas, target))
    return { schema: target, isList: false, write: (name) => ({ text: name, says }) };
  const items = facets.keywords.get('items');
  if (!facets.types.has('array') || items?.kind !== 'map') return undefined;
  const inner = schemas.unwrap(items);
  const item = schemas.facetsOf(inner.target);
  if (!item.types.has('object') || item.nullable.length > 0 || !isComponent(schemas, inner.target)) return undefined;
  const all = [...says, ...facets.typeSays, ...inner.says];
  return { schema: inner.target, isList: true, write: (name) => ({ text: `${name}[]`, says: all }) };
}

function isComponent({ api, facetsOf }: Schemas, tree: Tree): boolean {
  return facetsOf(tree).properties.size > 0 && api.schemas.some(([, schema]) => schema === tree);
}

/** An object around records: one member has them, the others have values that the language knows for lists. */
function readEnvelope(schemas: Schemas, tree: Tree, depth: number): Body | undefined {
  const { target, says } = schemas.unwrap(tree);
  const facets = schemas.facetsOf(target);
  if (depth > 1 || facets.properties.size === 0 || facets.properties.size > 12 || facets.alternatives.length > 0)
    return undefined;
  const inner = [...facets.properties].map(([name, property]) => [name, readRecord(schemas, property)] as const);
  const records = inner.filter(([, one]) => one !== undefined);
  const lists = records.filter(([, one]) => one?.isList === true);
  const [only] = lists.length === 1 ? lists : records;
  if (only?.[1] === undefined || (lists.length !== 1 && records.length !== 1)) return undefined;
  const { schema, isList } = only[1];
  if (!isList && facets.properties.size !== 1) return undefined;
  const members: { readonly text: (name: string) => string; readonly says: readonly Tree[] }[] = [];
  for (const [name, property] of facets.properties) {
    const field = formatField(name);
    if (field === undefined || field.startsWith('`')) return undefined;
    const required = facets.required.get(name);
    if (name === only[0]) {
      const shape = only[1].write('');
      members.push({
        text: (resource) => `${name}: ${only[1]?.write(resource).text}`,
        says: [...shape.says, ...(required === undefined ? [] : [required])],
      });
      continue;
    }
    const member = readListMember(schemas, name, property, depth);
    if (member === undefined) return undefined;
    members.push({
      text: () => `${name}${required === undefined ? '?' : ''}: ${member.text}`,
      says: [...member.says, ...(required === undefined ? [] : [required])],
    });
  }
  const all = [...says, ...facets.typeSays, ...members.flatMap((member) => member.says)];
  return {
    schema,
    isList,
    write: (name) => ({ text: `{ ${members.map(({ text }) => text(name)).join(', ')} }`, says: all }),
  };
}

/** Values that the language knows for lists, by the type and the common names of their members. */
const listValues: readonly (readonly [string, string, readonly string[]])[] = [
  ['next cursor', 'string', ['next', 'nextcursor', 'nextpagetoken', 'nexttoken', 'cursor', 'after', 'endcursor']],
  ['previous cursor', 'string', ['previous', 'prev', 'previouscursor', 'prevcursor', 'before', 'startcursor']],
  [
    'total count',
    'integer',
    ['total', 'totalcount', 'count', 'totalitems', 'totalresults', 'totalrecords', 'totalelements'],
  ],
  ['has more', 'boolean', ['hasmore', 'more', 'hasnext', 'hasnextpage']],
  ['page size', 'integer', ['pagesize', 'perpage', 'limit', 'size']],
  ['page count', 'integer', ['pages', 'totalpages', 'pagecount', 'lastpage']],
  ['page number', 'integer', ['page', 'pagenumber', 'currentpage']],
];

function readListMember(schemas: Schemas, name: string, property: Tree, depth: number): Shape | undefined {
  const { target, says } = schemas.unwrap(property);
  const facets = schemas.facetsOf(target);
  const constant = facets.keywords.get('const') ?? facets.keywords.get('enum');
  const values = constant?.kind === 'list' ? constant.items : constant === undefined ? [] : [constant];
  const [only] = values;
  if (constant !== undefined && values.length === 1 && readString(only) !== undefined)
    return { text: JSON.stringify(readString(only)), says: [...says, ...facets.typeSays, constant] };
  const wanted = normalize(name);
  const found = listValues.find(
    ([, type, names]) => facets.types.size === 1 && facets.types.has(type) && names.includes(wanted),
  );
  if (found !== undefined)
    return { text: found[0], says: [...says, ...facets.refs, ...facets.typeSays, ...facets.nullable] };
  if (depth > 0 || facets.properties.size === 0) return undefined;
  const members: Shape[] = [];
  for (const [inner, value] of facets.properties) {
    const member = /^[A-Za-z0-9_]+$/.test(inner) ? readListMember(schemas, inner, value, depth + 1) : undefined;
    if (member === undefined) return undefined;
    const required = facets.required.get(inner);
    members.push({
      text: `${inner}${required === undefined ? '?' : ''}: ${member.text}`,
      says: [...member.says, ...(required === undefined ? [] : [required])],
    });
  }
  return {
    text: `{ ${members.map(({ text }) => text).join(', ')} }`,
    says: [...says, ...facets.typeSays, ...members.flatMap((one) => one.says)],
  };
}

/** Writes the response of an operation on one record; undefined if it shows anything else. */
export function writeOne(candidate: Candidate, operation: ApiOperation, empty: readonly string[]): Shape | undefined {
  const success = findSuccess(operation);
  if (success === undefined) return undefined;
  if (success.content.length === 0)
    return empty.includes(success.status) ? { text: success.status, says: success.refs } : undefined;
  const shown = readShown(candidate.schemas, operation, 'record');
  if (shown === undefined || shown.isList || shown.schema !== candidate.schema) return undefined;
  const shape = shown.write(candidate.name);
  const location = success.headers.has('Location') ? ' header Location' : '';
  return { text: `${shown.status} \`${shape.text}\`${location}`, says: [...shown.refs, ...shape.says] };
}

/** Returns the schema of the body around the records of a response. */
export function listEnvelopes({ schemas, schema }: Candidate, operation: ApiOperation): readonly Tree[] {
  const media = findMedia(findSuccess(operation)?.content ?? [], 'json');
  if (media?.schema === undefined) return [];
  const { target } = schemas.unwrap(media.schema);
  return target === schema ? [] : [target];
}
