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

/** Completes the beginning of an effect: a field of the record, or an effect on other records. */
export function completeEffect(context: CompletionContext, inside?: 'code'): readonly Candidate[] {
  const wrap = (code: string): string => (inside === 'code' ? code : `\`${code}\``);
  const fields = createNames(context, ['field'], readSubject(context.place.section)).map((field) => ({
    ...field,
    insert: wrap(`${field.label} = $0`),
  }));
  const others = createNames(context, ['resource']).flatMap(({ label }): Candidate[] => [
    { label: `create ${label}`, kind: 'function', insert: wrap(`create ${label}($0)`) },
    { label: `${label}.each`, kind: 'function', insert: wrap(`${label}.each(x, $0)`) },
  ]);
  return [...fields, ...others];
}
