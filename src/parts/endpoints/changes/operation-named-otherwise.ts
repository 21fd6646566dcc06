import { type ChangeRule, compatible } from '../../../changes/rule.ts';
import { type OperationPair, sameOperation } from './subjects.ts';

/** An operation has another name in the document, under its older method and path. */
export const operationNamedOtherwise: ChangeRule<OperationPair> = {
  name: 'endpoints/operation-named-otherwise',
  differs: 'an operation has another name in the document, under its older method and path',
  requests: compatible,
  find: (pair) => {
    const found = sameOperation(pair);
    if (found === undefined || found.old.plan.name === found.now.plan.name) return undefined;
    return {
      where: pair.called,
      what: `\`${found.old.plan.name}\` is called \`${found.now.plan.name}\` in the document`,
      old: found.old.model.name.span,
      now: found.now.model.name.span,
    };
  },
};
