import { breaking, type ChangeRule } from '../../../changes/rule.ts';
import { sameForm } from '../../../expression/form.ts';
import { inNewNames, pathInNewNames } from '../../comparing/expressions.ts';
import type { ParameterPair } from './subjects.ts';

/** A parameter means something else. */
export const parameterMeaningChanged: ChangeRule<ParameterPair> = {
  name: 'endpoints/parameter-meaning-changed',
  verb: 'behaviour',
  differs: 'a parameter means something else',
  requests: breaking('A client that sends it for what it meant.'),
  find: ({ comparison, called, operation, old, now }) => {
    if (old === undefined || now === undefined) return undefined;
    const { resource } = operation.now.plan;
    const [was, is] = [old.plan.means, now.plan.means];
    if ((was.kind === 'sort' && is.kind === 'sort') || (was.kind === 'search' && is.kind === 'search'))
      return undefined;
    const named = (path: readonly string[]): string[] => pathInNewNames(comparison, resource, path);
    const turned = (means: typeof is): typeof is => {
      if (means.kind === 'filter') return { ...means, path: named(means.path) };
      if (means.kind === 'expand') return { kind: means.kind, field: named([means.field])[0]! };
      return means.kind === 'where'
        ? { ...means, holds: inNewNames(comparison, { of: resource }, means.holds) }
        : means;
    };
    // what is embedded is told at its own fields
    const plain: typeof is = is.kind === 'expand' ? { kind: is.kind, field: is.field } : is;
    if (sameForm(turned(was), plain)) return undefined;
    return {
      where: called,
      what: `the parameter \`${now.plan.name}\` of \`${operation.called}\` means something else`,
      old: old.model.means?.span,
      now: now.model.means?.span,
      row: { where: operation.called },
    };
  },
};
