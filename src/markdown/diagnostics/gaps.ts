import { defineDiagnostics } from '../../diagnostics/diagnostic.ts';
import { labelFirst } from '../../diagnostics/words.ts';
import { enumerate } from '../../text/enumerate.ts';
import type { Span } from '../../text/location.ts';
import { quoteOnOneLine, quoteWords } from './form.ts';

const gapRule =
  'A gap sentence begins its paragraph, in plain text: aspects of the part, a colon, "not shown" or "none", ' +
  'and a full stop or the end of the paragraph.';

/** What is said of gap sentences, and of aspects that are neither stated nor recorded. */
export const gaps = defineDiagnostics('markdown', {
  'gap-without-verb': {
    note: gapRule,
    says: (names: string) => ({
      message: `Expected "not shown" or "none" and a full stop after ${quoteOnOneLine(`${names}:`)}.`,
      suggestion: `${names}: not shown.`,
    }),
  },
  'disguised-gap': {
    note: gapRule,
    says: (meant: string) => ({
      message: 'This gap sentence records nothing: it is in a quotation, a list or bold text.',
      help: 'write it as a paragraph in plain text',
      suggestion: meant,
    }),
  },
  'gap-without-colon': {
    note: gapRule,
    says: (found: string, meant: string) => ({
      message: `${quoteOnOneLine(found)} records nothing: expected a colon after the aspects.`,
      suggestion: `${meant[0]!.toUpperCase()}${meant.slice(1)}`,
    }),
  },
  'near-gap': {
    note: gapRule,
    says: (found: string, near: string) => ({
      message: `${quoteOnOneLine(found)} is not a list of aspects, but similar to one.`,
      suggestion: near,
    }),
  },
  'no-gap': {
    note: gapRule,
    says: (sentence: string, aspects: readonly string[]) => ({
      message: `${quoteOnOneLine(sentence)} looks like a gap sentence but is not one.`,
      label: `the aspects of this part are ${enumerate(quoteWords(aspects), 'and')}`,
    }),
  },
  'near-verb': {
    note: gapRule,
    says: (found: string, near: string) => ({
      message: `Unknown word ${quoteOnOneLine(found)}, similar to "${near}".`,
      suggestion: near,
    }),
  },
  'late-gap': {
    note: gapRule,
    says: (sentence: string) => ({
      message: `${quoteOnOneLine(sentence)} looks like a gap sentence but does not begin its paragraph.`,
      help: 'move it to a paragraph of its own',
    }),
  },
  'gap-outside-part': { note: gapRule, says: () => 'This gap sentence is outside the parts.' },
  'gap-not-alone': {
    note: 'A gap sentence without aspects covers the whole part, so the part contains nothing else but prose.',
    says: (verb: string, also: Span) => ({
      message: `"${verb}" covers the whole part, but the part has other content.`,
      help: `write the aspects and a colon before "${verb}"`,
      also: [{ span: also, label: 'other content of the part' }],
    }),
  },
  'duplicate-gap': {
    note: 'An aspect is recorded once.',
    says: (aspect: string, before: Span) => ({ message: `"${aspect}" is already recorded.`, also: labelFirst(before) }),
  },
  'recorded-and-stated': {
    note: 'An aspect is either recorded as a gap or stated.',
    says: (aspect: string, stated: Span) => ({
      message: `"${aspect}" is recorded as a gap here, but the part states it.`,
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
        help: `state ${aspects.length === 1 ? 'it' : 'them'}, or write "${sentence}"`,
      };
    },
  },
});
