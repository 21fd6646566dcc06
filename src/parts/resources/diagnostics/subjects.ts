import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { describeCodeMismatch, namedCodeRule, quoteSource } from '../../../diagnostics/words.ts';

/** What is said of rules, of unions, and of the line `Shown as`. */
export const subjects = defineDiagnostics('resources', {
  'unknown-code': {
    note: 'Error is a code of the part “Errors”.',
    says: (found: string, suggestion?: string) => ({
      message: `Unknown error code ${quoteSource(found)}.`,
      suggestion,
    }),
  },
  'wrong-code': {
    note: namedCodeRule,
    says: (code: string, place: string | undefined) => describeCodeMismatch(code, 'rule broken', place),
  },
  'not-tagged': {
    note: 'The line `Tagged by` names the field that holds the tag.',
    says: (name: string) => ({
      message: `Union ${quoteSource(name)} has no line \`Tagged by\`.`,
      help: 'add a line such as `- Tagged by: kind` below the heading',
    }),
  },
  'unknown-object': {
    note: 'Object is the name of an object of this part.',
    says: (found: string, suggestion?: string) => ({
      message: `Unknown object ${quoteSource(found)}.`,
      suggestion,
    }),
  },
  'tag-is-field': {
    note: 'The union adds the tag field, so its objects have no field of that name.',
    says: (object: string, tag: string) =>
      `Object ${quoteSource(object)} has a field with the name of the tag, ${quoteSource(tag)}.`,
  },
  'shown-as': {
    note: '`Shown as` is a shape of the resource: its name with the fields shown in parentheses, or an object of its fields.',
    says: (resource: string) => ({
      message: `This is not a shape of ${quoteSource(resource)}.`,
      suggestion: `${resource}(all)`,
    }),
  },
  'shown-as-cycle': {
    note: 'A line `Shown as` does not embed itself. Inside its own line, the name of the resource means the stored fields.',
    says: (path: string) => `This line embeds itself: ${path}.`,
  },
});
