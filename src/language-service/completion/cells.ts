import type { ColumnGrammar, ValueGrammar } from '../../markdown/grammar.ts';
import { changeVerbs } from '../../parts/versioning/words.ts';
import { findEnvironment } from '../environment.ts';
import type { CellPlace } from '../place.ts';
import { type Candidate, type CompletionContext, createNames, createWords } from './candidate.ts';
import * as endpoints from './endpoints.ts';
import { completeExpression } from './expressions.ts';
import * as others from './others.ts';
import * as resources from './resources.ts';
import { completeShape } from './shapes.ts';
import * as states from './states.ts';

type Completer = (context: CompletionContext) => readonly Candidate[];
const codes: Completer = (context) => createNames(context, ['code']);

/** The completers of the cells of each table, by \`table title\`. Cells of words need none. */
const completers: Readonly<Record<string, Completer>> = {
  'fields Type': resources.completeType,
  'fields Format': resources.completeFormat,
  'fields Constraints': resources.completeConstraint,
  'tags Object': (context) => createNames(context, ['object']),
  'rules Error': codes,
  'transitions From': states.completeFrom,
  'transitions To': states.completeTo,
  'transitions Trigger': states.completeTrigger,
  'transitions Effect': states.completeEffect,
  'transitions Transition': (context) => [
    ...createNames(context, ['transition']),
    ...['create', 'update', 'delete'].map((label) => ({
      label,
      kind: 'word' as const,
      detail: 'the standard operation',
    })),
  ],
  'transitions Error': codes,
  'matrix Field': states.completeMatrixField,
  'operations Operation': endpoints.completeOperation,
  'operations Path': endpoints.completePath,
  'operations Request': endpoints.completeRequest,
  'operations Response': endpoints.completeResponse,
  'parameters Parameter': endpoints.completeParameter,
  'parameters Maps to': endpoints.completeMeans,
  'parameters Constraints': resources.completeConstraint,
  'idempotency Operations': endpoints.completeAllowed,
  'idempotency Key': () => [{ label: 'header Idempotency-Key', kind: 'value' }],
  'preconditions Operations': endpoints.completeAllowed,
  'preconditions Condition': () =>
    ['header If-Match', 'header If-None-Match'].map((label) => ({ label, kind: 'value' })),
  'schemes Sent in': others.completeCarrier,
  'scopes Scope': (context) => [
    ...createWords(context, ['public', 'authenticated']),
    ...createNames(context, ['scope']),
  ],
  'scopes Allows': endpoints.completeAllowed,
  'caller Type': (context) => createWords(context, ['string', 'integer', 'number', 'boolean', 'string[]']),
  'events When': others.completeWhen,
  'codes Condition': others.completeCondition,
  'codes Status': others.completeStatus,
  'codes Field': (context) => createNames(context, ['field']),
  'field errors On': others.completeFieldPlace,
  'compatibility Change': (context) => createWords(context, changeVerbs),
  'placement When absent': (context) => [
    ...createWords(context, ['current', 'refused']),
    ...createNames(context, ['version']),
  ],
  'changes Version': (context) => createNames(context, ['version']),
  'changes What': others.completeChanged,
  'changes Old responses': (context) => createWords(context, ['absent', 'default', 'as']),
  'changes Old requests': (context) => createWords(context, ['ignored', 'refused', 'default']),
};

/** The completers of tables of which most columns have values of their own. */
const tableCompleters: Readonly<Record<string, (context: CompletionContext, title: string) => readonly Candidate[]>> = {
  deliveries: others.completeDelivery,
  limits: others.completeLimit,
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
  const own = completers[`${table.name} ${column.title}`];
  if (own !== undefined) return own(context);
  const words = completeWords(context, column);
  return words.length > 0 ? words : (tableCompleters[table.name]?.(context, column.title) ?? []);
}

/** The words of a cell or line that holds one of some words; a code span for expressions. */
export function completeWords(
  context: CompletionContext,
  { reads }: Pick<ValueGrammar, 'reads'>,
): readonly Candidate[] {
  if (reads === 'code' || (typeof reads === 'object' && 'own' in reads && reads.own === 'guard')) {
    return [{ label: '`…`', kind: 'value', detail: 'an expression', insert: '`$0`' }];
  }
  return typeof reads === 'object' && 'word' in reads ? createWords(context, reads.word) : [];
}

function completeCode(context: CompletionContext, cell: CellPlace, code: string): readonly Candidate[] {
  const { document, offset } = context;
  const key = `${cell.table.name} ${cell.column.title}`;
  const lead = document.source.text.slice(cell.span.start, offset - code.length);
  const isEffectTarget = key === 'transitions Effect' && !/=(?!=)/.test(code.replace(/[=!<>]=/g, '  '));
  if (isEffectTarget)
    return states
      .completeEffect(context)
      .map(({ insert: _, ...field }) => ({ ...field, insert: `${field.label} = $0` }));
  const isShape = isShapeCode(cell.column, key, lead);
  if (isShape) return completeShape(context, code.split('{').length > code.split('}').length);
  const place = { cell, offset, lead: key === 'transitions Effect' ? `${lead}${code}` : lead.replace(/`$/, '') };
  const environment = findEnvironment(document, place);
  const expression = key === 'transitions Effect' ? code.replace(/^[^=]*=/, '') : code;
  return environment === undefined ? [] : completeExpression(environment, expression);
}

function isShapeCode({ title }: ColumnGrammar, key: string, lead: string): boolean {
  if (key === 'operations Response') return !/(when|=)\s*`$/.test(lead) && !/header \S+ `$/.test(lead);
  return ['Request', 'Payload', 'Envelope'].includes(title);
}
