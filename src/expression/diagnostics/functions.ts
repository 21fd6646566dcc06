/** The mistakes in the arguments of functions of times and strings. */
export const functions = {
  'unknown-zone': {
    means: 'The name of a time zone in an expression does not exist.',
    why: 'The date and the hour in that time zone could never be computed.',
    note: 'A time zone has a name of the IANA time zone database, such as `Europe/Zurich`, or is `UTC`.',
    says: (text: string, suggestion?: string) => ({
      message: `Unknown time zone \`${text}\`.`,
      ...(suggestion === undefined
        ? { help: 'write for example `"Europe/Zurich"`' }
        : { suggestion: JSON.stringify(suggestion) }),
    }),
  },
  'bad-pattern': {
    means: 'The pattern of `matches` is not valid.',
    why: 'A pattern runs in linear time in RE2, and clients and editors read it as ECMA-262.',
    note: 'A pattern is valid in RE2 and in ECMA-262 with the flag `u`.',
    says: (text: string, engine: string, error: string) => ({
      message: `\`${text}\` is not a valid pattern in ${engine}: ${error}.`,
      ...(engine === 'RE2' ? { help: 'write a pattern without lookaround and backreferences' } : {}),
    }),
  },
  'days-of-a-date': {
    means: 'A duration that is not a number of days is added to a date.',
    why: 'A date has no time of the day, so hours added to it have no meaning.',
    note: '`days(n)`, `months(n)` and the difference of two dates can be added to a date.',
    says: (operator: string, found: string) => ({
      message: `\`${operator}\` cannot combine a date with ${found}.`,
      help: 'write `days(n)` or `months(n)`',
    }),
  },
} as const;
