import { defineDiagnostics } from '../../diagnostics/diagnostic.ts';
import { labelFirst } from '../../diagnostics/words.ts';
import { enumerate } from '../../text/enumerate.ts';
import type { Span } from '../../text/location.ts';
import { quoteOnOneLine, quoteWords } from './form.ts';

const gapRule =
  'A paragraph that begins with aspects of the part, a colon and "not shown" or "none" records them; the words stand in ' +
  'plain text and end with a full stop or with the paragraph.';

/** What is said of gap sentences, and of aspects that are neither stated nor recorded. */
export const gaps = defineDiagnostics('markdown', {
  'gap-without-verb': {
    note: gapRule,
    says: (names: string) => ({
      message: `A paragraph that begins with ${quoteOnOneLine(`${names}:`)} must go on with "not shown" or "none" and a full stop.`,
      suggestion: `${names}: not shown.`,
    }),
  },
  'disguised-gap': {
    note: gapRule,
    says: (meant: string) => ({
      message: 'This gap sentence records nothing: it stands in a quotation, a list, or in bold.',
      label: 'write it as a paragraph in plain text',
      suggestion: meant,
    }),
  },
  'gap-without-colon': {
    note: gapRule,
    says: (found: string, meant: string) => ({
      message: `${quoteOnOneLine(found)} records nothing: a colon is due between the aspects and what is said of them.`,
      suggestion: `${meant[0]!.toUpperCase()}${meant.slice(1)}`,
    }),
  },
  'near-gap': {
    note: gapRule,
    says: (found: string, near: string) => ({
      message: `${quoteOnOneLine(found)} is nearly a list of aspects.`,
      suggestion: near,
    }),
  },
  'no-gap': {
    note: gapRule,
    says: (sentence: string, aspects: readonly string[]) => ({
      message: `${quoteOnOneLine(sentence)} reads like a record of gaps and is none.`,
      label: `the aspects of this part are ${enumerate(quoteWords(aspects), 'and')}`,
    }),
  },
  'near-verb': {
    note: gapRule,
    says: (found: string, near: string) => ({
      message: `${quoteOnOneLine(found)} is nearly "${near}".`,
      suggestion: near,
    }),
  },
  'late-gap': {
    note: gapRule,
    says: (sentence: string) => ({
      message: `${quoteOnOneLine(sentence)} has the form of a gap and does not begin its paragraph.`,
      label: 'give it a paragraph of its own',
    }),
  },
  'gap-outside-part': { note: gapRule, says: () => 'A gap is recorded in the part to which it belongs, not here.' },
  'gap-not-alone': {
    note: 'A gap sentence without names speaks of all aspects of its part and is the part’s only content besides prose.',
    says: (verb: string, also: Span) => ({
      message: `"${verb}" speaks of the whole part, which holds more.`,
      label: 'name the aspects',
      also: [{ span: also, label: 'this stands in the part too' }],
    }),
  },
  'duplicate-gap': {
    note: 'An aspect is recorded once.',
    says: (aspect: string, before: Span) => ({ message: `"${aspect}" is recorded already.`, also: labelFirst(before) }),
  },
  'recorded-and-stated': {
    note: 'An aspect is recorded as a gap or stated, not both.',
    says: (aspect: string, stated: Span) => ({
      message: `"${aspect}" is recorded here, and it is stated.`,
      also: [{ span: stated, label: 'stated here' }],
    }),
  },
  'missing-aspect': {
    severity: 'warning',
    note: 'Each aspect of a part is stated, or recorded as "not shown" or "none".',
    says: (aspects: readonly string[]) => {
      const names = enumerate(aspects, 'and');
      const sentence = `${names.charAt(0).toUpperCase()}${names.slice(1)}: not shown.`;
      return {
        message: `This part does not mention ${enumerate(quoteWords(aspects), 'or')}.`,
        label: `state ${aspects.length === 1 ? 'it' : 'them'}, or write "${sentence}"`,
      };
    },
  },
});
