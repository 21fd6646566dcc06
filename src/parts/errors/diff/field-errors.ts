import { breaking, compatible, unclear } from '../../../diff/rule.ts';
import { added, changed, defineRules, removed, type Subject } from '../../../diff/table.ts';
import type { FieldErrorPair } from './subjects.ts';

const row: Subject<FieldErrorPair> = {
  part: 'errors',
  at: ({ model }) => model.span,
};

/** The rules for changes of the entries of refusals, which the table Field errors states. */
export const fieldErrorRules = defineRules(row, {
  'entry-added': {
    differs: 'a problem of a field is reported in words of the document',
    answers: unclear('A client that reads the code or the message of the entry.'),
    find: added(({ called }) => `${called} is reported by a row of Field errors`),
  },
  'entry-removed': {
    differs: 'a problem of a field is no longer reported in words of the document',
    answers: unclear('A client that reads the code or the message of the entry.'),
    find: removed(({ called }) => `${called} is no longer reported by a row of Field errors`),
  },
  'entry-code-changed': {
    differs: 'a problem of a field has another code',
    answers: breaking('A client that looks for the code of the entry.'),
    find: changed('code', ({ called }) => `${called} is reported with another code`),
  },
  'entry-message-changed': {
    differs: 'a problem of a field has another message',
    answers: compatible,
    find: changed('message', ({ called }) => `${called} is reported with another message`),
  },
});
