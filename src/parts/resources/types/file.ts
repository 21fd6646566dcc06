import { isNoStoredFile, StoredFile } from '../../../plan/files/stored-file.ts';
import type { Json } from '../../../plan/schema.ts';
import type { TypeMember } from './type.ts';

/** A file: content that is stored next to the database, whose records name it. */
export const file: TypeMember<'file'> = {
  name: 'file',
  storage: 'json',
  inside: 'nothing',
  refuses: () => isNoStoredFile,
  words: () => 'must be sent as a file',
  schema: () => ({
    type: 'object',
    required: ['name', 'type', 'size'],
    properties: { name: { type: 'string' }, type: { type: 'string' }, size: { type: 'integer', minimum: 0 } },
  }),
  cases: [
    {
      schema: { type: 'file' },
      right: [new StoredFile('a', 'a.png', 'image/png', 1) as unknown as Json],
      wrong: [{}, { hash: 'a', name: 'a.png', type: 'image/png', size: 1 }, 'a', 1, []],
    },
  ],
};
