import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { quoteSource, sayUnknown } from '../../../diagnostics/words.ts';
import { formatWordList, placements, statuses } from '../words.ts';

/** The diagnostics of the versions, how they are placed, and of requests without a version. */
export const versions = defineDiagnostics('versioning', {
  name: {
    means: 'The name of a version has characters that are not allowed.',
    why: 'Clients send the name in headers or paths, so names have one plain form.',
    note: 'A version name begins with a lower-case letter or a digit and continues with letters, digits, `_`, `-` and `.`.',
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` is not a valid version name.`,
      suggestion,
    }),
  },
  'unknown-status': {
    means: 'The Status of a version is not one that Nonet knows.',
    why: 'The status decides whether the version is served and announced as deprecated.',
    note: `The Status of a version is one of ${formatWordList(statuses)}.`,
    says: sayUnknown('Status'),
  },
  date: {
    means: 'Released or Sunset is not a day of the calendar.',
    why: 'The service announces both days to clients in response headers.',
    note: 'Released and Sunset are calendar dates, `YYYY-MM-DD`.',
    help: 'write a date such as `2026-11-01`',
    says: (found: string) => `\`${found}\` is not a date.`,
  },
  'unknown-placement': {
    means: 'Sent in is not a location in which requests can carry a version.',
    why: 'The service reads the version of a request from there.',
    note: `A version is sent in ${formatWordList(placements)}.`,
    says: (found: string, suggestion?: string) => ({
      message: `A version cannot be sent in \`${found}\`.`,
      suggestion,
    }),
  },
  'placement-name': {
    means: 'The Name of a placement cannot carry the version.',
    why: 'The service reads the version of a request from there.',
    note: 'The Name of a placement is a header, a path prefix such as `/v{version}`, a query parameter, or a media type such as `application/vnd.invoices.{version}+json`.',
    says: (found: string, why: string, suggestion?: string) => ({ message: `\`${found}\` ${why}.`, suggestion }),
  },
  'unknown-compatibility': {
    means: 'A row of Compatibility is not about a kind of change.',
    why: 'The row would have no effect on `nonet compare`.',
    note: 'Change is a kind of change, optionally followed by `in requests` or `in responses`.',
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` is not a kind of change.`, suggestion }),
  },
  'no-current': {
    means: 'None of the versions is current.',
    why: 'New clients need one version that the document describes.',
    note: 'Exactly one version is `current`.',
    says: () => ({ message: 'No version is `current`.', help: 'set the Status of one version to `current`' }),
  },
  'two-current': {
    means: 'Two versions are current.',
    why: 'A document describes one current version; the others are converted from it.',
    note: 'Exactly one version is `current`.',
    says: (found: string, first: string) => `Two versions are \`current\`: \`${first}\` and \`${found}\`.`,
  },
  'above-current': {
    means: 'A version that is not a preview is listed before the current one.',
    why: 'The rows are ordered newest first, so it would be newer than the current version.',
    note: 'Rows are ordered newest first. Only previews come before the current version, and none after it.',
    says: (found: string, status: string, above: boolean) =>
      above
        ? `\`${found}\` is \`${status}\`, but comes before the current version.`
        : `\`${found}\` is a \`preview\`, but comes after the current version.`,
  },
  order: {
    means: 'A row of Versions is newer than the row above it.',
    why: 'Readers and clients find the newest version first.',
    note: 'Rows are ordered newest first, by name and by Released.',
    says: (found: string, above: string) => `\`${found}\` is later than \`${above}\` in the row above.`,
  },
  'sunset-past': {
    severity: 'warning',
    means: 'The sunset of a version has passed, but the document does not state whether it is still served.',
    why: 'Clients plan for the announced day, so the document must state what happens then.',
    note: 'After sunset says whether a version is `served` or `gone` from its Sunset on; the service keeps serving it if the cell is empty.',
    says: (version: string, sunset: string) =>
      `The sunset of \`${version}\`, ${sunset}, has passed, and After sunset does not say whether it is still served.`,
  },
  'sunset-gone': {
    severity: 'warning',
    means: 'The sunset of a version that is `gone` afterwards has passed.',
    why: 'The service rejects its clients already; the document should not promise the version any more.',
    note: 'From the Sunset of a `gone` version on, the service rejects its requests with `retired version`.',
    says: (version: string, sunset: string) =>
      `The service does not serve \`${version}\` any more: it is \`gone\` since ${sunset}.`,
  },
  'unknown-after-sunset': {
    means: 'After sunset is neither `served` nor `gone`.',
    why: 'The cell decides whether old clients are rejected after the announced day.',
    note: 'After sunset is `served` or `gone`.',
    says: (found: string, suggestion?: string) => ({
      message: `Unknown value \`${found}\` of After sunset.`,
      suggestion,
    }),
  },
  'after-sunset-without-sunset': {
    means: 'After sunset is set, but the version has no day in Sunset.',
    why: 'Without a day, the cell has no effect.',
    note: 'After sunset says what happens from the day in Sunset on.',
    says: (version: string) => `The version \`${version}\` has a value in After sunset, but no day in Sunset.`,
  },
  'after-sunset-status': {
    means: 'After sunset is set for a version that has no later end.',
    why: 'The current version is always served, and a retired one has ended already.',
    note: 'Only a version that is `supported` or `deprecated` can be `gone` later; one that is `retired` is not served already.',
    says: (version: string, status: string, found: string) =>
      `The version \`${version}\` is \`${status}\`, so it cannot be \`${found}\` after its sunset.`,
  },
  'gone-when-absent': {
    severity: 'warning',
    means: 'Requests without a version mean one that ends at its sunset.',
    why: 'From that day on, every such request would fail.',
    note: 'From the Sunset of a `gone` version on, the service rejects requests that mean this version, by name or by When absent.',
    says: (version: string, sunset: string) =>
      `From ${sunset} on, a request that names no version gets \`retired version\`, because it means \`${version}\`.`,
  },
  'version-in-base': {
    severity: 'warning',
    means: 'The Base URL ends in a version, and the version in the path follows it.',
    why: 'Paths would have the version twice, as in `/v1/v1/invoices`.',
    note: 'With the version in the path, the Base URL ends before it: the service adds the version to each path.',
    says: (prefix: string, suggestion: string) => ({
      message: `The Base URL ends in \`${prefix}\`, so paths begin with \`${prefix}${prefix}\`.`,
      suggestion,
    }),
  },
  'sunset-before-deprecation': {
    means: 'The sunset of a version is before the day of its deprecation.',
    why: 'Clients need time between the announcement and the end.',
    note: 'A deprecated version is deprecated since the next newer one was released; its sunset is not earlier (RFC 9745, section 4).',
    says: (sunset: string, released: string) =>
      `The sunset ${sunset} is before ${released}, from which day the version is deprecated.`,
  },
  'sunset-before-release': {
    means: 'The sunset of a version is before its release.',
    why: 'The version would have ended before it began.',
    note: 'A version is released before its sunset.',
    says: (sunset: string, released: string) => `The sunset ${sunset} is not after the release ${released}.`,
  },
  'retired-when-absent': {
    means: 'Requests without a version mean one that is no longer served.',
    why: 'Every such request would fail.',
    note: 'When absent is a version that is still served.',
    says: (found: string) => `\`${found}\` is retired, so it cannot serve requests without a version.`,
  },
  'unknown-version': {
    means: 'When absent, or Version of a row of Changes, is a version that is not in the table Versions.',
    why: 'The cell decides what a request without a version means, or which version a row converts.',
    note: 'Version is a version of the table Versions, and When absent one of them, `current` or `refused`.',
    says: (found: string, suggestion?: string) => ({
      message: `Unknown version ${quoteSource(found)}.`,
      ...(suggestion === undefined
        ? { help: `add a row for ${quoteSource(found)} to the table Versions, or name one of its versions` }
        : { suggestion }),
    }),
  },
  'oldest-version': {
    means: 'A row of Changes belongs to the oldest version.',
    why: 'Changes lead from one version to the next, and nothing precedes the oldest.',
    note: 'A row of Changes belongs to the version that introduced the change.',
    says: (found: string) => `\`${found}\` is the oldest version, so it has no changes.`,
  },
});
