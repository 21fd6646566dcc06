import type { Span } from '../text/place.ts';
import { quoted } from './problems-form.ts';

const partsRule =
  'A document has nine parts, each with its own ## heading, once and in this order: What the service does, Resources and ' +
  'their fields, States and transitions, Endpoints, Authentication, Events, Errors, Limits, Versioning.';
const titleRule = 'A document begins with one H1, the name of the service; prose below it is the summary.';
const subjectRule =
  'A ### heading names a subject of the part, a table of the part that has a heading, or Notes, under which all is prose.';
const placeRule =
  'A table is recognised by its column titles. A table of the part stands at the part’s level or under the heading that ' +
  'bears its name; under a subject’s heading only that subject’s tables may stand.';
const columnRule =
  'The columns of a table may stand in any order; none may be repeated, empty or foreign to the table.';
const cellRule = 'An empty cell or — is none; not shown records a gap in that one place.';
const factRule =
  'A top-level list item of the form "Name: value" is a fact line, so its name must be known where it stands; prose that ' +
  'needs such a list stands under ### Notes.';
const gapRule =
  'A paragraph that begins with aspects of the part, a colon and "not shown" or "none" records them; the words stand in ' +
  'plain text and end with a full stop or with the paragraph.';

const first = (span: Span, label = 'first here') => [{ span, label }];

/** "a, b or c", each quoted. */
function choice(words: readonly string[]): string {
  const all = words.map((word) => `"${word}"`);
  return all.length < 2 ? (all[0] ?? 'none') : `${all.slice(0, -1).join(', ')} or ${all[all.length - 1]}`;
}

