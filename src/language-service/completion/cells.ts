import type { ColumnGrammar, ValueGrammar } from '../../markdown/grammar.ts';
import { present } from '../../text/present.ts';
import { findEnvironment } from '../environment.ts';
import type { CellPlace } from '../place.ts';
import type { SymbolKind } from '../symbols.ts';
import {
  type Candidate,
  type CompletionContext,
  createWords,
  expression,
  listNames,
  toCandidate,
} from './candidate.ts';
import * as endpoints from './endpoints.ts';
import { completeExpression } from './expressions.ts';
import * as others from './others.ts';
import * as resources from './resources.ts';
import { completeShape } from './shapes.ts';
import * as states from './states.ts';

type Completer = (context: CompletionContext) => readonly Candidate[];

/** The completers of cells whose candidates depend on the rest of their row, by \`table title\`. Others follow from the grammar. */
const completers: Readonly<Record<string, Completer>> = {
  'fields Constraints': resources.completeConstraint,
  'transitions Trigger': states.completeTrigger,
  'transitions Effect': states.completeEffect,
  'operations Operation': endpoints.completeOperation,
  'operations Path': endpoints.completePath,
  'operations Response': endpoints.completeResponse,
  'parameters Maps to': endpoints.completeMeans,
  'parameters Constraints': resources.completeConstraint,
  'events When': others.completeWhen,
  'codes Condition': others.completeCondition,
  'codes Status': others.completeStatus,
  'limits Value': others.completeValue,
};

/** Lists the texts that can be written at the cursor in a cell. */
export function completeCell(
  context: CompletionContext,
  cell: CellPlace,
  code: string | undefined,
): readonly Candidate[] {
  if (code !== undefined) return completeCode(context, cell, code);
  const found = completeValue(context, cell);
  return cell.column.closes === true
    ? [...found, { label: 'not shown', kind: 'word', detail: 'records a gap' }]
    : found;
}

function completeValue(context: CompletionContext, { table, column }: CellPlace): readonly Candidate[] {
  const lead = `${table.name} ${column.title}` === 'fields Type' ? /^(?:\(|map of )+/.exec(context.before)?.[0] : '';
  return (
    completers[`${table.name} ${column.title}`]?.(context) ??
    resources.prefix(completeForms(context, column), lead ?? '')
  );
}

/** Completes a cell or line as its grammar says: words and names in their forms, and a code span for expressions. */
export function completeForms(context: CompletionContext, { reads, forms }: ValueGrammar): readonly Candidate[] {
  if (reads === 'code' || (typeof reads === 'object' && 'own' in reads && reads.own === 'guard')) {
    return [expression];
  }
  const words = typeof reads === 'object' && 'word' in reads ? reads.word : [];
  return [...words, ...(forms ?? [])].flatMap((form) => completeForm(context, form));
}

function completeForm(context: CompletionContext, form: string): readonly Candidate[] {
  if (form === expression.label) return [expression];
  const kind = /\{(?!of\})(\w+)\}/.exec(form)?.[1] as SymbolKind | undefined;
  const label = form.replace(/ *…$/, '').replaceAll('`', '');
  if (label === '') return [];
  const insert = /[…`]/.test(form) ? form.replace('…', '$0') : undefined;
  if (kind === undefined) return createWords(context, [label]).map((word) => ({ ...word, ...present({ insert }) }));
  return listNames(context, kind).map((symbol) => {
    const fill = (text: string): string => text.replace('{of}', symbol.of ?? '').replace(`{${kind}}`, symbol.name);
    return { ...toCandidate(symbol), label: fill(label), ...present({ insert: insert && fill(insert) }) };
  });
}

function completeCode(context: CompletionContext, cell: CellPlace, code: string): readonly Candidate[] {
  const { document, offset } = context;
  const key = `${cell.table.name} ${cell.column.title}`;
  const lead = document.source.text.slice(cell.span.start, offset - code.length);
  const isOther = /^\s*(?:create\s+\w+\s*\(|[A-Z]\w*\.|[a-z_][\w.]*\.each\s*\()/.test(code);
  const isEffectTarget = key === 'transitions Effect' && !isOther && !/=(?!=)/.test(code.replace(/[=!<>]=/g, '  '));
  if (isEffectTarget && !/\.\w*$/.test(code)) return states.completeEffect(context, 'code');
  const isShape = isShapeCode(cell.column, key, lead);
  if (isShape) return completeShape(context, code.split('{').length > code.split('}').length);
  const place = { cell, offset, lead: key === 'transitions Effect' ? `${lead}${code}` : lead.replace(/`$/, '') };
  const environment = findEnvironment(document, place);
  const expression = key === 'transitions Effect' && !isOther ? code.replace(/^[^=]*=/, '') : code;
  if (environment === undefined) return [];
  const candidates = completeExpression(environment, expression);
  return isEffectTarget ? candidates.filter(({ kind, label }) => kind === 'field' || label === 'each') : candidates;
}

function isShapeCode({ title }: ColumnGrammar, key: string, lead: string): boolean {
  if (key === 'operations Response') return !/(when|=)\s*`$/.test(lead) && !/header \S+ `$/.test(lead);
  return ['Request', 'Payload', 'Envelope'].includes(title);
}
