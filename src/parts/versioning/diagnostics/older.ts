import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { labelFirst, quoteSource, suggestNearest } from '../../../diagnostics/words.ts';
import { enumerate } from '../../../text/enumerate.ts';
import type { Span } from '../../../text/location.ts';

/** The diagnostics of parts of older documents without a row of Changes, and of requests that old clients cannot send. */
export const older = defineDiagnostics('versioning', {
  'dangling-reference': {
    means: 'An old version uses a field, a parameter or a path that it does not have.',
    why: 'Requests of old clients that use it would fail.',
    note: 'In an old version, paths and parameters use only fields of that version, and no shape is empty.',
    says: (field: string, place: string, added: readonly string[], suggestion?: string) => ({
      message: `The version below has no \`${field}\`, but ${place} uses it there and no row changes that.`,
      ...(added.length === 0
        ? {}
        : { help: `add a row \`added\` for ${enumerate(added.map(quoteSource), 'and')}`, suggestion }),
    }),
  },
  'older-path': {
    means: 'The old path or order of an operation uses a field that its version does not have.',
    why: 'Requests of old clients would fail.',
    note: 'The old path and the old order of an operation use the field names of the version below, of fields that are still stored.',
    says: (found: string, of: string, suggestion?: string) => ({
      message: `\`${found}\` is not a stored field of \`${of}\` in the version below.`,
      suggestion,
    }),
  },
  'converted-figure': {
    means: 'Old clients get other values of a field than the stored ones, and a list shows a figure of this field.',
    why: 'The database computes figures from the stored values, so old clients would get the figure of values that they do not know.',
    note: 'In an old version, a figure may be of a field that has another name, or whose states or `one of` have other names. In a list field, and in the key of groups, several values must not become one. An old version has each key of groups.',
    help: 'show the figure in an operation that the version adds',
    says: (figure: string, operation: string, field: string, isAdded: boolean) =>
      `\`${operation}\` shows \`${figure}\`, but old clients get ${isAdded ? 'no' : 'converted values of'} \`${field}\`.`,
  },
  'older-route': {
    means: 'Two operations have the same method and path in an old version.',
    why: 'The service could not decide which operation an old client calls.',
    note: 'Each method and path belongs to one operation in every version.',
    says: (route: string, other: string) => `\`${route}\` already belongs to \`${other}\` in the version below.`,
  },
  'older-default': {
    means: 'A default breaks the type or a constraint that an old version states for its field.',
    why: 'Requests of old clients that leave the field out would fail with an error that they cannot fix.',
    note: 'In an old version, a default fits the field as that version states it.',
    says: (
      field: string,
      version: string,
      why: string,
      missing?: { readonly field: string; readonly version: string },
    ) => ({
      message: `The default of \`${field}\` does not fit the field in version \`${version}\`: ${why}.`,
      help:
        missing === undefined
          ? 'write a default that the old field accepts'
          : `add a row \`default\` for \`${missing.field}\` to version \`${missing.version}\`, with the old default in Before, or an empty Before if there was none`,
    }),
  },
  'rule-stays': {
    severity: 'warning',
    means: 'A row of Changes gives an old condition for a rule, which also applies to old clients.',
    why: 'All versions share the stored records, so one rule protects them; the row only informs readers.',
    note: 'The current rules apply in every version. The old condition of a rule is only documentation.',
    says: (rule: string) => `The new rule \`${rule}\` also applies to old clients.`,
  },
  'discarded-value': {
    severity: 'warning',
    means: 'Old clients send a value that the current version has no use for.',
    why: 'Discarding data silently is rarely intended, so the row must choose it.',
    note: 'The value of `= <CEL>` for a removed field or parameter becomes the one that the same version added. If it added several, each row `added` sets its own value.',
    says: (found: string, added: number, isField: boolean) => {
      const each = ', or leave the cell empty and write `= <CEL>` in Old requests of each field that replaces it';
      return {
        message: `The value that old clients send for \`${found}\` is discarded: the version adds ${added === 0 ? 'nothing' : 'several'} to replace it.`,
        help: `write \`ignored\` to discard it, or \`refused\` to reject the request${isField && added > 0 ? each : ''}`,
      };
    },
  },
  'unknown-value': {
    severity: 'warning',
    means: 'Old clients may receive a value that their version does not have.',
    why: 'Software that knows only the old values would fail.',
    note: 'Old clients get the values of their version. If clients accept new values, declare `value added in responses` as `compatible` in Compatibility.',
    help: 'write `as <old value>` in Old responses',
    says: (value: string, field: string) =>
      `Old clients get the value \`${value}\` of \`${field}\`, which their version does not have.`,
  },
  'may-be-missing': {
    severity: 'warning',
    means: 'Old clients may receive no value for a field that their version requires.',
    why: 'Software that relies on the field would fail.',
    note: 'Old clients get each field that their version requires. If clients can do without it, declare `optional in responses` or `removed in responses` as `compatible` in Compatibility.',
    help: 'write `default <literal>` in Old responses',
    says: (field: string) => `Old clients may get no \`${field}\`, which is \`required\` in their version.`,
  },
  'cannot-create': {
    severity: 'warning',
    means: 'A new version requires a field that old clients do not send, so their creates fail.',
    why: 'Old clients cannot be changed; the service must fill in the field for them.',
    note: 'A field that old clients do not send gets its value from a default, from `default <literal>` in Old requests of the row `added` or `required`, or, if the Request does not require it, from an Effect.',
    says: (operation: string, field: string) =>
      `Old clients can no longer ${operation}: it requires \`${field}\`, which they do not send.`,
  },
  'duplicate-row': {
    means: 'A version has two rows of the same kind of change for one item.',
    why: 'The rows could contradict each other about the old form.',
    note: 'A version has at most one row of each kind of change for an item.',
    says: (verb: string, called: string, first: Span) => ({
      message: `This version has two rows \`${verb}\` for \`${called}\`.`,
      also: labelFirst(first),
    }),
  },
  'duplicate-value': {
    means: 'Two rows of a version set the same field for old clients.',
    why: 'The service could not decide which value to send.',
    note: 'In one version, a field has one Old responses and one Old requests.',
    says: (column: string, called: string, first: Span) => ({
      message: `Another row of this version already has ${column} for \`${called}\`.`,
      help: 'leave this cell empty, and use `has(…)` in one expression or give the field a `default`',
      also: labelFirst(first),
    }),
  },
  'added-too': {
    means: 'A version adds an item and also changes it.',
    why: 'An added item has no earlier form, so there is nothing to convert.',
    note: 'An item that a version adds has no other row in that version.',
    says: (called: string, first: Span) => ({
      message: `This version adds \`${called}\`, so it has no earlier form.`,
      also: [{ span: first, label: 'added here' }],
    }),
  },
  'duplicate-older-name': {
    means: 'Two rows of a version give the same old name to two fields.',
    why: 'A value that old clients send under this name would have two targets.',
    note: 'In one version, each old name belongs to one field.',
    says: (called: string) => `Two rows of this version use the old name \`${called}\`.`,
  },
  'older-name': {
    means: '`as` names a value or a code that the version before does not have.',
    why: 'Old clients would receive a value that they do not know.',
    note: '`as w` takes a value of the field, or an error code, of the version before.',
    says: (found: string, what: string, candidates: readonly string[]) => ({
      message: `\`${found}\` is not a ${what} of the version before.`,
      ...suggestNearest(found, candidates),
    }),
  },
});
