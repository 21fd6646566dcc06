import { languageVerbs } from '../../plan/kinds.ts';

/** The words of the column Method. */
export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The headers of the column Condition. */
export const preconditions = ['If-Match', 'If-None-Match'] as const;

/** The words of the columns When absent. */
export const whenAbsent = ['allowed', 'refused'] as const;

/** The words of the line Ends: the session of the request, or all sessions of the caller. */
export const sessionEndings = ['this session', 'every session'] as const;

/** The words of the line Unknown fields. */
export const unknownFields = ['refused', 'ignored'] as const;

/** The words of the language that are no verb of code. */
export const notForCode: ReadonlySet<string> = new Set([
  ...languageVerbs.filter((verb) => verb !== 'refresh'),
  'all',
  'any',
]);

/** The forms of a name of operations. */
export const operationForms = ['{operation}', 'all', 'all {resource}'];
