import { type ChangeRule, unclear } from '../../../changes/rule.ts';
import { equal } from '../../../expression/form.ts';
import type { Json } from '../../../plan/schema.ts';
import type { Comparison } from '../../comparing/comparison.ts';
import { fieldAt } from '../../comparing/expressions.ts';
import { newerNames } from '../../comparing/newer-names.ts';
import type { ParameterPair, ParameterSide, SameOperation } from './subjects.ts';

/** A parameter that is left out has another value. */
export const parameterDefaultChanged: ChangeRule<ParameterPair> = {
  name: 'endpoints/parameter-default-changed',
  verb: 'default',
  differs: 'a parameter that is left out has another value',
  requests: unclear('A client that leaves it out and expects the older value.'),
  find: ({ comparison, called, operation, old, now }) =>
    old === undefined || now === undefined || equal(defaultOf(comparison, operation, old), now.plan.default)
      ? undefined
      : {
          where: called,
          what: `the parameter \`${now.plan.name}\` of \`${operation.called}\` has another default`,
          old: old.model.span,
          now: now.model.span,
          row: { before: old.plan.default === undefined ? '' : JSON.stringify(old.plan.default) },
        },
};

/** The default of a parameter in the older document; values and fields that it names by their newer names. */
function defaultOf(comparison: Comparison, { old: { plan } }: SameOperation, side: ParameterSide): Json | undefined {
  const { default: given, means } = side.plan;
  const { resource } = plan;
  if (typeof given !== 'string' || resource === undefined) return given;
  const names = newerNames(comparison);
  const each = (turn: (one: string) => string): string => given.split(',').map(turn).join(',');
  switch (means.kind) {
    case 'filter': {
      const of = fieldAt(comparison, resource, means.path);
      return means.operator === 'in' ? each((one) => names.value(of, one)) : names.value(of, given);
    }
    case 'sort':
    case 'expand':
    case 'fields':
      return each((one) => one.replace(/^(-?)(.*)$/s, (_, sign, name) => sign + names.field(resource, name)));
    default:
      return given;
  }
}
