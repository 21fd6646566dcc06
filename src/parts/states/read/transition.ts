import type { Cell, CellText } from '../../../markdown/cells/cell.ts';
import { splitItems, toPlainString } from '../../../markdown/cells/cell-text.ts';
import { getCodeContent, readCode } from '../../../markdown/cells/readers.ts';
import type { ContentRow, ParseContext } from '../../../markdown/content.ts';
import { createRowReader } from '../../../markdown/records.ts';
import { durationWords, scanDuration } from '../../../text/duration.ts';
import { locateSlice, type Name, type SourceText, sliceSourceText } from '../../../text/location.ts';
import { findNearest } from '../../../text/nearest.ts';
import { choosePattern } from '../../../text/pattern.ts';
import type { NotShown } from '../../not-shown.ts';
import { diagnostics } from '../diagnostics.ts';
import { grammar } from '../grammar.ts';
import type { EffectModel, FromModel, ToModel, TriggerModel } from '../model.ts';

/** Reads the rows of transition tables. */
export const readTransitions = createRowReader(grammar, 'transitions', {
  from: readFrom,
  name: (span, found, suggestion) => diagnostics['name-form'](span, found, 'a transition', suggestion),
  to: readTo,
  trigger: readTrigger,
  guard: readGuard,
  effects: { item: readEffect, empty: diagnostics['empty-effect'] },
  refusal: (span, found, suggestion) => diagnostics['name-form'](span, found, 'an error code', suggestion),
});

function readFrom(cell: Cell, context: ParseContext): FromModel {
  if (cell.kind !== 'value') return { kind: 'none' };
  const text = toPlainString(cell);
  if (text === 'any' || text === 'any other') return { kind: text, span: cell.span };
  const states: Name[] = [];
  for (const item of splitItems(cell.text, ',')) {
    const [token, second] = item.tokens;
    const words = toPlainString(item);
    if (words === 'any' || words === 'any other') {
      context.diagnostics.push(diagnostics['from-alone'](item.span, words));
    } else if (token === undefined || second !== undefined || token.kind === 'mark') {
      context.diagnostics.push(diagnostics['from-form'](item.span, item.words.text));
    } else states.push({ value: token.text, span: token.span });
  }
  return { kind: 'states', states };
}

function readTo(cell: Cell, context: ParseContext): ToModel | undefined {
  if (cell.kind === 'not shown') return { kind: 'same', span: cell.span };
  if (cell.kind !== 'value') return undefined;
  const text = toPlainString(cell);
  if (text === 'same' || text === 'refused') return { kind: text, span: cell.span };
  const [token, second] = cell.text.tokens;
  if (token !== undefined && second === undefined && token.kind !== 'mark') {
    return { kind: 'state', state: { value: token.text, span: token.span } };
  }
  context.diagnostics.push(diagnostics['to-form'](cell.span, text));
  // The cell is not empty, so no second diagnostic says that To is missing.
  return { kind: 'same', span: cell.span };
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
