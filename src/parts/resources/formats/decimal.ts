import { compareDecimals, isDecimal, isMultiple } from '../../../text/numbers/decimals.ts';
import type { FormatMember } from './format.ts';

function read(value: unknown): string | undefined {
  return typeof value === 'string' && isDecimal(value) ? value : undefined;
}

/** A number that travels as a string, so that no digit is lost. */
export const decimal: FormatMember = {
  name: 'decimal',
  base: 'string',
  storage: 'decimal',
  read,
  words: () => 'must be a decimal number in a string, such as "12.50", of at most 38 digits',
  schema: () => ({ format: 'decimal', pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]+)?$' }),
  example: () => '12.50',
  plausible({ number }) {
    const value = number();
    return Number.isInteger(value) ? value.toFixed(2) : String(value);
  },
  right: ['0', '-0', '12.50', '-3.14', '1'.repeat(38), `-0.${'1'.repeat(37)}`],
  wrong: ['01', '.5', '5.', '1e3', '+1', '', '1,5', ' 1', '1'.repeat(39), `0.${'1'.repeat(38)}`, 1],
  plain: true,
  asExpression: { kind: 'decimal' },
  compare: compareDecimals,
  multiple: isMultiple,
};
