import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { cell } from '../../comparing/comparison.ts';
import { type ParameterPair, typeText } from './subjects.ts';

/** An operation no longer has a parameter. */
export const parameterRemoved: ChangeRule<ParameterPair> = {
  name: 'endpoints/parameter-removed',
  verb: 'removed',
  differs: 'an operation no longer has a parameter',
  requests: breaking('A client that sends it: it is unknown, and its answer another.'),
  find: ({ comparison, called, operation, old, now }) =>
    now !== undefined
      ? undefined
      : {
          where: called,
          what: `the ${called.replace(/ (\S+) of (.*)$/, ' `$1` of `$2`')} is gone`,
          old: old!.model.name.span,
          now: operation.now.model.span,
          row: {
            before: [
              typeText(old!),
              ...old!.model.constraints.map(({ span }) => cell(comparison.old.service.source, span)),
            ].join('; '),
            requests: 'ignored',
          },
        },
};
