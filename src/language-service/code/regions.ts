import type { ModuleModel } from '../../module/read.ts';
import type { Token } from '../../module/tokens.ts';
import type { Name } from '../../text/location.ts';
import {
  findClose,
  findEnclosing,
  findOpen,
  isMark,
  isWord,
  listArguments,
  listMembers,
  readCallee,
} from './syntax.ts';

/** A function of a module: the tokens from its key to the next key, and the operation that it belongs to. */
export interface Region {
  readonly kind: 'handler' | 'before' | 'within' | 'after' | 'computed';
  readonly key: Name;
  readonly first: number;
  readonly end: number;
}

/** Lists the functions of a module in the order of its text. */
export function listRegions(model: ModuleModel, tokens: readonly Token[]): readonly Region[] {
  const { handlers, before, within, after, computed } = model;
  const groups = { handler: handlers, before, within, after, computed } as const;
  const keys = (Object.keys(groups) as (keyof typeof groups)[])
    .flatMap((kind) => groups[kind].map((key) => ({ kind, key })))
    .sort((a, b) => a.key.span.start - b.key.span.start);
  const starts = keys.map(({ key }) => tokens.findIndex(({ span }) => span.start === key.span.start));
  return keys.map((entry, at) => ({ ...entry, first: starts[at]!, end: starts[at + 1] ?? tokens.length }));
}

/** A name of a function's own for something that the document defines. */
export interface Binding {
  /** A value of the context such as `record`, or the record of a resource. */
  readonly of: { readonly context: string } | { readonly resource: string };
  /** The words that mean it: `record`, or `context` and `record`. */
  readonly path: readonly string[];
}

/** A pattern that takes members out of a bound value: the `{` of `const { total } = record`. */
export interface BoundPattern {
  readonly of: Binding['of'];
  readonly open: number;
}

/** The names and patterns of one function. A name that is declared twice means nothing for sure, and is left out. */
export interface Bindings {
  readonly names: readonly Binding[];
  readonly patterns: readonly BoundPattern[];
}

const context = ['record', 'old', 'input', 'caller', 'result', 'prepared'];
const single = new Set(['get', 'find', 'create', 'update']);

/** Reads which names and patterns of a function mean its record, its input, its caller, or a record of the store. */
export function readBindings(tokens: readonly Token[], region: Region): Bindings {
  const names: Binding[] = [];
  const patterns: BoundPattern[] = [];
  if (region.kind !== 'computed') readParameter(tokens, region, names, patterns);
  readDeclarations(tokens, region, names, patterns);
  const sure = names.filter(({ path }) => path.length > 1 || countDeclarations(tokens, region, path[0]!) <= 1);
  const bound = new Map(sure.filter(({ path }) => path.length === 1).map(({ path, of }) => [path[0]!, of]));
  for (let at = region.first; at < region.end; at++) {
    const isTaken = isMark(tokens, at, '}') && isMark(tokens, at + 1, '=') && tokens[at + 2]?.kind === 'word';
    const of = isTaken ? bound.get(tokens[at + 2]!.text) : undefined;
    const ends = isMark(tokens, at + 3, ';', ',', ')') || isMark(tokens, at + 3, '!');
    if (of !== undefined && ends) patterns.push({ of, open: findOpen(tokens, at) });
  }
  return { names: sure, patterns };
}

function readParameter(tokens: readonly Token[], region: Region, names: Binding[], patterns: BoundPattern[]): void {
  let open = region.first + 1;
  while (open < region.end && !isMark(tokens, open, '(', '{', ',')) open++;
  if (!isMark(tokens, open, '(')) return;
  const parameter = open + 1;
  if (tokens[parameter]?.kind === 'word') {
    for (const name of context) names.push({ of: { context: name }, path: [tokens[parameter]!.text, name] });
    return;
  }
  for (const { name, key, value } of listMembers(tokens, parameter)) {
    if (!context.includes(name)) continue;
    if (value === undefined) names.push({ of: { context: name }, path: [tokens[key]!.text] });
    else if (isMark(tokens, value, '{')) patterns.push({ of: { context: name }, open: value });
    else if (tokens[value]?.kind === 'word') names.push({ of: { context: name }, path: [tokens[value]!.text] });
  }
}

/** Reads `const x = await store.get('X', …)`, the same with a pattern, and `for await (const x of store.all('X', …))`. */
function readDeclarations(tokens: readonly Token[], region: Region, names: Binding[], patterns: BoundPattern[]): void {
  for (let at = region.first; at < region.end; at++) {
    if (!isMark(tokens, at, '(') || tokens[at + 1]?.kind !== 'string') continue;
    const callee = readCallee(tokens, at);
    const method = callee.at(-1) ?? '';
    if (!callee.includes('store')) continue;
    const start = at - callee.length * 2 + 1;
    const of = { resource: tokens[at + 1]!.text };
    const isWhole = isMark(tokens, findClose(tokens, at) + 1, ';', ')', ',');
    const isOne = single.has(method) && isWhole && isWord(tokens, start - 1, 'await') && isMark(tokens, start - 2, '=');
    const isEach = method === 'all' && isWord(tokens, start - 1, 'of');
    const target = isOne ? start - 3 : isEach ? start - 2 : -1;
    if (target < 0) continue;
    if (isMark(tokens, target, '}')) patterns.push({ of, open: findOpen(tokens, target) });
    else if (isWord(tokens, target - 1, 'const')) names.push({ of, path: [tokens[target]!.text] });
  }
}

/** Counts the places of a function that declare a name, as a variable, a parameter or in a pattern. */
function countDeclarations(tokens: readonly Token[], { first, end }: Region, name: string): number {
  let count = 0;
  for (let at = first; at < end; at++) {
    if (!isWord(tokens, at, name) || isMark(tokens, at - 1, '.', '?.')) continue;
    const isVariable = isWord(tokens, at - 1, 'const', 'let', 'var', 'function');
    const isArrow = isMark(tokens, at + 1, '=>');
    if (isVariable || isArrow || isParameter(tokens, at) || isInPattern(tokens, at)) count++;
  }
  return count;
}

/** True for a word directly in the parameters of an arrow function. */
function isParameter(tokens: readonly Token[], at: number): boolean {
  for (let open = at; open >= 0; open--) {
    if (isMark(tokens, open, ')', ']', '}', '{', '[', ';', '=>')) return false;
    if (!isMark(tokens, open, '(')) continue;
    const close = findClose(tokens, open);
    return isMark(tokens, close + 1, '=>') && listArguments(tokens, open).includes(at);
  }
  return false;
}

/** True for a word that a pattern gives to a variable or to a parameter. */
function isInPattern(tokens: readonly Token[], at: number): boolean {
  if (!isMark(tokens, at - 1, '{', ',', ':') || !isMark(tokens, at + 1, ',', '}', '=')) return false;
  for (let open = findEnclosing(tokens, at); isMark(tokens, open, '{'); open = findEnclosing(tokens, open)) {
    if (isWord(tokens, open - 1, 'const', 'let', 'var')) return true;
    const parent = findEnclosing(tokens, open);
    if (isMark(tokens, parent, '(')) return isMark(tokens, findClose(tokens, parent) + 1, '=>', '{', ':');
    if (!isMark(tokens, open - 1, ':')) return false;
  }
  return false;
}
