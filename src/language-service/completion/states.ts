import { type FormatMember, findFormat } from '../../parts/resources/formats/index.ts';
import { readSubject } from '../section.ts';
import { type Candidate, type CompletionContext, createNames, createWords } from './candidate.ts';

/** Completes the cell Trigger: words, durations and the fields with a date or a time. */
export function completeTrigger(context: CompletionContext): readonly Candidate[] {
  const resource = readSubject(context.place.section);
  const model = context.document.service.resources.resources.find(({ name }) => name.value === resource);
  const moments = (model?.fields ?? []).filter(({ type }) => isMoment(findFormat(type)));
  return [
    ...createWords(context, ['handler']),
    { label: 'after', kind: 'word', insert: 'after $0 days', detail: 'a time after the state began' },
    ...moments.map(({ name }) => ({
      label: `at ${name.value}`,
      kind: 'field' as const,
      detail: 'when this moment comes',
    })),
  ];
}

/** Whether the values of a format are times or end at one. */
function isMoment(format: FormatMember | undefined): boolean {
  return format?.clock !== undefined || format?.timer !== undefined;
}

/** Completes the target of an effect; the text after `=` is completed as an expression. */
export function completeEffect(context: CompletionContext): readonly Candidate[] {
  return createNames(context, ['field'], readSubject(context.place.section)).map((field) => ({
    ...field,
    insert: `\`${field.label} = $0\``,
  }));
}
