import { languageVerbs, ownVerbs } from '../../plan/kinds.ts';

/** The words of the column Kind. */
export const stateKinds = ['initial', 'final', 'gone'] as const;

/** The words for a field in a state. */
export const presenceWords = ['editable', 'fixed', 'required', 'absent'] as const;

/** The words of the language that no transition is called by. */
export const notForTransitions: readonly string[] = [
  ...languageVerbs.filter((verb) => !ownVerbs.has(verb)),
  'all',
  'any',
];
