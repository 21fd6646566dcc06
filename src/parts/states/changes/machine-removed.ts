import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { MachinePair } from './subjects.ts';

/** A resource no longer has states or actions. */
export const machineRemoved: ChangeRule<MachinePair> = {
  name: 'states/machine-removed',
  differs: 'a resource no longer has states or actions',
  requests: breaking('A client that calls one of its transitions.'),
  answers: breaking('A client that reads its state.'),
  find: ({ old, now, called }) =>
    now !== undefined
      ? undefined
      : { where: called, what: `the machine of states of \`${called}\` is gone`, old: old!.model.span },
};
