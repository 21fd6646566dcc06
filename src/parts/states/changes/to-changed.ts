import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import type { RowPair } from './subjects.ts';

/** A transition leads to another state. */
export const toChanged: ChangeRule<RowPair> = {
  name: 'states/to-changed',
  verb: 'behaviour',
  differs: 'a transition leads to another state',
  answers: breaking('A client that calls it and goes on from the older state.'),
  find: ({ comparison, resource, called, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const [was, is] = [old.plan.to, now.plan.to];
    const name =
      is.kind === 'state' ? comparison.renamed.value(resource, now.machine.plan.field ?? '', is.state) : is.kind;
    if ((was.kind === 'state' ? was.state : was.kind) === name) return undefined;
    return {
      where: called,
      what: `\`${called}\` leads to \`${is.kind === 'state' ? is.state : is.kind}\``,
      old: old.model.span,
      now: now.model.span,
    };
  },
};
