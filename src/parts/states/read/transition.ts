import type { Cell, CellText } from '../../../markdown/cells/cell.ts';
import { getCodeContent, readCode } from '../../../markdown/cells/readers.ts';
import type { ContentRow, ContentTable, ParseContext } from '../../../markdown/content.ts';
import { createRowReader } from '../../../markdown/records.ts';
import { durationWords, scanDuration } from '../../../text/duration.ts';
import { locateSlice, type Name, type SourceText, sliceSourceText } from '../../../text/location.ts';
import { findNearest } from '../../../text/nearest.ts';
import { choosePattern } from '../../../text/pattern.ts';
import { present } from '../../../text/present.ts';
import { isNotShown, type NotShown } from '../../not-shown.ts';
import { diagnostics } from '../diagnostics.ts';
import { grammar } from '../grammar.ts';
import type { EffectModel, FromModel, ToModel, TransitionModel, TriggerModel } from '../model.ts';

const readRows = createRowReader(grammar, 'transitions', {
  name: (span, found, suggestion) => diagnostics['name-form'](span, found, 'a transition', suggestion),
  trigger: readTrigger,
  guard: readGuard,
  effects: readEffect,
  refusal: (span, found, suggestion) => diagnostics['name-form'](span, found, 'an error code', suggestion),
});

/** Reads the rows of transition tables. */
export function readTransitions(tables: readonly ContentTable[], context: ParseContext): readonly TransitionModel[] {
  return readRows(tables, context).map(({ from, to, ...row }) => {
    return { ...row, from: toFrom(from, context), ...present({ to: toTarget(to) }) };
  });
}

function toFrom(names: readonly Name[], context: ParseContext): FromModel {
  const [first, second] = names;
  if (first === undefined) return { kind: 'none' };
  if (second === undefined && isAny(first.value)) return { kind: first.value, span: first.span };
  for (const { value, span } of names)
    if (isAny(value)) context.diagnostics.push(diagnostics['from-alone'](span, value));
  return { kind: 'states', states: names.filter(({ value }) => !isAny(value)) };
}

function isAny(word: string): word is 'any' | 'any other' {
  return word === 'any' || word === 'any other';
}

function toTarget(to: Name | NotShown | undefined): ToModel | undefined {
  if (to === undefined) return undefined;
  if (isNotShown(to)) return { kind: 'same', span: to.notShown };
  const { value, span } = to;
  return value === 'same' || value === 'refused' ? { kind: value, span } : { kind: 'state', state: to };
}

function readTrigger(cell: Cell, context: ParseContext): TriggerModel | undefined {
  if (cell.kind !== 'value') return undefined;
  const { words, tokens } = cell.text;
  const { span } = cell;
  if (words.text === 'handler') return { kind: 'handler', span };
  const [head, second, third] = tokens;
  if (head?.text === 'after' && head.kind === 'word') return readAfter(words, context);
  if (head?.text === 'at' && second !== undefined && third === undefined && second.kind !== 'mark') {
    return { kind: 'at', field: { value: second.text, span: second.span }, span };
  }
  const near = findNearest(head?.text ?? '', ['handler', 'after', 'at']);
  const rest = head === undefined ? '' : words.text.slice(head.to);
  context.diagnostics.push(diagnostics['trigger-form'](span, words.text, near === undefined ? undefined : near + rest));
  return undefined;
}

function readAfter(words: SourceText, context: ParseContext): TriggerModel | undefined {
  const from = Math.min('after '.length, words.text.length);
  const text = words.text.slice(from);
  const found = scanDuration(text);
  if ('milliseconds' in found) return { kind: 'after', milliseconds: found.milliseconds, text, span: words.span };
  const wrong = text.slice(found.from, found.to);
  const span = wrong === '' ? words.span : locateSlice(words, from + found.from, from + found.to);
  const near = found.wrong === 'unit' ? findNearest(wrong, durationWords) : undefined;
  context.diagnostics.push(diagnostics['trigger-time'](span, wrong === '' ? words.text : wrong, near));
  return undefined;
}

/** Reads a guard. Where a row leads is a gap: such a row is never taken, like one whose guard is a gap. */
function readGuard(cell: Cell, context: ParseContext, row: ContentRow): SourceText | NotShown | undefined {
  const to = row.cell('To');
  return to.kind === 'not shown' ? { notShown: to.span } : readCode(cell, diagnostics['code-span'], context);
}

const step = choosePattern(
  /(?:\.?([A-Za-z_]\w*)|\[\s*("(?:[^"\\]|\\.)*")\s*\])/y,
  () => /(?:\.?([\p{L}_][\p{L}\p{N}_]*)|\[\s*("(?:[^"\\]|\\.)*")\s*\])/uy,
);

function readEffect(item: CellText, context: ParseContext): EffectModel | undefined {
  const words = getCodeContent(item);
  if (words === undefined) {
    context.diagnostics.push(diagnostics['code-span'](item.span, item.words.text));
    return undefined;
  }
  const { text, span } = words;
  if (hasSemicolon(text)) {
    context.diagnostics.push(diagnostics['effects-apart'](span));
    return undefined;
  }
  const path: Name[] = [];
  let at = text.length - text.trimStart().length;
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
  const equals = /^\s*=(?!=)\s*/.exec(text.slice(at));
  if (path.length === 0 || equals === null) {
    const twice = /^\s*==\s*/.exec(text.slice(at));
    const near = twice === null ? undefined : `${text.slice(0, at)} = ${text.slice(at + twice[0].length)}`;
    context.diagnostics.push(diagnostics['effect-form'](span, text, near));
    return undefined;
  }
  const value = sliceSourceText(words, at + equals[0].length, text.trimEnd().length);
  return { path, value, span };
}

function unquoteString(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return json;
  }
}

function hasSemicolon(text: string): boolean {
  return text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '').includes(';');
}