/** What is said of headings, tables, cells, fact lines and gap sentences that the language does not know. */
export const meanings = {
  'missing-title': {
    rule: titleRule,
    says: () => ({ message: 'This document has no H1.', suggestion: '# Name of the service' }),
  },
  'second-title': {
    rule: titleRule,
    says: (title: string, before: Span) => ({
      message: `${quoted(title)} is a second H1.`,
      also: first(before),
      suggestion: `## ${title}`,
    }),
  },
  'text-before-title': {
    rule: titleRule,
    says: () => ({ message: 'Something stands before the H1.', label: 'move it below the H1' }),
  },
  'missing-part': {
    rule: partsRule,
    says: (title: string) => ({
      message: `The part "${title}" is missing.`,
      label: `write its heading, and "Not shown." below it if nothing is known`,
      suggestion: `## ${title}`,
    }),
  },
  'part-order': {
    rule: partsRule,
    says: (title: string, before: string, span: Span) => ({
      message: `The part "${title}" stands before "${before}".`,
      also: first(span, `"${before}" stands here`),
    }),
  },
  'unknown-part': {
    rule: partsRule,
    says: (title: string, near: string | undefined) => ({
      message: title === '' ? 'This heading is empty.' : `${quoted(title)} is no part of a document.`,
      suggestion: near,
    }),
  },
  'doubled-part': {
    rule: partsRule,
    says: (title: string, before: Span) => ({ message: `The part "${title}" stands here again.`, also: first(before) }),
  },
  'part-number': {
    rule: 'A number before a part’s title must be the part’s own (1 to 9).',
    says: (found: string, title: string, number: number) => ({
      message: `"${title}" is part ${number}, not ${found}.`,
      suggestion: String(number),
    }),
  },
  'unknown-heading': {
    rule: subjectRule,
    says: (title: string, part: string, near: string | undefined) => ({
      message:
        title === ''
          ? 'This heading is empty.'
          : `${quoted(title)} is no table of the part "${part}", which has no subjects.`,
      suggestion: near,
    }),
  },
  'heading-outside-part': {
    rule: subjectRule,
    says: (title: string) => `The heading ${quoted(title)} stands before the first part.`,
  },
  'doubled-subject': {
    rule: 'A subject’s heading may stand once in a part.',
    says: (title: string, before: Span) => ({
      message: `${quoted(title)} has a heading already.`,
      also: first(before),
    }),
  },
  'table-outside-part': { rule: placeRule, says: () => 'A table stands outside the parts.' },
  'unknown-table': {
    rule: placeRule,
    says: (titles: string, kinds: readonly string[], near: string | undefined) => ({
      message: `No table of this part has the columns ${titles}.`,
      label: kinds.length === 0 ? 'this part has no tables' : `known: ${kinds.join('; ')}`,
      suggestion: near,
    }),
  },
  'foreign-table': {
    rule: placeRule,
    says: (key: string, part: string) => ({
      message: `The table of "${key}" belongs to the part "${part}".`,
      label: `move it to "${part}"`,
    }),
  },
  'misplaced-table': {
    rule: placeRule,
    says: (key: string, where: string) => ({
      message: `The table of "${key}" may not stand here.`,
      label: `it stands ${where}`,
    }),
  },
  'unknown-column': {
    rule: columnRule,
    says: (title: string, near: string | undefined, known: readonly string[]) => ({
      message: `This table has no column ${quoted(title)}.`,
      label: near === undefined ? `not used yet: ${known.join(', ') || 'none'}` : `did you mean "${near}"?`,
      suggestion: near,
    }),
  },
  'doubled-column': {
    rule: columnRule,
    says: (title: string, before: Span) => ({
      message: `The column ${quoted(title)} stands here again.`,
      also: first(before),
    }),
  },
  'empty-column': { rule: columnRule, says: () => 'This column has no title.' },
  'missing-column': {
    rule: 'The required columns of a table must be there.',
    says: (titles: readonly string[], key: string) => ({
      message: `The table of "${key}" needs ${titles.length === 1 ? 'the column' : 'the columns'} ${titles.map((title) => `"${title}"`).join(' and ')}.`,
    }),
  },
  'doubled-key': {
    rule: 'A row’s key may stand once.',
    says: (title: string, key: string, before: Span) => ({
      message: `The ${title.toLowerCase()} ${quoted(key)} has a row already.`,
      also: first(before),
    }),
  },
  'missing-value': {
    rule: 'A required column has a value in every row.',
    says: (title: string) => ({ message: `The column "${title}" has no value in this row.`, label: 'write a value' }),
  },
  'key-not-shown': {
    rule: cellRule,
    says: (title: string) => ({
      message: `The column "${title}" names the row; it cannot be not shown.`,
      label: 'leave the row out, or name it',
    }),
  },
  'wrong-none': {
    rule: cellRule,
    says: (text: string) => ({ message: `"${text}" is not how none is written.`, suggestion: '—' }),
  },
  'odd-space': {
    rule: 'A machine cell holds no space other than U+0020.',
    says: (unit: number) => ({
      message: `A space U+${unit.toString(16).toUpperCase().padStart(4, '0')} stands here.`,
      suggestion: ' ',
    }),
  },
  'comment-in-cell': {
    rule: 'A comment may not stand inside a machine cell or a fact line.',
    says: () => ({ message: 'A comment stands inside this cell.', label: 'put it outside the table' }),
  },
  'unpaired-backtick': {
    rule: 'A code span is backticks, the text, the same backticks; a pipe inside a cell, in a code span too, is written \\|.',
    says: () => ({
      message: 'This backtick has no pair in its cell.',
      label: 'if a pipe in the code span has ended the cell, write it \\|',
      suggestion: '\\|',
    }),
  },
  'unknown-fact': {
    rule: factRule,
    says: (name: string, near: string | undefined, known: readonly string[]) => ({
      message: `The fact line ${quoted(name)} is not known here.`,
      label: known.length === 0 ? 'no fact lines are known here' : `known here: ${known.join(', ')}`,
      suggestion: near,
    }),
  },
  'misplaced-fact': {
    rule: factRule,
    says: (name: string, where: string) => ({
      message: `The fact line "${name}" may not stand here.`,
      label: `it stands ${where}`,
    }),
  },
  'doubled-fact': {
    rule: 'A fact line stands once; only In scope, Out of scope and Browsers from may be repeated.',
    says: (name: string, before: Span) => ({
      message: `The fact line "${name}" stands here again.`,
      also: first(before),
    }),
  },
  'empty-fact': {
    rule: 'A fact line is of the form "Name: value".',
    says: (name: string) => ({
      message: `The fact line "${name}" has no value.`,
      label: 'write a value, or — for none',
    }),
  },
  'doubled-colon': {
    rule: 'A fact line is of the form "Name: value".',
    says: (name: string) => ({ message: `The fact line "${name}" has two colons.`, label: 'one colon is enough' }),
  },
  'disguised-fact': {
    rule: 'A fact line is a top-level item of a -, * or + list, of the form "Name: value", its name in plain text or code.',
    says: (name: string, why: string, value: string) => ({
      message: `This item begins with "${name}" and is no fact line: ${why}.`,
      suggestion: `- ${name}: ${value}`,
    }),
  },
  'gap-without-verb': {
    rule: gapRule,
    says: (names: string) => ({
      message: `A paragraph that begins with ${quoted(`${names}:`)} must go on with "not shown" or "none" and a full stop.`,
      suggestion: `${names}: not shown.`,
    }),
  },
  'disguised-gap': {
    rule: gapRule,
    says: (meant: string) => ({
      message: 'This gap sentence records nothing: it stands in a quotation, a list, or in bold.',
      label: 'write it as a paragraph in plain text',
      suggestion: meant,
    }),
  },
  'gap-without-colon': {
    rule: gapRule,
    says: (found: string, meant: string) => ({
      message: `${quoted(found)} records nothing: a colon is due between the aspects and what is said of them.`,
      suggestion: `${meant[0]!.toUpperCase()}${meant.slice(1)}`,
    }),
  },
  'near-gap': {
    rule: gapRule,
    says: (found: string, near: string) => ({
      message: `${quoted(found)} is nearly a list of aspects.`,
      suggestion: near,
    }),
  },
  'no-gap': {
    rule: gapRule,
    says: (sentence: string, aspects: readonly string[]) => ({
      message: `${quoted(sentence)} reads like a record of gaps and is none.`,
      label: `the aspects of this part are ${choice(aspects)}`,
    }),
  },
  'near-verb': {
    rule: gapRule,
    says: (found: string, near: string) => ({ message: `${quoted(found)} is nearly "${near}".`, suggestion: near }),
  },
  'late-gap': {
    rule: gapRule,
    says: (sentence: string) => ({
      message: `${quoted(sentence)} has the form of a gap and does not begin its paragraph.`,
      label: 'give it a paragraph of its own',
    }),
  },
  'gap-outside-part': { rule: gapRule, says: () => 'A gap is recorded in the part to which it belongs, not here.' },
  'gap-not-alone': {
    rule: 'A gap sentence without names speaks of all aspects of its part and is the part’s only content besides prose.',
    says: (verb: string, also: Span) => ({
      message: `"${verb}" speaks of the whole part, which holds more.`,
      label: 'name the aspects',
      also: first(also, 'this stands in the part too'),
    }),
  },
  'recorded-twice': {
    rule: 'An aspect is recorded once.',
    says: (aspect: string, before: Span) => ({ message: `"${aspect}" is recorded already.`, also: first(before) }),
  },
  'recorded-and-stated': {
    rule: 'An aspect is recorded as a gap or stated, not both.',
    says: (aspect: string, stated: Span) => ({
      message: `"${aspect}" is recorded here, and it is stated.`,
      also: first(stated, 'stated here'),
    }),
  },
  'missing-aspect': {
    severity: 'warning',
    rule: 'Each aspect of a part is stated, or recorded as "not shown" or "none".',
    says: (aspect: string) => {
      const sentence = `${aspect.charAt(0).toUpperCase()}${aspect.slice(1)}`;
      return {
        message: `This part says nothing of "${aspect}".`,
        label: `state it, or write "${sentence}: not shown." or "${sentence}: none."`,
      };
    },
  },
} as const;
