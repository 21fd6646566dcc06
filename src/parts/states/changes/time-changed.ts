import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { equal } from '../../../expression/form.ts';
import { pathInNewNames } from '../../comparing/expressions.ts';
import type { RowPair } from './subjects.ts';

/** A transition comes about at another time. */
export const timeChanged: ChangeRule<RowPair> = {
  name: 'states/time-changed',
  verb: 'behaviour',
  differs: 'a transition comes about at another time',
  answers: unclear('A client that waits for it, or acts before it.'),
  find: ({ comparison, resource, called, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const [was, is] = [old.plan.trigger, now.plan.trigger];
    if (was === undefined || is === undefined || was.kind === 'code' || is.kind === 'code') return undefined;
    const turned = was.kind === 'at' ? { ...was, field: pathInNewNames(comparison, resource, [was.field])[0]! } : was;
    if (equal(turned, is)) return undefined;
    return {
      where: called,
      what: `\`${called}\` comes about at another time`,
      old: old.model.trigger?.span,
      now: now.model.trigger?.span,
    };
  },
};
