import { breaking, compatible, unclear } from '../../../diff/rule.ts';
import { added, became, ceased, changed, defineRules, inBoth, removed, type Subject } from '../../../diff/table.ts';
import { equal } from '../../../expression/conditions/form.ts';
import { getCellString } from '../../diff/comparison.ts';
import { formatAnonymousPath, type OperationPair, type OperationSide } from './subjects.ts';

const operation: Subject<OperationPair> = {
  part: 'endpoints',
  verb: 'behavior',
  where: ({ called }) => called,
  at: ({ model }) => model.span,
  name: ({ model }) => model.name.span,
};

const endsEvery = ({ plan: { session } }: OperationSide): boolean =>
  session?.does === 'log out' && session.every === true;
const locateEnding = ({ model }: OperationSide) => model.ends?.span ?? model.span;
const isClosed = ({ plan }: OperationSide): boolean => plan.disabled === true;

/** The rules for changes of an operation. */
export const operationRules = defineRules(operation, {
  'operation-added': {
    verb: 'added',
    differs: 'an operation is added',
    requests: compatible,
    answers: compatible,
    find: added(({ called }) => `the operation \`${called}\` is new`),
  },
  'operation-removed': {
    verb: 'removed',
    differs: 'an operation is removed',
    requests: breaking('A client that calls it: `unknown path` or `method not allowed`.'),
    find: removed(({ called }) => `the operation \`${called}\` is removed`),
  },
  'operation-renamed-internally': {
    verb: 'none',
    differs: 'an operation is renamed in the document, under its older method and path',
    requests: compatible,
    at: ({ model }) => model.name.span,
    find: changed('name', ({ old, now }) => `\`${old.plan.name}\` is renamed to \`${now.plan.name}\` in the document`),
  },
  'path-changed': {
    verb: 'path',
    differs: 'an operation has another method or path',
    requests: breaking('A client that calls the older method and path.'),
    at: ({ model }) => model.path?.span,
    find: changed(
      ({ plan }) => `${plan.method} ${formatAnonymousPath(plan)}`,
      ({ called, old, now }) => {
        const [was, is] = [old, now].map(({ plan }) => `${plan.method} ${plan.path}`);
        return { what: `\`${called}\` is \`${is}\`, previously \`${was}\``, row: { before: was! } };
      },
    ),
  },
  'operation-disabled': {
    differs: 'an operation is not served because its Request or Response is not shown',
    requests: breaking('A client that calls it: 501.'),
    find: became(isClosed, ({ called }) => `\`${called}\` is not served: a cell of it is not shown`),
  },
  'operation-enabled': {
    differs: 'an operation is served that was not',
    requests: compatible,
    find: ceased(isClosed, ({ called }) => `\`${called}\` is served`),
  },
  'order-changed': {
    verb: 'default',
    differs: 'a list has another order',
    answers: unclear('A client that relies on the order of records.'),
    at: ({ model }) => model.order?.span ?? model.span,
    find: inBoth(({ comparison, called, old, now }) => {
      const nameOf = (field: string): string => comparison.renamed.field(now.plan.resource ?? '', field);
      const before = old.plan.order.map(({ field, ...rest }) => ({ field, ...rest }));
      const after = now.plan.order.map(({ field, ...rest }) => ({ field: nameOf(field), ...rest }));
      if (equal(before, after)) return undefined;
      const { order } = old.model;
      const text = order === undefined ? '—' : getCellString(comparison.old.service.source, order.span);
      return { what: `\`${called}\` is in another order`, row: { before: text } };
    }),
  },
  'record-changed': {
    differs: 'an operation applies to another record',
    requests: unclear('A client that calls it and expects the older record.'),
    at: ({ model }) => model.record?.span ?? model.span,
    find: changed('record', ({ called }) => `\`${called}\` finds its record differently`),
  },
  'ends-every-session': {
    differs: 'a log out ends every session of the caller',
    requests: unclear('A client that stays logged in elsewhere.'),
    at: locateEnding,
    find: became(endsEvery, ({ called }) => `\`${called}\` ends every session`),
  },
  'ends-one-session': {
    differs: 'a log out ends the session of the request alone',
    requests: unclear('A client that expects the other sessions to end.'),
    at: locateEnding,
    find: ceased(endsEvery, ({ called }) => `\`${called}\` ends this session alone`),
  },
  'request-body-added': {
    differs: 'an operation takes a body where it took none',
    requests: compatible,
    find: inBoth(
      ({ called, old, now }) =>
        old.model.request === undefined && now.plan.input !== undefined && `\`${called}\` takes a body`,
    ),
  },
  'request-body-removed': {
    differs: 'an operation no longer takes a body',
    requests: breaking('A client that sends one: its fields are unknown.'),
    find: inBoth(
      ({ called, old, now }) =>
        old.plan.input !== undefined && now.model.request === undefined && `\`${called}\` no longer takes a body`,
    ),
  },
});
