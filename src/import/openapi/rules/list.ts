import { get, readString } from '../../source/tree.ts';
import { readInput, type WrittenParameter } from '../parameters.ts';
import { type Candidate, normalize, type OperationRule } from './contract.ts';
import { hasOptionalParameters } from './sent.ts';
import { listEnvelopes, readShown } from './shown.ts';

/** A GET of the path of the records that shows a list of them, alone or in an object with counts and cursors. */
export const list: OperationRule = {
  verb: 'list',
  match(candidate) {
    const { schemas, name, schema } = candidate;
    const operation = candidate.collection.find(({ method }) => method === 'GET');
    const shown = operation === undefined ? undefined : readShown(schemas, operation, 'list');
    if (operation === undefined || shown?.isList !== true || shown.schema !== schema || operation.body !== undefined)
      return undefined;
    if (!hasOptionalParameters(operation)) return undefined;
    const shape = shown.write(name);
    const silent = { ...schemas, losses: { lose: () => undefined, rename: () => undefined } };
    const used = new Set<string>();
    const mapped = operation.parameters.flatMap((parameter) => {
      if (parameter.in === 'path') return [];
      const written = readInput(silent, parameter);
      return written === undefined ? [] : [{ written, maps: mapParameter(candidate, written, used) }];
    });
    if (shape.text.includes('page number') && !used.has('page number')) return undefined;
    return {
      verb: 'list',
      operation,
      request: { text: '', says: [] },
      response: { text: `${shown.status} \`${shape.text}\``, says: [...shown.refs, ...shape.says] },
      takes: [],
      requires: new Map(),
      fieldSays: new Map(),
      parameters: mapped,
      consumed: listEnvelopes(candidate, operation),
      because: `GET ${operation.path} shows a list of ${name}`,
      lose(losses) {
        const taken = new Set(mapped.map(({ written }) => written.parameter));
        for (const parameter of operation.parameters)
          if (parameter.in !== 'path' && !taken.has(parameter)) readInput({ ...schemas, losses }, parameter);
      },
    };
  },
};

/** The effects of parameters of lists, by their type and their common names. A list has one kind of paging. */
const meanings: readonly (readonly [string, RegExp, readonly string[]])[] = [
  [
    'page size',
    /^(integer|int32|int64|number)$/,
    ['limit', 'perpage', 'pagesize', 'size', 'maxresults', 'top', 'pagelimit', 'take', 'itemsperpage', 'count'],
  ],
  ['cursor', /^string$/, ['cursor', 'pagetoken', 'nexttoken', 'nextpagetoken', 'continuationtoken']],
  ['offset', /^(integer|int32|int64)$/, ['offset', 'skip', 'startindex']],
  ['page number', /^(integer|int32|int64)$/, ['page', 'pagenumber']],
];
const pagings = ['cursor', 'offset', 'page number'];

function mapParameter(
  { facets, schemas, identity }: Candidate,
  { type, parameter }: WrittenParameter,
  used: Set<string>,
): string {
  const stated = readString(get(parameter.tree, 'x-nonet-maps-to'));
  if (
    stated !== undefined &&
    /^(filter|search|sort|page size|cursor|offset|page number|after id|before id|total|fields|expand|where)\b/.test(
      stated,
    )
  ) {
    used.add(stated);
    return stated;
  }
  if (parameter.in !== 'query') return 'not shown';
  const wanted = normalize(parameter.name);
  const known = meanings.find(([, types, names]) => types.test(type) && names.includes(wanted))?.[0];
  const isPaging = known !== undefined && pagings.includes(known);
  if (known !== undefined && !used.has(known) && !(isPaging && pagings.some((one) => used.has(one)))) {
    used.add(known);
    return known;
  }
  const field = facets.properties.get(parameter.name);
  if (field === undefined || !/^[A-Za-z0-9_]+$/.test(parameter.name)) return 'not shown';
  const own = schemas.facetsOf(field);
  const isText = own.types.size === 1 && ['string', 'integer', 'number', 'boolean'].includes([...own.types][0] ?? '');
  const base = [...own.types][0];
  const isSame = own.alternatives.length === 0 && isText && baseOf(type) === (base === 'integer' ? 'number' : base);
  if (!isSame || parameter.name === identity) return 'not shown';
  return type.endsWith('[]') ? `filter ${parameter.name} in` : 'filter';
}

function baseOf(type: string): string {
  const item = type.replace(/\[\]$/, '');
  if (/^(integer|int32|int64|number|unix seconds)$/.test(item)) return 'number';
  return item === 'boolean' ? 'boolean' : 'string';
}
