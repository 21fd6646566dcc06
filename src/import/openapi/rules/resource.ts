import type { Tree } from '../../source/tree.ts';
import type { ApiOperation } from '../api.ts';
import type { Schemas } from '../model.ts';
import { replace, update } from './change.ts';
import { type Candidate, normalize, type OperationRule, type RecognizedResource } from './contract.ts';
import { create } from './create.ts';
import { remove } from './delete.ts';
import { list } from './list.ts';
import { read } from './read.ts';
import { findParents, readTypeText, recognizeReferences } from './references.ts';
import { readShown } from './shown.ts';

/** The rules in the order of the operations of a page. */
export const operationRules: readonly OperationRule[] = [create, list, read, update, replace, remove];

/**
 * Recognizes resources: a path of records, a path of one of them below it, one object that both show, and a field of it that the path
 * names. At least two operations are recognized, and one of them shows records.
 */
export function recognizeResources(schemas: Schemas): readonly RecognizedResource[] {
  const { operations } = schemas.api;
  const byPath = Map.groupBy(operations, ({ path }) => path);
  const taken = new Set<Tree>();
  const found: Omit<RecognizedResource, 'references'>[] = [];
  const sorted = [...byPath].toSorted(([one], [other]) => countPlaceholders(one) - countPlaceholders(other));
  for (const [path, item] of sorted) {
    const collection = byPath.get(path.replace(/\/\{[^{}]+\}$/, '')) ?? [];
    const candidate = readCandidate(
      schemas,
      path,
      collection,
      item,
      found.map((one) => one.candidate),
    );
    if (candidate === undefined || taken.has(candidate.schema)) continue;
    const matches = operationRules.flatMap((rule) => rule.match(candidate) ?? []);
    if (matches.length < 2 || !matches.some(({ verb }) => verb === 'list' || verb === 'read')) continue;
    taken.add(candidate.schema);
    found.push({ candidate, matches });
  }
  const all = found.map(({ candidate }) => candidate);
  return found.map((one) => ({ ...one, references: recognizeReferences(one.candidate, all) }));
}

function countPlaceholders(path: string): number {
  return path.split('{').length;
}

function readCandidate(
  schemas: Schemas,
  path: string,
  collection: readonly ApiOperation[],
  item: readonly ApiOperation[],
  found: readonly Candidate[],
): Candidate | undefined {
  const [, base, placeholder] = /^((?:\/[A-Za-z0-9._~-]+|\/\{[^{}]+\})+)\/\{([^{}]+)\}$/.exec(path) ?? [];
  if (base === undefined || placeholder === undefined || collection.length === 0) return undefined;
  const get = item.find(({ method }) => method === 'GET');
  const others = [...collection.filter(({ method }) => method === 'GET' || method === 'POST')];
  const shown =
    (get === undefined ? undefined : readShown(schemas, get, 'record')) ??
    others.map((one) => readShown(schemas, one, one.method === 'GET' ? 'list' : 'record')).find(Boolean);
  if (shown === undefined || (shown.isList && get !== undefined && readShown(schemas, get, 'record') !== undefined))
    return undefined;
  const { schema } = shown;
  const name = schemas.nameOf(schema, '')?.name;
  const facets = schemas.facetsOf(schema);
  const identity = findIdentity(schemas, schema, placeholder, item);
  if (name === undefined || identity === undefined || facets.types.size !== 1) return undefined;
  const parents = findParents(schemas, facets, base, found);
  if (parents === undefined) return undefined;
  return { schemas, schema, facets, name, path: base, placeholder, identity, parents, collection, item };
}

/** The field that a path names: the one with its name, or `id`. */
function findIdentity(
  schemas: Schemas,
  schema: Tree,
  placeholder: string,
  item: readonly ApiOperation[],
): string | undefined {
  const { properties } = schemas.facetsOf(schema);
  const wanted = normalize(placeholder);
  const names = [...properties.keys()];
  const field =
    names.find((name) => name === placeholder) ??
    names.find((name) => normalize(name) === wanted) ??
    (wanted.endsWith('id') ? names.find((name) => normalize(name) === 'id') : undefined);
  if (field === undefined || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(field)) return undefined;
  const type = readTypeText(schemas, properties.get(field)!);
  if (!/^(string|uuid|integer|int32|int64|typeid .*)$/.test(type)) return undefined;
  const sent = item
    .flatMap(({ parameters }) => parameters)
    .find((one) => one.in === 'path' && one.name === placeholder);
  const sentType = sent?.schema === undefined ? 'string' : readTypeText(schemas, sent.schema);
  const isNumber = (text: string): boolean => /^int/.test(text);
  return isNumber(type) === isNumber(sentType) ? field : undefined;
}
