import { breaking, compatible, unclear } from '../../../diff/rule.ts';
import {
  became,
  ceased,
  changed,
  createItemFinds,
  defineRules,
  inBoth,
  type Occurrence,
  type Subject,
} from '../../../diff/table.ts';
import { equal, hasSameForm } from '../../../expression/conditions/form.ts';
import { renameToNewer } from '../../diff/expressions.ts';
import type { ResponseMove, ResponsePair, ResponseSide } from './responses.ts';

const response: Subject<ResponsePair> = {
  part: 'endpoints',
  verb: 'behavior',
  where: ({ operation }) => operation.called,
  at: ({ model }) => model.span,
};

const hasBody = ({ plan }: ResponseSide): boolean => plan.shape !== undefined;
const locateShape = ({ model }: ResponseSide) => model.shape?.span ?? model.span;
const headers = createItemFinds<ResponsePair>(
  ({ plan }) => plan.headers.map(({ name }) => name.toLowerCase()),
  ({ model }, name) =>
    model.headers.find((header) => header.name.value.toLowerCase() === name)?.name.span ?? model.span,
);

/** The rules for changes of a response. */
export const responseRules = defineRules(response, {
  'status-changed': {
    verb: 'status',
    differs: 'an operation returns another status',
    answers: breaking('A client that looks for the older status.'),
    at: ({ model }) => model.status?.span,
    // The status of an error is that of its code.
    find: changed(
      'status',
      ({ operation: { called }, old, now }) =>
        now.plan.error === undefined && {
          what: `\`${called}\` returns ${now.plan.status}, previously ${old.plan.status}`,
          row: { before: String(old.plan.status) },
        },
    ),
  },
  'response-body-removed': {
    differs: 'a response no longer has a body',
    answers: breaking('A client that reads it.'),
    at: locateShape,
    find: ceased(
      hasBody,
      ({ operation: { called }, now }) => `\`${called}\` returns ${now.plan.status} without a body`,
    ),
  },
  'response-body-added': {
    differs: 'a response has a body that it did not have',
    answers: compatible,
    at: locateShape,
    find: became(hasBody, ({ operation: { called }, now }) => `\`${called}\` returns ${now.plan.status} with a body`),
  },
  'header-added': {
    differs: 'a response has a header that it did not have',
    answers: compatible,
    find: headers.added((name, { operation: { called } }) => `\`${called}\` returns the header \`${name}\``),
  },
  'header-removed': {
    differs: 'a response no longer has a header',
    answers: breaking('A client that reads it.'),
    find: headers.removed(
      (name, { operation: { called } }) => `\`${called}\` no longer returns the header \`${name}\``,
    ),
  },
  'header-changed': {
    differs: 'a header of a response has a different value',
    answers: unclear('A client that reads it.'),
    find: inBoth(({ operation: { called, comparison, now: present }, old, now }) =>
      now.plan.headers.flatMap(({ name, value }) => {
        const was = old.plan.headers.find((header) => header.name.toLowerCase() === name.toLowerCase());
        const at = { of: present.plan.resource, operation: called };
        if (was === undefined) return [];
        const plain = was.value === 'location' || 'role' in was.value;
        if (plain ? equal(was.value, value) : hasSameForm(renameToNewer(comparison, at, was.value), value)) return [];
        return `the header \`${name}\` of \`${called}\` has a different value`;
      }),
    ),
  },
});

const move: Subject<ResponseMove> = {
  part: 'endpoints',
  verb: 'behavior',
  where: ({ operation }) => operation.called,
};

/** The rules for a ResponseMove. */
export const responseMoveRules = defineRules(move, {
  'response-added': {
    differs: 'an operation has one more response',
    answers: unclear('A client that knows only the older responses.'),
    find: ({ operation: { called, old: before }, now: { old, now } }) =>
      old === undefined && {
        what: `\`${called}\` may return ${now!.plan.status} too`,
        old: before.model.span,
        now: now!.model.span,
      },
  },
  'response-removed': {
    differs: 'an operation has one response fewer',
    answers: breaking('A client that looks for it.'),
    find: ({ operation: { called, now: after }, old: { old, now } }) =>
      now === undefined && {
        what: `\`${called}\` no longer returns ${old!.plan.status}`,
        old: old!.model.span,
        now: after.model.span,
      },
  },
  'response-when-changed': {
    differs: 'a case that both documents cover gets another response',
    answers: unclear('A client that expects the older response in a case that now gets a different response.'),
    find: findChangedResponse,
  },
});

function findChangedResponse({
  operation: { called },
  old: { old, now: became },
  now: { old: before, now },
}: ResponseMove): Occurrence | undefined {
  // Responses that are new or gone are told as such.
  if (old === undefined || now === undefined || became === undefined || before === undefined) return undefined;
  const [was, is] = [old, now].map(({ plan }) => plan.status);
  const what = was === is ? `returns ${is} in another form` : `returns ${is} instead of ${was}`;
  const at = ({ model }: ResponseSide) => model.when?.span ?? model.span;
  return { what: `\`${called}\` ${what}`, old: at(old), now: at(now) };
}
