import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { suggestDuration } from './form.ts';

/** The diagnostics of the line Resumable uploads. */
export const resumable = defineDiagnostics('endpoints', {
  'resumable-uploads': {
    means: 'The time after which resumable uploads end is not a duration that Nonet can read.',
    why: 'An upload that is not complete occupies space, so its end is never a guess.',
    note: 'A duration is an integer of at least 1 and a unit: second, minute, hour, day or week.',
    says: (found: string) => ({ message: `\`${found}\` is not a valid duration.`, suggestion: suggestDuration(found) }),
  },
  'resumable-uploads-place': {
    means: 'The line Resumable uploads is under an operation that cannot take an upload in several requests.',
    why: 'A resumable upload sends one file, and everything else when it begins: Nonet stores that until the file is complete.',
    note: 'A `create`, `update`, `replace` or transition takes resumable uploads if its Request has exactly one file, and no password, secret, token or code. Its Response shows no `credential`. Uploads end after at most 30 days.',
    says: (operation: string, why: string) => `\`${operation}\` cannot take resumable uploads: ${why}.`,
  },
});
