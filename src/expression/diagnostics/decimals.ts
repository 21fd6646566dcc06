import { isDecimal } from '../../text/numbers/decimals.ts';

/** The mistakes in expressions with decimals. */
export const decimals = {
  'bad-decimal': {
    means: 'A string in the place of a decimal is not a decimal.',
    why: 'The expression would fail for every record.',
    note: 'A decimal has the form `-?(0|[1-9][0-9]*)(.[0-9]+)?` and at most 38 digits.',
    says: (text: string) => {
      const meant = text.replace(',', '.').replace(/^\./, '0.');
      const message = `"${text}" is not a decimal.`;
      return meant !== text && isDecimal(meant)
        ? { message, suggestion: `"${meant}"` }
        : { message, help: 'write for example `"12.50"`' };
    },
  },
  'number-as-decimal': {
    means: 'A literal with a point is in the place of a decimal.',
    why: 'Such a literal is a number, which is not exact.',
    note: 'A literal of a decimal is a string: `decimal("12.50")`. An integer needs none: `price * 2`.',
    says: (text: string) => ({
      message: `\`${text}\` is a number, not a decimal.`,
      suggestion: `decimal("${text}")`,
    }),
  },
  'decimal-quotient': {
    means: 'An expression divides by `/` or `%`, and one side is a decimal.',
    why: 'A quotient of decimals may have no last digit, so the expression states how it is rounded.',
    note: '`divide(a, b, places)` gives a quotient with a number of fraction digits; a half is rounded away from zero.',
    help: 'write for example `divide(a, b, 2)`',
    says: (operator: string) => `\`${operator}\` cannot be used on a decimal.`,
  },
  'bad-places': {
    means: 'The last argument of `round` or `divide` is not a number of fraction digits.',
    why: 'The number of fraction digits of a result is stated in the document, so that it is the same for every record.',
    note: 'The last argument of round(x, places) and divide(a, b, places) is a literal integer from 0 to 37.',
    help: 'write for example `2`',
    says: (name: string) => `\`${name}\` requires a literal number of fraction digits.`,
  },
} as const;
