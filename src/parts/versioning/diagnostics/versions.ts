import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { suggestNearest } from '../../../diagnostics/words.ts';
import { afterSunsets, formatWordList, placements, statuses } from '../words.ts';

/** What is said of the versions, how they are placed, and what holds for requests that name none. */
export const versions = defineDiagnostics('versioning', {
  name: {
    note: 'A version name begins with a lower-case letter or a digit and continues with letters, digits, `_`, `-` and `.`.',
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` is not a valid version name.`,
      suggestion,
    }),
  },
  'unknown-status': {
    note: `The Status of a version is one of ${formatWordList(statuses)}.`,
    says: (found: string) => ({
      message: `Unknown Status \`${found}\`.`,
      ...suggestNearest(found, statuses),
    }),
  },
  date: {
    note: 'Released and Sunset are calendar dates, `YYYY-MM-DD`.',
    says: (found: string) => ({
      message: `\`${found}\` is not a date.`,
      help: 'write a date such as `2026-11-01`',
    }),
  },
  'unknown-placement': {
    note: `A version is sent in ${formatWordList(placements)}.`,
    says: (found: string) => ({
      message: `A version cannot be sent in \`${found}\`.`,
      ...suggestNearest(found, placements),
    }),
  },
  'placement-name': {
    note: 'The Name of a placement is a header, a path prefix such as `/v{version}`, a query parameter, or a media type such as `application/vnd.invoices.{version}+json`.',
    says: (found: string, why: string, suggestion?: string) => ({ message: `\`${found}\` ${why}.`, suggestion }),
  },
  'empty-item': {
    note: 'Items of a cell are separated by single `;`.',
    says: (column: string) => `An item is missing in ${column} beside this \`;\`.`,
  },
  'unknown-compatibility': {
    note: 'Change is a kind of change, optionally followed by `in requests` or `in responses`.',
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` is not a kind of change.`, suggestion }),
  },
  'no-current': {
    note: 'Exactly one version is `current`.',
    says: () => ({ message: 'No version is `current`.', help: 'set the Status of one version to `current`' }),
  },
  'two-current': {
    note: 'Exactly one version is `current`.',
    says: (found: string, first: string) => `Two versions are \`current\`: \`${first}\` and \`${found}\`.`,
  },
  'above-current': {
    note: 'Rows are ordered newest first. Only previews come before the current version, and none after it.',
    says: (found: string, status: string, above: boolean) =>
      above
        ? `\`${found}\` is \`${status}\`, but comes before the current version.`
        : `\`${found}\` is a \`preview\`, but comes after the current version.`,
  },
  order: {
    note: 'Rows are ordered newest first, by name and by Released.',
    says: (found: string, above: string) => `\`${found}\` is later than \`${above}\` in the row above.`,
  },
  'sunset-past': {
    severity: 'warning',
    note: 'After sunset says whether a version is `served` or `gone` from its Sunset on; the service keeps serving it if the cell is empty.',
    says: (version: string, sunset: string) =>
      `The sunset of \`${version}\`, ${sunset}, has passed, and After sunset does not say whether it is still served.`,
  },
  'sunset-gone': {
    severity: 'warning',
    note: 'From its Sunset on, the service answers a version that is `gone` by `retired version`.',
    says: (version: string, sunset: string) =>
      `The service does not serve \`${version}\` any more: it is \`gone\` since ${sunset}.`,
  },
  'unknown-after-sunset': {
    note: 'After sunset is `served` or `gone`.',
    says: (found: string) => ({
      message: `Unknown value \`${found}\` of After sunset.`,
      ...suggestNearest(found, afterSunsets),
    }),
  },
  'after-sunset-without-sunset': {
    note: 'After sunset says what happens from the day in Sunset on.',
    says: (version: string) => `The version \`${version}\` has a value in After sunset, but no day in Sunset.`,
  },
  'after-sunset-status': {
    note: 'Only a version that is `supported` or `deprecated` can be `gone` later; one that is `retired` is not served already.',
    says: (version: string, status: string, found: string) =>
      `The version \`${version}\` is \`${status}\`, so it cannot be \`${found}\` after its sunset.`,
  },
  'gone-when-absent': {
    severity: 'warning',
    note: 'From the Sunset of a `gone` version on, the service rejects requests that mean this version, by name or by When absent.',
    says: (version: string, sunset: string) =>
      `From ${sunset} on, a request that names no version gets \`retired version\`, because it means \`${version}\`.`,
  },
  'sunset-before-deprecation': {
    note: 'A deprecated version is deprecated since the next newer one was released; its sunset is not earlier (RFC 9745, section 4).',
    says: (sunset: string, released: string) =>
      `The sunset ${sunset} is before ${released}, from which day the version is deprecated.`,
  },
  'sunset-before-release': {
    note: 'A version is released before its sunset.',
    says: (sunset: string, released: string) => `The sunset ${sunset} is not after the release ${released}.`,
  },
  'when-absent': {
    note: 'When absent is `current`, `refused`, or a version of the document.',
    says: (found: string, candidates: readonly string[]) => ({
      message: `Unknown version \`${found}\`.`,
      ...suggestNearest(found, candidates),
    }),
  },
  'retired-when-absent': {
    note: 'When absent is a version that is still served.',
    says: (found: string) => `\`${found}\` is retired, so it cannot serve requests without a version.`,
  },
  'unknown-version': {
    note: 'Version is a version of the table Versions.',
    says: (found: string, candidates: readonly string[]) => ({
      message: `Unknown version \`${found}\`.`,
      ...suggestNearest(found, candidates),
    }),
  },
  'oldest-version': {
    note: 'A row of Changes belongs to the version that introduced the change.',
    says: (found: string) => `\`${found}\` is the oldest version, so it has no changes.`,
  },
});
