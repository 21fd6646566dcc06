import type { FormatMember } from './format.ts';

const clock = 'T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S)';
const form = new RegExp(`^P(?:\\d+W|\\d+D(?:${clock})?|${clock})$`);

/** A span of time in the form of RFC 3339, appendix A, without years and months. */
export const duration: FormatMember = {
  name: 'duration',
  base: 'string',
  storage: 'text',
  read: (value) => (typeof value === 'string' && form.test(value) ? value : undefined),
  words: () => 'must be a duration, such as P1DT2H or PT30M',
  schema: () => ({ format: 'duration' }),
  example: () => 'PT30M',
  right: ['P1D', 'P1DT2H', 'PT1H30M', 'PT1H2M3S', 'PT0S', 'P4W', 'PT5M10S'],
  wrong: ['P1Y', 'P1M', 'P', 'PT', 'P1DT', 'PT1H3S', 'P1W2D', 'PT1.5S', 'pt1h', '1D', '-P1D', '', 60],
  plain: true,
  asExpression: { kind: 'string' },
};
