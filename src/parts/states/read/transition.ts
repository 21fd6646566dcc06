import type { Cell } from '../../../markdown/cells/cell.ts';
import { readCode } from '../../../markdown/cells/readers.ts';
import type { ContentRow, ContentTable, ParseContext } from '../../../markdown/content.ts';
import { createRowReader } from '../../../markdown/records.ts';
import { locateSlice, type Name, type SourceText } from '../../../text/location.ts';
import { findNearest } from '../../../text/nearest.ts';
import { durationWords, scanDuration } from '../../../text/numbers/duration.ts';
import { present } from '../../../text/present.ts';
import { isNotShown, type NotShown } from '../../not-shown.ts';
import { diagnostics } from '../diagnostics.ts';
import { grammar } from '../grammar.ts';
import type { EffectModel, FromModel, OtherEffectModel, ToModel, TransitionModel, TriggerModel } from '../model.ts';
import { type ReadEffect, readEffect } from './effect.ts';

const readRows = createRowReader(grammar, 'transitions', {
  name: (span, found, suggestion) => diagnostics['name-form'](span, found, 'a transition', suggestion),
  trigger: readTrigger,
  guard: readGuard,
  effects: readEffect,
  refusal: (span, found, suggestion) => diagnostics['name-form'](span, found, 'an error code', suggestion),
});

/** A row with all its effects in one list. */
export type ReadTransition = Omit<TransitionModel, 'effects' | 'others'> & { readonly effects: readonly ReadEffect[] };

/** Reads the rows of transition tables. */
export function readTransitions(tables: readonly ContentTable[], context: ParseContext): readonly ReadTransition[] {
  return readRows(tables, context).map(({ from, to, ...row }) => {
    return { ...row, from: toFrom(from, context), ...present({ to: toTarget(to) }) };
  });
}

/** Separates the effects of a row on its own record from the others: a path through a reference leads to another record. */
export function separateEffects(
  { effects, ...row }: ReadTransition,
  isReference: (field: string) => boolean,
): TransitionModel {
  const isOther = (effect: ReadEffect): boolean =>
    'kind' in effect || (effect.path.length > 1 && isReference(effect.path[0]!.value));
  const toOther = (effect: ReadEffect): OtherEffectModel => ('kind' in effect ? effect : { kind: 'set', ...effect });
  return {
    ...row,
    effects: effects.filter((effect): effect is EffectModel => !isOther(effect)),
    others: effects.filter(isOther).map(toOther),
  };
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
  return to.value === 'same' ? { kind: 'same', span: to.span } : { kind: 'state', state: to };
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
