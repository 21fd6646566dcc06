import type { CellText } from '../../../markdown/cells/cell.ts';
import { getCodeContent } from '../../../markdown/cells/readers.ts';
import type { ParseContext } from '../../../markdown/content.ts';
import { locateSlice, type Name, type SourceText, sliceSourceText } from '../../../text/location.ts';
import { choosePattern } from '../../../text/pattern.ts';
import { present } from '../../../text/present.ts';
import { diagnostics } from '../diagnostics.ts';
import type { EffectModel, GivenModel, OtherEffectModel } from '../model.ts';

/** An effect as it is written: whether a field that is set is the record's own follows from its type. */
export type ReadEffect = EffectModel | OtherEffectModel;

/** Reads one effect of a cell: its code span. */
export function readEffect(item: CellText, context: ParseContext): ReadEffect | undefined {
  const conditional = conditionalForm.exec(item.words.text);
  if (conditional !== null) return readConditional(item, conditional, context);
  const bare = bareCondition.exec(item.words.text);
  if (bare !== null) {
    const from = bare[1]!.length;
    const words = sliceSourceText(item.words, from, from + bare[3]!.length);
    context.diagnostics.push(diagnostics['code-span'](words.span, words.text));
    return undefined;
  }
  const words = getCodeContent(item);
  if (words === undefined) {
    context.diagnostics.push(diagnostics['code-span'](item.span, item.words.text, 'Effect'));
    return undefined;
  }
  if (hasSemicolon(words.text)) {
    context.diagnostics.push(diagnostics['effects-apart'](words.span));
    return undefined;
  }
  const trimmed = trim(words);
  return readWords(trimmed.text === '' ? words : trimmed, context);
}

