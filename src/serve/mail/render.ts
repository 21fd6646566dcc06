import type { EmailPlan, TemplatePlan } from '../../plan/plan.ts';
import { createHtmlWriter } from './html.ts';
import { fillSlots, markSlots } from './slots.ts';
import { type EmailValues, formatInline } from './values.ts';

/** The texts of an email. */
export interface EmailTexts {
  readonly subject: string;
  /** Markdown. */
  readonly text: string;
  /** A whole HTML document. */
  readonly html: string;
}

/** The maximum number of characters of a subject, and of all texts of an email. */
export const longestSubject = 250;
export const longestText = 1_048_576;

/** Parses the texts of an email once. Returns the function that writes them with values; it returns undefined for texts that are too long. */
export function createEmailRenderer({
  subject,
  text,
}: Pick<EmailPlan, 'subject' | 'text'>): (values: EmailValues) => EmailTexts | undefined {
  const plain = markSlots(unescapeBraces(text));
  const writeHtml = createHtmlWriter(markSlots(text));
  return (values) => {
    const texts = {
      subject: writeSubject(subject, values),
      text: `${fillSlots(plain.marked, plain.slots, values).trimEnd()}\n`,
    };
    if (texts.text.length > longestText) return undefined;
    const html = writeHtml(texts.subject, values);
    return html.length > longestText ? undefined : { ...texts, html };
  };
}

function unescapeBraces(template: TemplatePlan): TemplatePlan {
  return template.map((piece) => (typeof piece === 'string' ? piece.replaceAll('\\{', '{') : piece));
}

/** One line without control characters, cut after whole characters. */
function writeSubject(template: TemplatePlan, values: EmailValues): string {
  const text = unescapeBraces(template)
    .map((piece) => (typeof piece === 'string' ? piece : formatInline(values[piece.value])))
    .join('')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const characters = [...text];
  return characters.length <= longestSubject ? text : `${characters.slice(0, longestSubject - 1).join('')}…`;
}
