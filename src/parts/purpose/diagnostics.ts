import { defineDiagnostics } from '../../diagnostics/diagnostic.ts';
import { labelFirst, shorten } from '../../diagnostics/words.ts';
import type { Span } from '../../text/location.ts';

const scopeRule = 'Each statement is listed once, under `In scope` or `Out of scope`.';

const colorRule = 'Color is `#` and six hexadecimal digits, and has a contrast of 5:1 or more on white.';

/** The diagnostics of the part "What the service does". */
export const diagnostics = defineDiagnostics('purpose', {
  'in-and-out': {
    means: 'The same statement is listed as in scope and as out of scope.',
    why: 'Readers could not see whether the service does it.',
    note: scopeRule,
    says: (value: string, before: Span) => ({
      message: `“${shorten(value)}” is both in scope and out of scope.`,
      also: [{ span: before, label: 'in scope here' }],
    }),
  },
  'duplicate-statement': {
    severity: 'warning',
    means: 'The same statement is listed twice as in scope or out of scope.',
    why: 'The repetition adds nothing, and a later change of one line would contradict the other.',
    note: scopeRule,
    says: (value: string, bound: string, before: Span) => ({
      message: `“${shorten(value)}” is listed twice as ${bound.toLowerCase()}.`,
      also: labelFirst(before),
    }),
  },
  'website-form': {
    means: 'The value of Website is not an address that browsers open.',
    why: 'The documentation page links to it.',
    note: 'Website is an `https` URL.',
    help: 'write the whole address: https://shop.example',
    says: (found: string) => `\`${shorten(found)}\` is not the address of a website.`,
  },
  'logo-form': {
    means: 'The value of Logo is not the address of an image.',
    why: 'The documentation page shows the image, and allows browsers to load this one alone.',
    note: 'Logo is an `https` URL, or the image itself as a `data:image` URL in base64.',
    help: 'write the whole address: https://shop.example/logo.svg',
    says: (found: string) => `\`${shorten(found)}\` is not the address of an image.`,
  },
  'color-form': {
    means: 'The value of Color is not a color of six hexadecimal digits.',
    why: 'The documentation page computes the colors of its dark side from it.',
    note: colorRule,
    help: 'write red, green and blue in hexadecimal: #0a7244',
    says: (found: string) => `\`${shorten(found)}\` is not a color.`,
  },
  'color-contrast': {
    means: 'Text in the color of the service is hard to read on white.',
    why: 'The documentation page writes links and buttons in the color, and people with low vision must be able to read them.',
    note: colorRule,
    says: (color: string, contrast: string, darker: string) => ({
      message: `\`${color}\` has a contrast of ${contrast}:1 on white.`,
      suggestion: darker,
    }),
  },
});
