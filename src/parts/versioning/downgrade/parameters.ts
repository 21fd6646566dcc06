import type { SourceText } from '../../../text/location.ts';
import type { ParameterModel } from '../../endpoints/model.ts';
import type { Older } from '../../resolve/older.ts';
import type { ChangeModel, ChangeWhere } from '../model.ts';
import type { ParameterDraft, VersionDraft } from './draft.ts';
import { unquoteName } from './fields.ts';

type Where = ChangeWhere & { readonly kind: 'parameter' };

/** Undoes a row that speaks of a parameter, in the draft of its version. */
export function undoParameter(older: Older, draft: VersionDraft, row: ChangeModel, where: Where): void {
  const parameter = getParameterDraft(older, draft, row, where);
  const { before, oldRequests: requests } = row;
  const verb = row.change.value;
  const model = verb === 'removed' ? readRemovedParameter(row, where) : parameter.older;
  if (model === undefined || (verb === 'renamed' && before[0] === undefined)) return;
  parameter.older = model;
  if (requests !== undefined) {
    parameter.requests = { given: requests, absent: verb === 'required' || verb === 'optional', row };
  }
  switch (verb) {
    case 'added':
      delete parameter.older;
      return;
    case 'renamed':
      parameter.older = { ...model, name: { value: unquoteName(before[0]!.text), span: before[0]!.span } };
      return;
    case 'required':
      parameter.older = { ...model, constraints: model.constraints.filter(({ text }) => text !== 'required') };
      return;
    case 'optional':
      parameter.older = { ...model, constraints: [...model.constraints, { text: 'required', span: row.change.span }] };
      return;
    case 'default': {
      const rest = model.constraints.filter(({ text }) => !isDefault(text));
      const [literal] = before;
      const stated = literal === undefined || literal.text === '—' ? [] : [toDefaultConstraint(literal)];
      parameter.older = { ...model, constraints: [...rest, ...stated] };
      return;
    }
    case 'constraint': {
      const kept = model.constraints.filter(({ text }) => text === 'required' || isDefault(text));
      parameter.older = { ...model, constraints: [...kept, ...before] };
      return;
    }
    default:
      return;
  }
}

/** Whether the text of a constraint states a default. */
export function isDefault(text: string): boolean {
  return /^default(\s|$)/.test(text);
}

/** A literal as the constraint that states it; each unit in front of it stands at its beginning. */
function toDefaultConstraint({ text, span, offsets }: SourceText): SourceText {
  const places = offsets ?? Array.from({ length: text.length + 1 }, (_, at) => span.start + at);
  return { text: `default ${text}`, span, offsets: [...new Array<number>(8).fill(span.start), ...places] };
}

function getParameterDraft(older: Older, draft: VersionDraft, row: ChangeModel, where: Where): ParameterDraft {
  const { parameter, operation } = where;
  const key = `${operation.value} ${parameter.value}`;
  const known = draft.parameters.get(key);
  if (known !== undefined) return known;
  const newer = older.operations.get(operation.value)?.parameters.get(parameter.value);
  const fresh: ParameterDraft = {
    operation: operation.value,
    ...(newer === undefined ? {} : { newer, older: newer.model }),
    row,
  };
  draft.parameters.set(key, fresh);
  return fresh;
}

/** What a removed parameter held is all that is known of it: it is read as an input and then turned by Old requests. */
function readRemovedParameter(
  { before: [type, ...constraints] }: ChangeModel,
  { parameter }: Where,
): ParameterModel | undefined {
  if (type === undefined) return undefined;
  const means = { kind: 'input', type, span: type.span } as const;
  return { name: parameter, in: 'query', means, constraints, span: parameter.span };
}
