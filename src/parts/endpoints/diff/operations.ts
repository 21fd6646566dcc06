import { breaking, compatible, unclear } from '../../../diff/rule.ts';
import {
  added,
  type Both,
  became,
  ceased,
  changed,
  defineRules,
  inBoth,
  removed,
  type Subject,
} from '../../../diff/table.ts';
import { equal } from '../../../expression/conditions/form.ts';
import { getFileForm, getReturnedContent } from '../../../plan/files/file-bodies.ts';
import type { PresentCode } from '../../../plan/operation.ts';
import { getCellString, ignoredUnknown } from '../../diff/comparison.ts';
import { renamePath } from '../../diff/expressions.ts';
import { isSignIn } from '../../resolve/callers/sessions.ts';
import { formatAnonymousPath, type OperationPair, type OperationSide } from './subjects.ts';

const operation: Subject<OperationPair> = {
  part: 'endpoints',
  verb: 'behavior',
  where: ({ called }) => called,
  at: ({ model }) => model.span,
  name: ({ model }) => model.name.span,
};

/** The member of a body that must be the present password. */
const getPresentPath = ({ plan }: OperationSide): string | undefined => plan.present?.path.join('.');

/** The member of a body with a code of a second factor, and whose: a person without one sends none. */
const getCode = ({ plan }: OperationSide): PresentCode | undefined =>
  plan.session?.does === 'log in' ? plan.session.code : plan.presentCode;
const getCodePath = (side: OperationSide): string | undefined => getCode(side)?.path.join('.');
const locateCode = ({ model }: OperationSide) => model.presentCode?.span ?? model.span;

const getLinkTime = ({ plan }: OperationSide): number => plan.signed?.milliseconds ?? 0;
const hasLinks = (side: OperationSide): boolean => getLinkTime(side) > 0;
const locateLinks = ({ model }: OperationSide) => model.signedLinks?.span ?? model.span;
const getUploadTime = ({ plan }: OperationSide): number => plan.resumable?.milliseconds ?? 0;
const hasUploads = (side: OperationSide): boolean => getUploadTime(side) > 0;
const locateUploads = ({ model }: OperationSide) => model.resumable?.span ?? model.span;
const endsEvery = ({ plan: { session } }: OperationSide): boolean =>
  session?.does === 'log out' && session.every === true;
const locateEnding = ({ model }: OperationSide) => model.ends?.span ?? model.span;
const listCreated = ({ plan: { session } }: OperationSide): readonly string[] =>
  (session?.does === 'sign in' ? session.creates : undefined)?.map(({ field }) => field) ?? [];
const createsRecord = (side: OperationSide): boolean => listCreated(side).length > 0;
const locateCreates = ({ model }: OperationSide) => model.creates?.[0]?.span ?? model.span;
const isClosed = ({ plan }: OperationSide): boolean => plan.disabled === true;

const returnsContent = ({ plan }: OperationSide): boolean => getReturnedContent(plan) !== undefined;
const bodyForms = { json: 'JSON', multipart: 'a form with files', content: 'the content of a file' };

