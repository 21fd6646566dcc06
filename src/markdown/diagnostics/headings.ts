import { defineDiagnostics } from '../../diagnostics/diagnostic.ts';
import { labelFirst } from '../../diagnostics/words.ts';
import { enumerate } from '../../text/enumerate.ts';
import type { Span } from '../../text/location.ts';
import { quoteOnOneLine, quoteWords } from './form.ts';

const partsRule =
  'A document has nine parts, each under its own ## heading, at most once and in this order: What the service does, Resources and ' +
  'their fields, States and transitions, Endpoints, Authentication, Events, Errors, Limits, Versioning.';
const titleRule = 'A document begins with one H1, the name of the service.';
const subjectRule =
  'A ### heading names a subject of the part, a table of the part that has a heading, or Notes, which contains only prose.';

/** The diagnostics of the title, the headings of the parts, and headings below them. */
export const headings = defineDiagnostics('markdown', {
  'missing-title': {
    means: 'The document does not begin with a heading of level 1.',
    why: 'The heading is the name of the service in logs, descriptions and error messages.',
    note: titleRule,
    says: () => ({ message: 'This document has no H1.', suggestion: '# Name of the service' }),
  },
  'second-title': {
    means: 'The document has two headings of level 1.',
    why: 'A document describes one service, which has one name.',
    note: titleRule,
    says: (title: string, before: Span) => ({
      message: `${quoteOnOneLine(title)} is a second H1.`,
      also: labelFirst(before),
      suggestion: `## ${title}`,
    }),
  },
  'text-before-title': {
    means: 'The document has text before its heading of level 1.',
    why: 'The heading is the name of the service, and readers expect it first.',
    note: titleRule,
    says: () => ({ message: 'The document has content before the H1.', help: 'move it below the H1' }),
  },
  'missing-part': {
    severity: 'warning',
    means: 'The document has no heading for one or more of the nine parts.',
    why: 'Readers could not see whether the part was forgotten or left open on purpose.',
    note: 'A part without a heading is a gap: Nonet treats each of its aspects as not shown.',
    says: (titles: readonly string[]) => ({
      message:
        titles.length === 1
          ? `The part "${titles[0]}" is missing.`
          : `${titles.length} parts are missing: ${enumerate(quoteWords(titles), 'and')}.`,
      label: 'add the heading with "Not shown." or "None." below it',
      suggestion: `## ${titles[0]}`,
    }),
  },
  'part-order': {
    means: 'Two parts are not in the fixed order.',
    why: 'Readers find each part at the same position in every document.',
    note: partsRule,
    says: (title: string, before: string, span: Span) => ({
      message: `The part "${title}" comes before "${before}".`,
      also: [{ span, label: `"${title}" is here` }],
    }),
  },
  'unknown-part': {
    means: 'A heading of level 2 is not one of the nine parts.',
    why: 'The content below it would belong to no part.',
    note: partsRule,
    says: (title: string, near: string | undefined) => ({
      message: title === '' ? 'This heading is empty.' : `${quoteOnOneLine(title)} is not a part of a document.`,
      suggestion: near,
    }),
  },
  'duplicate-part': {
    means: 'A part has two headings.',
    why: 'Readers of the first heading would miss the content under the second.',
    note: partsRule,
    says: (title: string, before: Span) => ({
      message: `The part "${title}" is a duplicate.`,
      also: labelFirst(before),
    }),
  },
  'part-number': {
    means: 'The number before the title of a part is not its position.',
    why: 'Readers refer to parts by number, so a wrong one misleads them.',
    note: 'The number before the title of a part is its position, 1 to 9.',
    says: (found: string, title: string, number: number) => ({
      message: `"${title}" is part ${number}, not ${found}.`,
      suggestion: String(number),
    }),
  },
  'unknown-heading': {
    means: 'A heading of level 3 names nothing that this part can describe.',
    why: 'The content below it would have no effect.',
    note: subjectRule,
    says: (title: string, part: string, near: string | undefined) => ({
      message:
        title === ''
          ? 'This heading is empty.'
          : `${quoteOnOneLine(title)} is not a table of the part "${part}", which has no subjects.`,
      suggestion: near,
    }),
  },
  'heading-outside-part': {
    means: 'A heading of level 3 is before the first part.',
    why: 'Its content would belong to no part, so Nonet could not read it.',
    note: subjectRule,
    says: (title: string) => `The heading ${quoteOnOneLine(title)} is before the first part.`,
  },
  'duplicate-subject': {
    means: 'An item has two headings in the same part.',
    why: 'Readers of the first heading would miss the content under the second.',
    note: 'A subject has at most one heading in a part.',
    says: (title: string, before: Span) => ({
      message: `${quoteOnOneLine(title)} already has a heading.`,
      also: labelFirst(before),
    }),
  },
});
