import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { type OperationPair, pathOf, sameOperation } from './subjects.ts';

/** An operation has another method or path. */
export const pathChanged: ChangeRule<OperationPair> = {
  name: 'endpoints/path-changed',
  verb: 'path',
  differs: 'an operation has another method or path',
  requests: breaking('A client that calls the older method and path.'),
  find: (pair) => {
    const found = sameOperation(pair);
    if (found === undefined) return undefined;
    const { old, now } = found;
    if (old.plan.method === now.plan.method && pathOf(old.plan) === pathOf(now.plan)) return undefined;
    return {
      where: pair.called,
      what: `\`${pair.called}\` is \`${now.plan.method} ${now.plan.path}\`, it was \`${old.plan.method} ${old.plan.path}\``,
      old: old.model.path?.span,
      now: now.model.path?.span,
      row: { before: `${old.plan.method} ${old.plan.path}` },
    };
  },
};
