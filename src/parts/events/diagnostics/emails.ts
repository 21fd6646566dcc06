import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { suggestNearest } from '../../../diagnostics/words.ts';

/** The diagnostics of emails. */
export const emailDiagnostics = defineDiagnostics('events', {
  'email-name': {
    means: 'The name of an email has characters that are not allowed, or is the heading of a table.',
    why: 'The text of an email is below the heading with its name, and commands name it.',
    note: 'An email has a name of a lower-case letter or digit, then letters, digits, `_`, `-` and `.`; `events`, `delivery`, `emails` and `notes` are headings.',
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` cannot be the name of an email.`,
      suggestion,
    }),
  },
  'email-code-span': {
    means: 'To is not an expression in a code span.',
    why: 'Markdown changes characters outside code spans, and expressions depend on them.',
    note: 'To is an expression of an address, in a code span: `` `email` ``, `` `customer.email` ``.',
    says: (found: string) => ({
      message: `\`${found.replaceAll('`', '')}\` in To is not an expression in a code span.`,
      suggestion: found.includes('`') ? undefined : `\`${found}\``,
    }),
  },
  'unknown-email': {
    means: 'A heading of the part Events is not the name of an email or of a table.',
    why: 'The text below it would never be sent.',
    note: 'A `###` heading of this part is the name of a row of Emails, `Events`, `Delivery`, `Emails` or `Notes`.',
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` is not the name of an email.`,
      suggestion,
    }),
  },
  'email-text': {
    means: 'An email has no text.',
    why: 'Its recipients would get an empty email.',
    note: 'The text of an email is a quotation below the `###` heading with its name: each line begins with `>`.',
    says: (name: string, suggestion?: string) => ({
      message: `The email \`${name}\` has no text.`,
      suggestion,
      help:
        suggestion === undefined
          ? `write the heading \`### ${name}\`, and below it the text as a quotation`
          : 'begin each line of the text with `>`',
    }),
  },
  'email-brace': {
    means: 'The text or subject of an email has a `{` without its `}`, or nothing between the two.',
    why: 'Between the braces is an expression, so its end must be clear.',
    note: 'An expression is between braces in one line: `{total}`. A brace of the text itself is written `\\{`.',
    says: (found: string, why: 'open' | 'empty') => ({
      message: why === 'open' ? `\`${found}\` has no \`}\` in this line.` : `\`${found}\` contains no expression.`,
      help: 'write the expression and `}`, or `\\{` for a brace',
    }),
  },
  'email-html': {
    means: 'The text of an email contains HTML or an image.',
    why: 'The plain text of the email would show the tags, and mail programs block images and much of HTML.',
    note: 'The text of an email is Markdown: paragraphs, lists, headings, quotations, code, emphasis and links.',
    says: (found: string) => ({
      message: `\`${found}\` is ${found.startsWith('![') ? 'an image' : 'HTML'}, which an email does not contain.`,
      help: found.startsWith('![') ? 'write a link' : 'write Markdown, or `\\<` for the character itself',
    }),
  },
  'email-link': {
    means: 'A link in the text of an email does not lead to a web page or an email address.',
    why: 'An email has no address of its own, so a path leads nowhere; and mail programs block other schemes.',
    note: 'A link in an email begins with `https://`, `http://` or `mailto:`, or with an expression of a URL: `[Your invoice]({self})`.',
    says: (found: string) => `\`${found}\` is not a link that an email can contain.`,
  },
  'email-from': {
    means: 'The line From is not one email address.',
    why: 'Mail servers reject emails without a valid sender.',
    note: 'From is an address, or a name and an address: `Acme <no-reply@acme.example>`.',
    says: (found: string) => `\`${found}\` is not an email address with or without a name.`,
  },
  'email-to': {
    means: 'To is not an expression of an email address.',
    why: 'The service would not know where to send the email.',
    note: 'To is a string, such as a field of type `email`, or a list of strings. If it is absent, null or empty, nothing is sent.',
    says: (found: string, type: string, candidates: readonly string[]) => ({
      message: `\`${found}\` is ${type}, not an email address.`,
      ...suggestNearest(found, candidates),
    }),
  },
  'email-value': {
    means: 'An email shows a value that has no form as text.',
    why: 'An object or a map has no single form that people can read.',
    note: 'An email shows strings, numbers, booleans, dates and times, and lists of these.',
    says: (found: string, type: string) => `\`${found}\` cannot be shown in an email: it is ${type}.`,
  },
  'email-token': {
    means: 'An email shows a token at an event other than the create of its record.',
    why: 'Nonet stores the hash of a token only, so the token itself is known in the create alone.',
    note: 'An email shows a token of the record by its name alone, such as `{link}`, at an event of `create X`.',
    says: (field: string, resource: string) => ({
      message: `The token \`${field}\` is known only when \`${resource}\` is created.`,
      help: `let the event of the email happen at \`create ${resource}\` only`,
    }),
  },
  'email-without-record': {
    means: 'An email is sent at an event that has no record.',
    why: 'An email reads its address and its values from the record of its event.',
    note: 'An email names an event of a record; an event that is `emitted by` an operation without a resource has none.',
    says: (event: string) => `The event \`${event}\` has no record, so it cannot cause an email.`,
  },
});
