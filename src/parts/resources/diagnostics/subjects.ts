import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { describeCodeMismatch, namedCodeRule, quoteSource } from '../../../diagnostics/words.ts';

/** The diagnostics of rules, of unions, and of the line `Shown as`. */
export const subjects = defineDiagnostics('resources', {
  'wrong-code': {
    means: 'Error names a code whose Condition does not include a broken rule.',
    why: 'The part Errors would promise the code for other cases only.',
    note: namedCodeRule,
    says: (code: string, place: string | undefined) => describeCodeMismatch(code, 'rule broken', place),
  },
  'never-run': {
    severity: 'warning',
    means: 'A rule names an operation in On that nothing runs.',
    why: 'The rule is never checked there; usually an operation of Endpoints is missing, or the rule is no longer needed.',
    note: 'A row of Endpoints, an effect, a timer, a handler or the deletion of another record runs each operation that On names.',
    says: (operation: string, resource: string) => ({
      message: `Nothing runs ${quoteSource(`${operation} ${resource}`)}, so the rule is never checked there.`,
      help: `add the operation ${quoteSource(`${operation} ${resource}`)} to Endpoints, or remove ${quoteSource(operation)} from On`,
    }),
  },
  'not-tagged': {
    means: 'A union does not name the field that holds its tag.',
    why: 'The service could not decide which object a value is.',
    note: 'The line `Tagged by` names the field that holds the tag.',
    help: 'add a line such as `- Tagged by: kind` below the heading',
    says: (name: string) => `Union ${quoteSource(name)} has no line \`Tagged by\`.`,
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
    says: (resource: string, hasFields: boolean) => ({
      message: `This is not a shape of ${quoteSource(resource)}.`,
      ...(hasFields ? { suggestion: resource } : { help: `write \`${resource}(…)\` with the fields that are shown` }),
    }),
  },
  'shown-as-cycle': {
    means: 'A line Shown as embeds records whose own line embeds this resource again.',
    why: 'A response could never end.',
    note: 'A line `Shown as` does not embed itself. Inside its own line, the name of the resource means the stored fields.',
    says: (path: string) => `This line embeds itself: ${path}.`,
  },
});
