import type { FormatMember } from './format.ts';
import { createUuidV7, formatUuid, toUuidBytes } from './identifiers.ts';

const form = /^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-7[0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$/;

/** A UUID of version 7: they ascend with time. */
export const uuidv7: FormatMember = {
  name: 'uuidv7',
  base: 'string',
  storage: 'text',
  read: (value) => (typeof value === 'string' && form.test(value) ? value.toLowerCase() : undefined),
  words: () => 'must be a UUID of version 7',
  schema: () => ({
    format: 'uuid',
    pattern: '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-7[0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$',
  }),
  example: () => '019a3e7c-5d00-7abc-8def-0123456789ab',
  within: ['uuid'],
  right: ['019a3e7c-5d00-7abc-8def-0123456789ab', '019A3E7C-5D00-7ABC-BDEF-0123456789AB'],
  wrong: [
    '3f2c9a54-7a0b-4d63-9f0e-5b1c2d3e4f50',
    '019a3e7c-5d00-7abc-cdef-0123456789ab',
    '019a3e7c5d007abc8def0123456789ab',
    '',
    7,
  ],
  assignable: (platform, _argument, now) => formatUuid(toUuidBytes(createUuidV7(platform, now))),
  plain: true,
  asExpression: { kind: 'string' },
};
