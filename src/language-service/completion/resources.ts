import { listAccountResources } from '../../parts/resolve/callers/accounts.ts';
import { listSessionResources } from '../../parts/resolve/callers/session-records.ts';
import { accountValues } from '../../parts/resources/account-values.ts';
import { constraintWords } from '../../parts/resources/read/constraint-words.ts';
import { sessionValues } from '../../parts/resources/session-values.ts';
import { readSubject } from '../section.ts';
import { type Candidate, type CompletionContext, createNames, createWords } from './candidate.ts';

/** Words that need a value after them, as snippets. */
const open: Readonly<Record<string, string>> = {
  default: 'default $0',
  pattern: 'pattern `$0`',
  '=': '= `$0`',
  'unique where': 'unique where `$0`',
  'unique with': 'unique with $0',
  'unique ignoring case with': 'unique ignoring case with $0',
  'multiple of': 'multiple of $0',
  'assigned from': 'assigned from caller.$0',
};
const ranges = ['1..200 characters', '..500 characters', '0..', '1..', '1..100 items', '..64 bytes'];

/** Completes an item of the cell Constraints. */
export function completeConstraint(context: CompletionContext): readonly Candidate[] {
  const { before, place } = context;
  const fields = createNames(context, ['field'], readSubject(place.section));
  const unique = /^unique (?:ignoring case )?with (?:.*,\s*)?/.exec(before);
  if (unique !== null) return prefix(fields, unique[0]);
  if (before.startsWith('assigned from ')) {
    const attributes = [{ label: 'caller.id', kind: 'attribute' as const }, ...createNames(context, ['attribute'])];
    const ofSession = listSessionResources(context.document.service).length === 0 ? [] : Object.keys(sessionValues);
    const ofAccount = listAccountResources(context.document.service).length === 0 ? [] : Object.keys(accountValues);
    return [
      ...attributes.map((attribute) => ({
        ...attribute,
        label: `assigned from ${attribute.label.startsWith('caller.') ? '' : 'caller.'}${attribute.label}`,
      })),
      ...ofSession.map((name) => ({ label: `assigned from session.${name}`, kind: 'attribute' as const })),
      ...ofAccount.map((name) => ({ label: `assigned from sign_in.${name}`, kind: 'attribute' as const })),
    ];
  }
  const type = place.row.Type ?? '';
  const deletion = !/\bref\b/.test(type)
    ? []
    : type.includes('[]')
      ? ['restrict', 'clear']
      : ['restrict', 'cascade', 'clear'];
  const words = constraintWords.filter((word) => word !== 'on delete').toSorted();
  return [
    ...createWords(context, words).map((word) => {
      const insert = open[word.label];
      return insert === undefined ? word : { ...word, insert };
    }),
    ...createWords(
      context,
      deletion.map((word) => `on delete ${word}`),
    ),
    ...ranges.map((label) => ({ label, kind: 'value' as const })),
  ];
}

/** Candidates whose labels begin with the words before them. */
export function prefix(candidates: readonly Candidate[], words: string): readonly Candidate[] {
  return candidates.map((candidate) => ({
    ...candidate,
    label: words + candidate.label,
    ...(candidate.insert === undefined ? {} : { insert: words + candidate.insert }),
  }));
}
