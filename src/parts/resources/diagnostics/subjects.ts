import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { describeCodeMismatch, namedCodeRule, quoteSource } from '../../../diagnostics/words.ts';

/** The diagnostics of rules, of unions, and of the line `Shown as`. */
export const subjects = defineDiagnostics('resources', {
  'unknown-code': {
    means: 'Error names a code that the document does not have.',
    why: 'Clients would receive an error that the document does not describe.',
    note: 'Error is a code of the part “Errors”.',
    says: (found: string, suggestion?: string) => ({
      message: `Unknown error code ${quoteSource(found)}.`,
      suggestion,
    }),
  },
  'wrong-code': {
    means: 'Error names a code whose Condition does not include a broken rule.',
    why: 'The part Errors would promise the code for other cases only.',
    note: namedCodeRule,
    says: (code: string, place: string | undefined) => describeCodeMismatch(code, 'rule broken', place),
  },
  'not-tagged': {
    means: 'A union does not name the field that holds its tag.',
    why: 'The service could not decide which object a value is.',
    note: 'The line `Tagged by` names the field that holds the tag.',
    help: 'add a line such as `- Tagged by: kind` below the heading',
    says: (name: string) => `Union ${quoteSource(name)} has no line \`Tagged by\`.`,
  },
  'unknown-object': {
    means: 'A tag of a union names an object that the document does not define.',
    why: 'The service could not validate values with this tag.',
    note: 'Object is the name of an object of this part.',
    says: (found: string, suggestion?: string) => ({
      message: `Unknown object ${quoteSource(found)}.`,
      suggestion,
    }),
  },
  'tag-is-field': {
    means: 'An object of a union has a field with the name of the tag.',
    why: 'A value would contain two fields of the same name.',
    note: 'The union adds the tag field, so its objects have no field of that name.',
    says: (object: string, tag: string) =>
      `Object ${quoteSource(object)} has a field with the name of the tag, ${quoteSource(tag)}.`,
  },
  'shown-as': {
    means: 'The line Shown as is not a shape of its resource.',
    why: 'The shape replaces the bare name of the resource in every response.',
    note: '`Shown as` is a shape of the resource: its name with the fields shown in parentheses, or an object of its fields.',
    says: (resource: string) => ({
      message: `This is not a shape of ${quoteSource(resource)}.`,
      suggestion: `${resource}(all)`,
    }),
  },
  'shown-as-cycle': {
    means: 'A line Shown as embeds records whose own line embeds this resource again.',
    why: 'A response could never end.',
    note: 'A line `Shown as` does not embed itself. Inside its own line, the name of the resource means the stored fields.',
    says: (path: string) => `This line embeds itself: ${path}.`,
  },
});
