import type { Service } from '../../parts/service.ts';
import type { Span } from '../../text/location.ts';
import type { NamedSymbol } from '../symbols.ts';
import type { ModuleText } from './module-text.ts';
import { type CodePlace, placeInString, placeMember, placeProperty } from './places.ts';
import { findQueryPlaces } from './queries.ts';
import { type Binding, type Region, readBindings } from './regions.ts';
import { findStateField } from './states.ts';
import { findOwner, isAccess, isMark, isWord, listArguments, listMembers, readCallee } from './syntax.ts';

/** Finds properties with the name of a field that are of another resource for sure. */
export function findOtherProperties(module: ModuleText, service: Service, symbol: NamedSymbol): readonly Span[] {
  if (symbol.kind !== 'field') return [];
  const { tokens, regions } = module;
  return regions.flatMap((region) => {
    const { names } = readBindings(tokens, region);
    const known = names.filter(({ of }) => 'resource' in of || isRecord(of.context) || of.context === 'caller');
    return tokens.slice(region.first, region.end).flatMap(({ kind, text, span }, from): Span[] => {
      const at = region.first + from;
      if (kind !== 'word' || text !== symbol.name || !isAccess(tokens, at)) return [];
      const binding = known.find(({ path }) => isPath(tokens, findOwner(tokens, at), path));
      return binding === undefined || meansSymbol(service, symbol, region, binding.of, text) ? [] : [span];
    });
  });
}

/** Finds the places that mean a field, a state, a parameter or an attribute as a property, a key or in a query. */
export function findFieldPlaces(module: ModuleText, service: Service, symbol: NamedSymbol): readonly CodePlace[] {
  const { kind, name, of } = symbol;
  if (kind !== 'field' && kind !== 'state' && kind !== 'parameter' && kind !== 'attribute') return [];
  const properties = module.regions.flatMap((region) => findProperties(module, service, symbol, region));
  if (kind === 'attribute') return [...properties, ...findIssued(module, name)];
  if (kind === 'parameter' || of === undefined) return properties;
  return [...properties, ...findComputed(module, symbol), ...findStoreCalls(module, service, symbol)];
}

/** Finds properties and members of patterns of values whose kind is known in one function. */
function findProperties(
  { tokens, source }: ModuleText,
  service: Service,
  symbol: NamedSymbol,
  region: Region,
): readonly CodePlace[] {
  const { names, patterns } = readBindings(tokens, region);
  const means = (of: Binding['of'], property: string): boolean => meansSymbol(service, symbol, region, of, property);
  const places: CodePlace[] = [];
  for (const { of, open } of patterns)
    for (const member of listMembers(tokens, open))
      if (means(of, member.name) && symbol.kind !== 'state') places.push(placeMember(tokens, member));
  for (let at = region.first; at < region.end; at++) {
    if (!isAccess(tokens, at) || tokens[at]!.kind !== 'word') continue;
    const owner = findOwner(tokens, at);
    const binding = names.find(({ path }) => isPath(tokens, owner, path));
    if (binding === undefined || !means(binding.of, tokens[at]!.text)) continue;
    if (symbol.kind !== 'state') places.push(placeProperty(tokens[at]!));
    else if (isMark(tokens, at + 1, '===', '!==', '==', '!=') || isMark(tokens, at + 1, '=', '!')) {
      let value = at + 1;
      while (tokens[value]?.kind === 'mark') value++;
      const token = tokens[value]!;
      const place = token?.kind === 'string' && token.text === symbol.name ? placeInString(source, token) : undefined;
      if (place !== undefined) places.push(place);
    }
  }
  return places;
}

/** True if the words that end at an index are a path, and nothing is before it. */
function isPath(tokens: ModuleText['tokens'], end: number, path: readonly string[]): boolean {
  let at = end;
  for (let left = path.length - 1; left >= 0; left--) {
    if (!isWord(tokens, at, path[left]!)) return false;
    if (left > 0) at = findOwner(tokens, at);
  }
  return !isAccess(tokens, at);
}

/** True for the names of the context that hold a record of its operation's resource. */
function isRecord(context: string | undefined): boolean {
  return context === 'record' || context === 'old';
}

/** True if a property of a bound value means the symbol. Of a state it is the field that holds it. */
function meansSymbol(
  service: Service,
  symbol: NamedSymbol,
  { key }: Region,
  of: Binding['of'],
  property: string,
): boolean {
  const { kind, name, of: owner } = symbol;
  const operation = service.endpoints.operations.find((row) => row.name.text === key.value);
  const value = 'context' in of ? of.context : undefined;
  if (kind === 'attribute') return value === 'caller' && property === name;
  if (kind === 'parameter') return value === 'input' && property === name && owner === key.value;
  const resource = owner?.split('.')[0];
  const wanted = kind === 'state' ? findStateField(service, symbol) : name;
  if (property !== wanted) return false;
  if ('resource' in of) return of.resource === resource;
  // A change that no operation makes has the resource in its name.
  if (isRecord(value)) return (operation?.name.resource?.value ?? key.value.split(' ')[1]) === resource;
  if (value !== 'input') return false;
  const request = operation?.request;
  const text = request !== undefined && 'text' in request ? request.text : '';
  return new RegExp(`^${resource}\\s*(?:\\(|$)`).test(text);
}

/** Finds the keys `Invoice.watched` of computed fields. */
function findComputed({ tokens, regions, source }: ModuleText, { kind, name, of }: NamedSymbol): readonly CodePlace[] {
  if (kind !== 'field') return [];
  return regions.flatMap(({ kind: group, key, first }): CodePlace[] => {
    if (group !== 'computed' || key.value !== `${of}.${name}`) return [];
    const place = placeInString(source, tokens[first]!, of!.length + 1, name.length);
    return place === undefined ? [] : [place];
  });
}

/** Finds the fields in calls of the store: keys of values, conditions and orders. */
function findStoreCalls(module: ModuleText, service: Service, symbol: NamedSymbol): readonly CodePlace[] {
  const { tokens } = module;
  const resource = symbol.of!.split('.')[0];
  return tokens.flatMap((token, at): readonly CodePlace[] => {
    if (token.kind !== 'string' || token.text !== resource || !isMark(tokens, at - 1, '(')) return [];
    const callee = readCallee(tokens, at - 1);
    const method = callee.at(-1)!;
    if (!callee.includes('store')) return [];
    const starts = listArguments(tokens, at - 1);
    const given = starts[method === 'update' ? 2 : 1];
    if (given === undefined) return [];
    const members = listMembers(tokens, given);
    if (method !== 'create' && method !== 'update') return findQueryPlaces(module, service, symbol, members);
    const own = members.filter((member) => symbol.kind === 'field' && member.name === symbol.name);
    return own.map((member) => placeMember(tokens, member));
  });
}

/** Finds the attributes that `issue('token', { attributes: { shop } })` gives. */
function findIssued({ tokens }: ModuleText, name: string): readonly CodePlace[] {
  return tokens.flatMap((_, at): CodePlace[] => {
    if (!isMark(tokens, at, '(') || readCallee(tokens, at).at(-1) !== 'issue') return [];
    const given = listArguments(tokens, at)[1];
    const attributes =
      given === undefined ? undefined : listMembers(tokens, given).find((member) => member.name === 'attributes');
    if (attributes?.value === undefined) return [];
    const own = listMembers(tokens, attributes.value).filter((member) => member.name === name);
    return own.map((member) => placeMember(tokens, member));
  });
}