/** The form of the body of an operation in words; undefined if it takes none. */
function getBodyForm({ plan }: OperationSide): string | undefined {
  return plan.input && bodyForms[getFileForm(plan.input) ?? 'json'];
}

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
  'path-field-changed': {
    differs: 'a path finds its record, or the one around it, by another field',
    requests: breaking('A client that calls it with values of the older field.'),
    at: ({ model }) => model.path?.span,
    find: inBoth((pair) => {
      const { called, old, now } = pair;
      if (!findsOtherwise(pair)) return undefined;
      return `\`${called}\` is \`${now.plan.method} ${now.plan.path}\`, previously \`${old.plan.method} ${old.plan.path}\``;
    }),
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
  'request-form-changed': {
    differs: 'a body is JSON, a form with files or the content of a file, and was another of these',
    requests: breaking('A client that sends the older form: `unsupported media type`.'),
    advice: 'leave files out of the Request, and add an operation of its own that takes them',
    find: inBoth(({ called, old, now }) => {
      const [was, is] = [getBodyForm(old), getBodyForm(now)];
      return (
        was !== undefined && is !== undefined && was !== is && `the body of \`${called}\` is ${is}, previously ${was}`
      );
    }),
  },
  'response-form-changed': {
    differs: 'a response is the content of a file and was JSON, or the other way round',
    answers: breaking('A client that reads the older form.'),
    find: changed(returnsContent, ({ called, now }) => {
      const [is, was] = returnsContent(now) ? ['the content of a file', 'JSON'] : ['JSON', 'the content of a file'];
      return `\`${called}\` returns ${is}, previously ${was}`;
    }),
  },
  'response-content-changed': {
    differs: 'a response is the content of another field',
    answers: breaking('A client that reads the content of the older field.'),
    advice: 'add an operation of its own that returns the other field',
    find: inBoth(({ comparison, called, old, now }) => {
      const [was, is] = [getReturnedContent(old.plan)?.field, getReturnedContent(now.plan)?.field];
      if (was === undefined || is === undefined) return undefined;
      const before = comparison.renamed.field(now.plan.resource ?? '', is);
      return before === was ? undefined : `\`${called}\` returns the content of \`${is}\`, previously \`${was}\``;
    }),
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
    exposes: 'Callers may read or change a record that they could not.',
    at: ({ model }) => model.record?.span ?? model.span,
    find: changed('record', ({ called }) => `\`${called}\` finds its record differently`),
  },
  'present-password-added': {
    differs: 'an operation requires the present password, in this member',
    requests: breaking('A client that does not send it there: `invalid input`.'),
    at: ({ model }) => model.present?.span ?? model.span,
    find: inBoth(({ called, old, now }) => {
      const path = getPresentPath(now);
      return path === undefined || path === getPresentPath(old)
        ? undefined
        : { what: `\`${called}\` requires the present password in \`${path}\`` };
    }),
  },
  'present-password-removed': {
    differs: 'an operation no longer requires the present password',
    requests: breaking('A client that sends it: the member is unknown.'),
    at: ({ model }) => model.present?.span ?? model.span,
    find: ceased(
      (side) => getPresentPath(side) !== undefined,
      ({ called }) => `\`${called}\` no longer requires the present password`,
    ),
  },
  'present-code-added': {
    differs: 'an operation requires a code of people who have a second factor, or moves its member',
    requests: breaking(
      'A client that sends no code there, for people who have a second factor: `second factor required`.',
    ),
    at: locateCode,
    find: inBoth(({ called, old, now }) => {
      const path = getCodePath(now);
      if (path === undefined || path === getCodePath(old) || getCode(now)?.of !== 'person') return undefined;
      return `\`${called}\` takes a code of a second factor in \`${path}\``;
    }),
  },
  'first-code-added': {
    differs: 'an operation confirms a second factor by a code, or moves its member',
    requests: breaking('A client that does not send it there: `invalid input`.'),
    at: locateCode,
    find: inBoth(({ called, old, now }) => {
      const path = getCodePath(now);
      if (path === undefined || path === getCodePath(old) || getCode(now)?.of !== 'factor') return undefined;
      return `\`${called}\` requires a code of the second factor in \`${path}\``;
    }),
  },
  'present-code-removed': {
    differs: 'an operation no longer takes a code of people who have a second factor',
    requests: breaking('A client that sends it: the member is unknown.'),
    at: locateCode,
    find: ceased(
      (side) => getCode(side)?.of === 'person',
      ({ called }) => `\`${called}\` no longer takes a code of a second factor`,
    ),
  },
  'first-code-removed': {
    differs: 'an operation no longer confirms a second factor by a code',
    requests: breaking('A client that sends it: the member is unknown.'),
    at: locateCode,
    find: ceased(
      (side) => getCode(side)?.of === 'factor',
      ({ called }) => `\`${called}\` no longer requires a code of the second factor`,
    ),
  },
  'signed-links-added': {
    differs: 'an operation serves signed links',
    requests: compatible,
    exposes: 'Anyone who has a link reads the content without a credential.',
    at: locateLinks,
    find: became(hasLinks, ({ called }) => `\`${called}\` serves signed links`),
  },
  'signed-links-removed': {
    differs: 'an operation no longer serves signed links',
    requests: breaking('A client that opens a link it has: `not found`.'),
    find: ceased(hasLinks, ({ called }) => `\`${called}\` no longer serves signed links`),
  },
  'signed-links-end-earlier': {
    differs: 'signed links end earlier',
    requests: unclear('A client that opens a link after the shorter time.'),
    at: locateLinks,
    find: inBoth(
      ({ called, old, now }) =>
        getLinkTime(now) < getLinkTime(old) && hasLinks(now) && `the signed links of \`${called}\` end earlier`,
    ),
  },
  'signed-links-end-later': {
    differs: 'signed links end later',
    requests: compatible,
    at: locateLinks,
    find: inBoth(
      ({ called, old, now }) =>
        getLinkTime(now) > getLinkTime(old) && hasLinks(old) && `the signed links of \`${called}\` end later`,
    ),
  },
  'resumable-uploads-added': {
    differs: 'an operation takes uploads in several requests',
    requests: compatible,
    at: locateUploads,
    find: became(hasUploads, ({ called }) => `\`${called}\` takes resumable uploads`),
  },
  'resumable-uploads-removed': {
    differs: 'an operation no longer takes uploads in several requests',
    requests: breaking('A client that uploads a file in several requests.'),
    find: ceased(hasUploads, ({ called }) => `\`${called}\` no longer takes resumable uploads`),
  },
  'resumable-uploads-end-earlier': {
    differs: 'resumable uploads end earlier',
    requests: unclear('A client that continues an upload after the shorter time.'),
    at: locateUploads,
    find: inBoth(
      ({ called, old, now }) =>
        getUploadTime(now) < getUploadTime(old) && hasUploads(now) && `resumable uploads of \`${called}\` end earlier`,
    ),
  },
  'resumable-uploads-end-later': {
    differs: 'resumable uploads end later',
    requests: compatible,
    at: locateUploads,
    find: inBoth(
      ({ called, old, now }) =>
        getUploadTime(now) > getUploadTime(old) && hasUploads(old) && `resumable uploads of \`${called}\` end later`,
    ),
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
  'creates-started': {
    differs: 'a sign in with an unknown account creates a record',
    requests: compatible,
    at: locateCreates,
    find: became(createsRecord, ({ called }) => `\`${called}\` creates a record for an unknown account`),
  },
  'creates-stopped': {
    differs: 'a sign in with an unknown account no longer creates a record',
    requests: breaking('A person without a record: `no account`.'),
    at: locateCreates,
    find: ceased(createsRecord, ({ called }) => `\`${called}\` creates no record for an unknown account`),
  },
  'creates-changed': {
    differs: 'a sign in gives other fields to the record that it creates',
    requests: unclear('A client that relies on the fields of new records.'),
    at: locateCreates,
    find: inBoth(({ comparison, called, old, now }) => {
      if (!createsRecord(old) || !createsRecord(now)) return undefined;
      const was = new Set(listCreated(old));
      const is = listCreated(now).map((field) => comparison.renamed.field(now.plan.resource ?? '', field));
      return (
        (was.size !== is.length || is.some((field) => !was.has(field))) &&
        `\`${called}\` creates records with other fields`
      );
    }),
  },
  'issuer-added': {
    differs: 'people may sign in with another issuer',
    requests: compatible,
    find: inBoth((pair) => describeIssuers(pair, 'may sign people in with', pair.now, pair.old)),
  },
  'issuer-removed': {
    differs: 'people may no longer sign in with an issuer',
    requests: breaking('A person who signs in with it, and the app that sends them there.'),
    find: inBoth((pair) => describeIssuers(pair, 'no longer signs people in with', pair.old, pair.now)),
  },
  'request-body-added': {
    differs: 'an operation takes a body where it took none',
    requests: compatible,
    find: inBoth((pair) => !ignoredUnknown(pair.comparison) && describeAddedBody(pair)),
  },
  'request-body-ignored-before': {
    differs: 'an operation takes a body where it took none, and unknown fields were ignored',
    requests: unclear('A client that already sends a body: its fields were ignored.'),
    find: inBoth((pair) => ignoredUnknown(pair.comparison) && describeAddedBody(pair)),
  },
  'request-body-removed': {
    differs: 'an operation no longer takes a body',
    requests: breaking('A client that sends one: its fields are unknown.'),
    find: inBoth(
      ({ called, old, now }) => statesBody(old) && statesNoBody(now) && `\`${called}\` no longer takes a body`,
    ),
  },
});

