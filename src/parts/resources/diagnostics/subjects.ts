import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { describeCodeMismatch, namedCodeRule, quoteSource } from '../../../diagnostics/words.ts';

/** What is said of rules, of unions, and of the line `Shown as`. */
export const subjects = defineDiagnostics('resources', {
  'unknown-code': {
    note: 'Error names a code of the part “Errors”.',
    says: (found: string, suggestion?: string) => ({
      message: `There is no error code ${quoteSource(found)}.`,
      suggestion,
    }),
  },
  'wrong-code': {
    note: namedCodeRule,
    says: (code: string, place: string | undefined) => describeCodeMismatch(code, 'rule broken', place),
  },
  'not-tagged': {
    note: 'The line `Tagged by` names the member of a union that holds the tag.',
    says: (name: string) => ({
      message: `The union ${quoteSource(name)} does not say what holds its tag.`,
      label: 'write `- Tagged by: kind` below',
    }),
  },
  'unknown-object': {
    note: 'The cell Object names an object of this part.',
    says: (found: string, suggestion?: string) => ({
      message: `There is no object ${quoteSource(found)}.`,
      suggestion,
    }),
  },
  'tag-is-field': {
    note: 'The tag is written by the union; its objects have no field of that name.',
    says: (object: string, tag: string) => `${quoteSource(object)} has a field ${quoteSource(tag)} of its own.`,
  },
  'shown-as': {
    note: '`Shown as` is a shape of the resource itself: its name and in brackets what is shown, or an object of its fields.',
    says: (resource: string) => ({
      message: `This shape is not one of ${quoteSource(resource)}.`,
      suggestion: `${resource}(all)`,
    }),
  },
  'shown-as-cycle': {
    note: 'The lines `Shown as` must not lead back to themselves; inside its own line the name means the fields as stored.',
    says: (path: string) => `This line shows itself: ${path}.`,
  },
});
