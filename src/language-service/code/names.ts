import type { Service } from '../../parts/service.ts';
import type { NamedSymbol } from '../symbols.ts';
import type { ModuleText } from './module-text.ts';
import { type CodePlace, placeInString, placeKey, placeProperty } from './places.ts';
import { findClose, findEnclosing, isAccess, isMark, isWord, readCallee } from './syntax.ts';

/** Finds the places that contain a whole name: keys, arguments of the context's functions and of the store, and types. */
export function findNamePlaces(module: ModuleText, service: Service, symbol: NamedSymbol): readonly CodePlace[] {
  const { tokens, regions, source } = module;
  const phrases = listPhrases(service, symbol);
  const whole: Phrase = { from: 0, length: symbol.name.length };
  const keys = regions.flatMap(({ kind, key, first }): CodePlace[] => {
    const isComputed = kind === 'computed' && symbol.kind === 'resource' && key.value.startsWith(`${symbol.name}.`);
    const phrase = isComputed ? whole : kind === 'computed' ? undefined : phrases.get(key.value);
    if (phrase?.from === 0 && phrase.length === key.value.length) return [placeKey(tokens[first]!.span)];
    const place = phrase && placeInString(source, tokens[first]!, phrase.from, phrase.length);
    return place === undefined ? [] : [place];
  });
  const others = tokens.flatMap((token, at): CodePlace[] => {
    if (token.kind === 'word') return isType(module, symbol, at) ? [placeProperty(token)] : [];
    if (token.kind !== 'string') return [];
    const place = readsName(module, symbol, at) ? placeInString(source, token) : undefined;
    if (place !== undefined) return [place];
    const called = isMark(tokens, at - 1, '(') && readCallee(tokens, at - 1).includes('call');
    const phrase = called ? phrases.get(token.text) : undefined;
    const inPhrase = phrase && placeInString(source, token, phrase.from, phrase.length);
    return inPhrase === undefined ? [] : [inPhrase];
  });
  return [...keys, ...others];
}

interface Phrase {
  readonly from: number;
  readonly length: number;
}

/** The names of operations that contain a symbol, with its stretch in each: `Invoice` in `send Invoice`. */
function listPhrases({ endpoints, states }: Service, { kind, name, of }: NamedSymbol): ReadonlyMap<string, Phrase> {
  const whole: Phrase = { from: 0, length: name.length };
  if (kind === 'operation') return new Map([[name, whole]]);
  if (kind !== 'resource' && kind !== 'transition') return new Map();
  const unrouted = states.machines.flatMap(({ resource, transitions }) =>
    transitions.map((row) => ({
      verb: row.name.value,
      resource: resource.value,
      text: `${row.name.value} ${resource.value}`,
    })),
  );
  const routed = endpoints.operations
    .filter((operation) => operation.name.as === undefined && operation.name.resource !== undefined)
    .map((operation) => ({
      verb: operation.name.verb,
      resource: operation.name.resource!.value,
      text: operation.name.text,
    }));
  const owner = of?.split('.')[0];
  return new Map(
    [...unrouted, ...routed].flatMap(({ verb, resource, text }): [string, Phrase][] => {
      if (kind === 'resource' && resource === name && text.endsWith(name))
        return [[text, { from: text.length - name.length, length: name.length }]];
      return kind === 'transition' && verb === name && resource === owner
        ? [[text, { from: 0, length: verb.length }]]
        : [];
    }),
  );
}

const storeMethods = ['get', 'find', 'list', 'count', 'page', 'all', 'create', 'update', 'delete', 'deleteAll'];

/** True if the whole string at an index means the symbol. */
function readsName({ tokens }: ModuleText, { kind, name }: NamedSymbol, at: number): boolean {
  if (tokens[at]!.text !== name) return false;
  const callee = isMark(tokens, at - 1, '(') ? readCallee(tokens, at - 1) : [];
  const last = callee.at(-1) ?? '';
  switch (kind) {
    case 'code':
      return last === 'refuse';
    case 'event':
      return last === 'emit';
    case 'scheme':
      return last === 'issue' || last === 'revoke';
    case 'resource':
      return callee.includes('store') && storeMethods.includes(last);
    case 'scope':
      return (callee.at(-2) === 'scopes' && last === 'includes') || isIssuedScope(tokens, at);
    default:
      return false;
  }
}

/** True for a string in the list `scopes` of `issue('token', { scopes: ['write'] })`. */
function isIssuedScope(tokens: ModuleText['tokens'], at: number): boolean {
  const list = findEnclosing(tokens, at);
  if (!isMark(tokens, list, '[') || !isMark(tokens, list - 1, ':') || !isWord(tokens, list - 2, 'scopes')) return false;
  const open = findEnclosing(tokens, findEnclosing(tokens, list));
  return isMark(tokens, open, '(') && readCallee(tokens, open).at(-1) === 'issue';
}

/** True for a type that the module imports from the generated types. */
function isType({ tokens }: ModuleText, { kind, name }: NamedSymbol, at: number): boolean {
  if (kind !== 'resource' && kind !== 'object' && kind !== 'union') return false;
  if (tokens[at]!.text !== name || isAccess(tokens, at)) return false;
  return tokens.some((_, from) => {
    const open = isWord(tokens, from, 'import') ? (isMark(tokens, from + 1, '{') ? from + 1 : from + 2) : -1;
    if (!isMark(tokens, open, '{')) return false;
    const close = findClose(tokens, open);
    const file = tokens[close + 2];
    const isGenerated = isWord(tokens, close + 1, 'from') && /\.types(\.[mc]?[tj]s)?$/.test(file?.text ?? '');
    return isGenerated && tokens.slice(open, close).some(({ kind: of, text }) => of === 'word' && text === name);
  });
}
