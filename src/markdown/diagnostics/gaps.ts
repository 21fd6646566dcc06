import { defineDiagnostics } from '../../diagnostics/diagnostic.ts';
import { labelFirst } from '../../diagnostics/words.ts';
import { enumerate } from '../../text/enumerate.ts';
import type { Span } from '../../text/location.ts';
import { quoteOnOneLine, quoteWords } from './form.ts';

const gapRule =
  'A gap sentence begins its paragraph, in plain text: aspects of the part, a colon, "not shown" or "none", ' +
  'and a full stop or the end of the paragraph.';

/** The diagnostics of gap sentences, and of aspects that are neither stated nor recorded. */
export const gaps = defineDiagnostics('markdown', {
  'gap-without-verb': {
    means: 'A sentence names aspects and a colon, but not "not shown" or "none" after it.',
    why: 'Readers would take it for a recorded gap, but it records nothing.',
    note: gapRule,
    says: (names: string) => ({
      message: `Expected "not shown" or "none" and a full stop after ${quoteOnOneLine(`${names}:`)}.`,
      suggestion: `${names}: not shown.`,
    }),
  },
  'disguised-gap': {
    means: 'A gap sentence is in a quotation, a list or bold text.',
    why: 'Readers would take it for a recorded gap, but Nonet counts only sentences in plain text.',
    note: gapRule,
    says: (meant: string) => ({
      message: 'This gap sentence records nothing: it is in a quotation, a list or bold text.',
      help: 'write it as a paragraph in plain text',
      suggestion: meant,
    }),
  },
  'gap-without-colon': {
    means: 'A gap sentence has no colon after the aspects.',
    why: 'Nonet reads prose freely, so only the exact form separates a recorded gap from a remark.',
    note: gapRule,
    says: (found: string, meant: string) => ({
      message: `${quoteOnOneLine(found)} records nothing: expected a colon after the aspects.`,
      suggestion: `${meant[0]!.toUpperCase()}${meant.slice(1)}`,
    }),
  },
  'near-gap': {
    means: 'A sentence is almost a gap sentence, but one of its aspects is misspelled.',
    why: 'Readers would take it for a recorded gap, but it records nothing.',
    note: gapRule,
    says: (found: string, near: string) => ({
      message: `${quoteOnOneLine(found)} is not a list of aspects, but similar to one.`,
      suggestion: near,
    }),
  },
  'no-gap': {
    means: 'A sentence looks like a gap sentence, but does not name aspects of its part.',
    why: 'Readers would take it for a recorded gap, but it records nothing.',
    note: gapRule,
    says: (sentence: string, aspects: readonly string[], isTitle?: boolean) => ({
      message: `${quoteOnOneLine(sentence)} looks like a gap sentence but is not one.`,
      label: `the aspects of this part are ${enumerate(quoteWords(aspects), 'and')}`,
      ...(isTitle === true && { help: 'remove it: a line or column that is not there needs no gap', suggestion: '' }),
    }),
  },
  'near-verb': {
    means: 'A sentence is almost "Not shown." or "None.", but misspelled.',
    why: 'Readers would take it for a recorded gap, but it records nothing.',
    note: gapRule,
    says: (found: string, near: string) => ({
      message: `Unknown word ${quoteOnOneLine(found)}, similar to "${near}".`,
      suggestion: near,
    }),
  },
  'late-gap': {
    means: 'A gap sentence follows other text in its paragraph.',
    why: 'Only a sentence at the beginning of a paragraph is recorded, so that no gap hides in prose.',
    note: gapRule,
    help: 'move it to a paragraph of its own',
    says: (sentence: string, suggestion: string) => ({
      message: `${quoteOnOneLine(sentence)} looks like a gap sentence but does not begin its paragraph.`,
      suggestion,
    }),
  },
  'gap-outside-part': {
    means: 'A gap sentence is before the first part.',
    why: 'A gap belongs to the part whose aspects it records.',
    note: gapRule,
    says: () => 'This gap sentence is outside the parts.',
  },
  'gap-not-alone': {
    means: 'A sentence records the whole part as a gap, but the part has other content.',
    why: 'The part would be stated and not stated at the same time.',
    note: 'A gap sentence without aspects covers the whole part, so the part contains nothing else but prose.',
    says: (verb: string, also: Span) => ({
      message: `"${verb}" covers the whole part, but the part has other content.`,
      help: `write the aspects and a colon before "${verb}"`,
      also: [{ span: also, label: 'other content of the part' }],
    }),
  },
  'duplicate-gap': {
    means: 'The same aspect is recorded as a gap twice.',
    why: 'The two sentences could contradict each other, one with "not shown" and one with "none".',
    note: 'An aspect is recorded once.',
    says: (aspect: string, before: Span) => ({ message: `"${aspect}" is already recorded.`, also: labelFirst(before) }),
  },
  'recorded-and-stated': {
    means: 'A gap sentence records an aspect that the part states.',
    why: 'The aspect would be stated and not stated at the same time.',
    note: 'An aspect is either recorded as a gap or stated.',
    says: (aspect: string, stated: Span) => ({
      message: `"${aspect}" is recorded as a gap here, but the part states it.`,
      also: [{ span: stated, label: 'stated here' }],
    }),
  },
  'missing-aspect': {
    severity: 'warning',
    means: 'A part leaves one of its aspects open: it neither states it nor records it as a gap.',
    why: 'Readers could not see whether the aspect was forgotten or left open on purpose.',
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
