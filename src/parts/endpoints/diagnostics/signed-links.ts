import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { suggestDuration } from './form.ts';

/** The diagnostics of the line Signed links. */
export const signedLinks = defineDiagnostics('endpoints', {
  'signed-links': {
    means: 'The time after which signed links end is not a duration that Nonet can read.',
    why: 'A link needs no credential, so its end is never a guess.',
    note: 'A duration is an integer of at least 1 and a unit: second, minute, hour, day or week.',
    says: (found: string) => ({ message: `\`${found}\` is not a valid duration.`, suggestion: suggestDuration(found) }),
  },
  'signed-links-place': {
    means: 'The line Signed links is under an operation that cannot serve links.',
    why: 'A link names its record in the path and is shown in responses, and Nonet checks its signature instead of a credential.',
    note: 'Signed links are served by one `read` for each file, which returns ``200 `Photo.image` ``. Its path names the record by values that responses may show. Links end after at most 365 days.',
    says: (operation: string, why: string) => `\`${operation}\` cannot serve signed links: ${why}.`,
  },
});
