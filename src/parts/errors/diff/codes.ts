import { breaking, compatible, unclear } from '../../../diff/rule.ts';
import { added, changed, defineRules, removed, type Subject } from '../../../diff/table.ts';
import { findWrongStatus } from '../../resolve/code-statuses.ts';
import type { CodePair, CodeSide } from './subjects.ts';

const code: Subject<CodePair> = {
  part: 'errors',
  where: ({ code }) => code,
  at: ({ model }) => model.span,
  name: ({ model }) => model.code.span,
};

/** The rules for changes of a code. */
export const codeRules = defineRules(code, {
  'code-added': {
    verb: 'error added',
    differs: 'a code is added',
    answers: unclear('A client that receives it where it received a different code before.'),
    find: added(({ code, tookOver }) => ({
      what: `the code \`${code}\` is new`,
      row: tookOver === undefined ? undefined : { callers: `as ${tookOver}` },
    })),
  },
  'code-removed': {
    verb: 'error removed',
    differs: 'a code is removed',
    answers: breaking('A client that looks for it.'),
    find: removed(({ code }) => `the code \`${code}\` is removed`),
  },
  'code-renamed': {
    verb: 'renamed',
    differs: 'a code is renamed',
    answers: breaking('A client that knows it by its older name.'),
    at: ({ model }) => model.code.span,
    find: changed('code', ({ code, old: { plan } }) => ({
      what: `the code \`${plan.code}\` is renamed to \`${code}\``,
      row: { before: plan.code },
    })),
  },
  'code-status-changed': {
    verb: 'status',
    differs: 'a code has another status',
    answers: breaking('A client that checks the status.'),
    at: ({ model }) => model.status?.span,
    find: changed('status', ({ code, comparison, old, now }) => ({
      what: `\`${code}\` has status ${now.plan.status}, previously ${old.plan.status}`,
      // An older status that its present conditions do not have cannot be stated.
      row: mayHaveBeen(comparison, now, old.plan.status)
        ? { where: `code ${code}`, before: String(old.plan.status) }
        : 'none',
    })),
  },
  'message-changed': {
    differs: 'a code has another message',
    answers: compatible,
    at: ({ model }) => model.message?.span ?? model.span,
    find: changed('message', ({ code }) => `the message of \`${code}\` is different`),
  },
  'column-changed': {
    differs: 'a code has a different value in a column of the document',
    answers: unclear('A client that reads it in the body.'),
    find: changed('own', ({ code }) => `\`${code}\` has a different value in a column of the document`),
  },
  'field-changed': {
    differs: 'a code is reported at another field',
    answers: unclear('A client that reads the fields of the body.'),
    at: ({ model }) => model.field?.span ?? model.span,
    find: changed('field', ({ code }) => `\`${code}\` is reported at another field`),
  },
});

/** Whether a code with its present conditions may have had an older status: of the same kind, or of one that they have too. */
function mayHaveBeen({ now: { service } }: CodePair['comparison'], { model, plan }: CodeSide, status: number): boolean {
  const isSameKind = Math.trunc(status / 100) === Math.trunc(plan.status / 100);
  return isSameKind || findWrongStatus(service, model, status) === undefined;
}