/** Describes the issuers that one side of `start sign in` has and the other one lacks; the row of Changes is that of the value. */
function describeIssuers({ called }: OperationPair, what: string, has: OperationSide, lacks: OperationSide) {
  const others = new Set(listIssuers(lacks));
  const found = listIssuers(has).filter((name) => !others.has(name));
  if (found.length === 0 || others.size === 0) return undefined;
  return { what: `\`${called}\` ${what} ${found.map((name) => `\`${name}\``).join(', ')}`, row: 'none' } as const;
}

function listIssuers({ plan: { session, input } }: OperationSide): readonly string[] {
  if (session?.does !== 'start sign in' || input?.kind !== 'object') return [];
  return input.members.flatMap(({ shape }) =>
    shape.kind === 'value' && shape.schema.type === 'choice' ? shape.schema.values : [],
  );
}

/** Whether an operation has no Request, and none that the language gives. */
function statesNoBody({ model }: Pick<OperationSide, 'model'>): boolean {
  return model.request === undefined && !isSignIn(model.name);
}

/** Whether the cell Request states a body, or the language gives one; lines such as Present password may add one without it. */
function statesBody({ model, plan }: OperationSide): boolean {
  return plan.input !== undefined && !statesNoBody({ model });
}

function describeAddedBody({ called, old, now }: Both<OperationPair>): string | false {
  return statesNoBody(old) && statesBody(now) && `\`${called}\` takes a body`;
}

/** Whether a placeholder at the same place of a path is another field of the resource, or of the record around it. */
function findsOtherwise({ comparison, old, now }: Both<OperationPair>): boolean {
  if (formatAnonymousPath(old.plan) !== formatAnonymousPath(now.plan)) return false;
  const { resource } = now.plan;
  const [before, after] = [old.plan, now.plan].map(({ segments }) =>
    segments.flatMap((segment) => (segment.kind === 'placeholder' && segment.of !== 'input' ? [segment] : [])),
  );
  if (before!.length !== after!.length) return false;
  return before!.some(({ field, by }, at) => {
    const is = after![at]!;
    const path = renamePath(comparison, resource, by === undefined ? [field] : [field, by]);
    return path.join('.') !== (is.by === undefined ? is.field : `${is.field}.${is.by}`);
  });
}