/** An effect and its condition, each in a code span. */
const conditionalForm = /^\s*(`+)(?!`)(.*?[^`])\1(?!`)\s+when\s+(`+)(?!`)(.*?[^`])\3(?!`)\s*$/s;

/** The same with a condition outside of a code span. */
const bareCondition = /^(\s*(`+)(?!`).*?[^`]\2(?!`)\s+when\s+)([^`\s][^`]*?)\s*$/s;

/** `create Note(text: memo)` when `has(memo)`: an effect that is done if a condition holds. */
function readConditional(item: CellText, found: RegExpExecArray, context: ParseContext): ReadEffect | undefined {
  const [whole, ticks = '', effect = '', otherTicks = '', condition = ''] = found;
  const first = whole.indexOf(ticks) + ticks.length;
  const last = whole.lastIndexOf(condition + otherTicks);
  const done = readInside(trim(sliceSourceText(item.words, first, first + effect.length)), context);
  const where = trim(sliceSourceText(item.words, last, last + condition.length));
  return done && { kind: 'when', where, ...done, span: item.span };
}

const shapes = {
  each: choosePattern(/^([A-Z]\w*)\s*\.\s*each\s*\(/, () => /^(\p{Lu}[\p{L}\p{N}_]*)\s*\.\s*each\s*\(/u),
  items: choosePattern(
    /^([A-Za-z_]\w*(?:\s*\.\s*[A-Za-z_]\w*)*?)\s*\.\s*each\s*\(/,
    () => /^([\p{L}_][\p{L}\p{N}_]*(?:\s*\.\s*[\p{L}_][\p{L}\p{N}_]*)*?)\s*\.\s*each\s*\(/u,
  ),
  create: /^create\s+([A-Za-z_]\w*)\s*(?=\(|$)/,
  run: choosePattern(
    /^([a-z0-9][\w.-]*)\s+((?:[A-Za-z_]\w*)(?:\s*\.\s*[A-Za-z_]\w*)*)\s*(?=\(|$)/,
    () => /^([a-z0-9][\w.-]*)\s+((?:[\p{L}_][\p{L}\p{N}_]*)(?:\s*\.\s*[\p{L}_][\p{L}\p{N}_]*)*)\s*(?=\(|$)/u,
  ),
};

function readWords(words: SourceText, context: ParseContext): ReadEffect | undefined {
  const { text } = words;
  const each = shapes.each(text).exec(text);
  if (each !== null && text.endsWith(')')) return readEach(words, each, context);
  const items = shapes.items(text).exec(text);
  if (items !== null && text.endsWith(')')) return readItems(words, items, context);
  const create = shapes.create.exec(text);
  if (create !== null) {
    const resource = nameAt(words, text.indexOf(create[1]!, 'create'.length), create[1]!);
    const values = readGiven(words, create[0].length, context);
    return values && { kind: 'create', resource, values, span: words.span };
  }
  const run = shapes.run(text).exec(text);
  if (run !== null) {
    const target = readNames(words, text.indexOf(run[2]!, run[1]!.length), run[2]!);
    const values = readGiven(words, run[0].length, context);
    return values && { kind: 'run', verb: nameAt(words, 0, run[1]!), target, values, span: words.span };
  }
  return readSetting(words, context);
}

/** `R.each(x, condition, effect)`. */
function readEach(words: SourceText, found: RegExpExecArray, context: ParseContext): ReadEffect | undefined {
  const [head, resource = ''] = found;
  const [variable, where, effect, ...more] = splitArguments(words, head);
  if (!isVariable(variable) || where === undefined || where.text === '' || effect === undefined || more.length > 0) {
    context.diagnostics.push(diagnostics['each-form'](words.span, resource));
    return undefined;
  }
  const done = readInside(effect, context);
  return (
    done && {
      kind: 'each',
      resource: nameAt(words, 0, resource),
      variable: toName(variable),
      where,
      ...done,
      span: words.span,
    }
  );
}

/** `input.lines.each(l, effect)`, or with a condition before the effect. */
function readItems(words: SourceText, found: RegExpExecArray, context: ParseContext): ReadEffect | undefined {
  const [head, list = ''] = found;
  const [variable, ...rest] = splitArguments(words, head);
  const effect = rest.at(-1);
  const [where] = rest.length === 2 ? rest : [];
  if (!isVariable(variable) || effect === undefined || rest.length > 2 || where?.text === '') {
    context.diagnostics.push(diagnostics['items-form'](words.span, list));
    return undefined;
  }
  const done = readInside(effect, context);
  const of = sliceSourceText(words, 0, list.length);
  return (
    done && { kind: 'items', list: of, variable: toName(variable), ...present({ where }), ...done, span: words.span }
  );
}

/** The arguments in the parentheses after the head of an `each`. */
function splitArguments(words: SourceText, head: string): readonly SourceText[] {
  const inside = sliceSourceText(words, head.length, words.text.length - 1);
  return splitAt(inside.text, ',').map(({ from, to }) => trim(sliceSourceText(inside, from, to)));
}

function isVariable(words: SourceText | undefined): words is SourceText {
  return words !== undefined && /^[A-Za-z_]\w*$/.test(words.text);
}

function toName({ text, span }: SourceText): Name {
  return { value: text, span };
}

/** The effect inside an `each`. */
function readInside(
  words: SourceText,
  context: ParseContext,
): Pick<OtherEffectModel & { kind: 'each' }, 'effect'> | undefined {
  const done = readWords(words, context);
  return done && { effect: 'kind' in done ? done : { kind: 'set', ...done } };
}

/** The values in parentheses from an offset, `(customer: customer, total: price)`; none where the text ends there. */
function readGiven(words: SourceText, from: number, context: ParseContext): readonly GivenModel[] | undefined {
  const { text } = words;
  if (from >= text.length) return [];
  const inside = sliceSourceText(words, from + 1, text.length - 1);
  const items = inside.text.trim() === '' ? [] : splitAt(inside.text, ',');
  const values = items.map(({ from: start, to }) => {
    const item = trim(sliceSourceText(inside, start, to));
    const named = /^([A-Za-z_]\w*)(\??)\s*:\s*(?=\S)/.exec(item.text);
    if (named === null) return undefined;
    const value = sliceSourceText(item, named[0].length, item.text.length);
    const name = nameAt(item, 0, named[1]!);
    return { name, value, ...(named[2] === '?' ? ({ ifPresent: true } as const) : {}) };
  });
  const isClosed = text.endsWith(')') && splitAt(text.slice(from), ')').length === 2;
  if (isClosed && !values.includes(undefined)) return values as readonly GivenModel[];
  context.diagnostics.push(diagnostics['effect-form'](words.span, text));
  return undefined;
}

const step = choosePattern(
  /(?:\.?([A-Za-z_]\w*)|\[\s*("(?:[^"\\]|\\.)*")\s*\])/y,
  () => /(?:\.?([\p{L}_][\p{L}\p{N}_]*)|\[\s*("(?:[^"\\]|\\.)*")\s*\])/uy,
);

/** `field = expression`, `field ?= expression`. */
function readSetting(words: SourceText, context: ParseContext): EffectModel | undefined {
  const { text, span } = words;
  const path: Name[] = [];
  let at = 0;
  const pattern = step(text);
  for (;;) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) break;
    const name = found[1] ?? unquoteString(found[2] ?? '');
    const from = at + found[0].indexOf(found[1] ?? found[2] ?? '');
    at += found[0].length;
    path.push({ value: name, span: locateSlice(words, from, at) });
  }
  if (path.length > 1 && path[0]?.value === 'record') path.shift();
  const equals = /^\s*(\??)=(?!=)\s*/.exec(text.slice(at));
  if (path.length === 0 || equals === null) {
    const twice = /^\s*==\s*/.exec(text.slice(at));
    const near = twice === null ? undefined : `${text.slice(0, at)} = ${text.slice(at + twice[0].length)}`;
    context.diagnostics.push(diagnostics['effect-form'](span, text, near));
    return undefined;
  }
  const value = sliceSourceText(words, at + equals[0].length, text.length);
  return { path, value, ...(equals[1] === '?' ? { ifPresent: true } : {}), span };
}

function unquoteString(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return json;
  }
}

function nameAt(words: SourceText, from: number, value: string): Name {
  return { value, span: locateSlice(words, from, from + value.length) };
}

/** The names of a path with dots. */
function readNames(words: SourceText, from: number, text: string): readonly Name[] {
  return [...text.matchAll(/[^\s.]+/g)].map(({ 0: name, index }) => nameAt(words, from + index, name));
}

function trim(words: SourceText): SourceText {
  const start = words.text.length - words.text.trimStart().length;
  return sliceSourceText(words, start, Math.max(start, words.text.trimEnd().length));
}

interface Piece {
  readonly from: number;
  readonly to: number;
}

function hasSemicolon(text: string): boolean {
  return text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '').includes(';');
}

const opening = '([{';
const closing = ')]}';

/** The pieces between the marks that are neither in a string nor in parentheses; what closes too early ends them as well. */
function splitAt(text: string, mark: ',' | ')'): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === '"' || char === "'") {
      at = findStringEnd(text, at);
      continue;
    }
    if (opening.includes(char)) depth += 1;
    else if (closing.includes(char)) depth -= 1;
    if (char !== mark || depth > 0) continue;
    pieces.push({ from, to: at });
    from = at + 1;
  }
  return [...pieces, { from, to: text.length }];
}

/** The place of the quote that ends a string; the end of the text where there is none. */
function findStringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === text[start]) return at;
  }
  return text.length;
}
