import { breaking, compatible } from '../../../diff/rule.ts';
import { added, changed, defineRules, removed, type Subject } from '../../../diff/table.ts';
import type { Comparison, Side } from '../../diff/comparison.ts';
import type { RefusalMember } from './subjects.ts';

const body: Subject<Comparison> = { part: 'errors', verb: 'behavior', where: () => 'Body', at: locateBody };

/** The rules for changes of the bodies of errors. */
export const bodyRules = defineRules(body, {
  'body-changed': {
    differs: 'error responses have a body of another kind',
    answers: breaking('A client that reads the older body.'),
    find: changed(({ plan }) => plan.errors.body?.kind, 'error responses have a body of another kind'),
  },
});

const member: Subject<RefusalMember> = {
  part: 'errors',
  verb: 'behavior',
  where: () => 'Body',
  defaults: ({ comparison: { old, now } }) => ({ old: locateBody(old), now: locateBody(now) }),
};

/** The rules for changes of a field of the body of errors. */
export const refusalMemberRules = defineRules(member, {
  'body-field-added': {
    differs: 'the body of error responses has a field that it did not have',
    answers: compatible,
    find: added(({ path }) => `error responses have \`${path}\``),
  },
  'body-field-removed': {
    differs: 'the body of error responses no longer has a field',
    answers: breaking('A client that reads it finds no value.'),
    find: removed(({ path }) => `error responses no longer have \`${path}\``),
  },
  'body-field-changed': {
    differs: 'a field of the body of error responses has a different value',
    answers: breaking('A client that relies on its previous value.'),
    find: changed(
      ({ holds, optional }) => [holds, optional],
      ({ path }) => `\`${path}\` of error responses has a different value`,
    ),
  },
});

function locateBody({ service }: Side): { readonly start: number; readonly end: number } | undefined {
  const { body } = service.errors;
  return body?.kind === 'shape' ? body.words.span : body?.span;
}
