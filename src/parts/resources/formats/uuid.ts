import type { FormatMember } from './format.ts';
import { formatUuid } from './identifiers.ts';

const form = /^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$/;

/** A UUID of any version. */
export const uuid: FormatMember = {
  name: 'uuid',
  base: 'string',
  storage: 'text',
  read: (value) => (typeof value === 'string' && form.test(value) ? value.toLowerCase() : undefined),
  words: () => 'must be a UUID, such as 3f2c9a54-7a0b-4d63-9f0e-5b1c2d3e4f50',
  schema: () => ({ format: 'uuid' }),
  also: ['guid'],
  example: () => '3f2c9a54-7a0b-4d63-9f0e-5b1c2d3e4f50',
  right: [
    '3f2c9a54-7a0b-4d63-9f0e-5b1c2d3e4f50',
    '3F2C9A54-7A0B-4D63-9F0E-5B1C2D3E4F50',
    '00000000-0000-0000-0000-000000000000',
  ],
  wrong: [
    '3f2c9a547a0b4d639f0e5b1c2d3e4f50',
    '{3f2c9a54-7a0b-4d63-9f0e-5b1c2d3e4f50}',
    '3f2c9a54-7a0b-4d63-9f0e-5b1c2d3e4f5g',
    '',
    1,
  ],
  assignable: (platform) => {
    const bytes = Uint8Array.from(platform.random(16));
    bytes[6] = (bytes[6]! & 0x0f) | 0x40;
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    return formatUuid(bytes);
  },
  plain: true,
  asExpression: { kind: 'string' },
};
