import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { equal } from '../../../expression/strictness.ts';
import { inNewNames } from '../../comparing/expressions.ts';
import type { ParameterPair } from './subjects.ts';

/** A parameter means something else. */
export const parameterMeaningChanged: ChangeRule<ParameterPair> = {
  name: 'endpoints/parameter-meaning-changed',
  verb: 'behaviour',
  differs: 'a parameter means something else',
  requests: breaking('A client that sends it for what it meant.'),
  find: ({ comparison, called, operation, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const resource = operation.now.plan.resource ?? '';
    const back = (name: string): string => comparison.renamed.field(resource, name);
    const [was, is] = [old.plan.means, now.plan.means];
    if ((was.kind === 'sort' && is.kind === 'sort') || (was.kind === 'search' && is.kind === 'search'))
      return undefined;
    const plain = (means: typeof is, turn: (name: string) => string): unknown => {
      if (means.kind === 'filter')
        return { ...means, path: means.path.map((name, index) => (index === 0 ? turn(name) : name)) };
      if (means.kind === 'expand') return { kind: means.kind, field: turn(means.field) };
      return means.kind === 'where'
        ? { kind: means.kind, holds: turn === back ? means.holds : inNewNames(comparison, resource, means.holds) }
        : means;
    };
    if (
      equal(
        plain(was, (name) => name),
        plain(is, back),
      )
    )
      return undefined;
    return {
      where: called,
      what: `the parameter \`${now.plan.name}\` of \`${operation.called}\` means something else`,
      old: old.model.means?.span,
      now: now.model.means?.span,
      row: { where: operation.called },
    };
  },
};
