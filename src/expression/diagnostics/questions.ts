import { withArticle } from '../../text/article.ts';
import { enumerate } from '../../text/enumerate.ts';
import { findNearest } from '../../text/nearest.ts';
import { questionForms } from '../questions.ts';

const forms = enumerate(
  Object.values(questionForms).map((form) => `\`R.${form}\``),
  'and',
);

/** The mistakes that a question about other records can hold. */
export const questions = {
  'question-elsewhere': {
    means: 'A question about other records is in a place where it cannot be asked.',
    why: 'Only some locations may ask the store: each question costs a query.',
    note: 'Questions can be asked in a rule, a Guard, an Effect, a Where, the `where` of a parameter, a computed field and a response.',
    says: (place: string) => `A question about other records cannot be asked in ${place}.`,
  },
  'unknown-question': {
    means: 'The name after a resource is not that of a question.',
    why: 'The expression could never be computed.',
    note: `The questions about the records of a resource R are ${forms}.`,
    says: (resource: string, name: string) => {
      const nearest = findNearest(name, Object.keys(questionForms));
      const opposite = `write \`not ${resource}.exists(x, … and not …)\``;
      return {
        message: `\`${resource}.${name}\` is not a question about records.`,
        ...(name === 'all' ? { help: opposite } : {}),
        ...(nearest === undefined || name === 'all' ? {} : { suggestion: nearest }),
      };
    },
  },
  'question-without-equality': {
    means: 'No part of the condition of a question says which records it is about.',
    why: 'Without an equality, the store would read every record of the resource each time.',
    note: 'The condition of a question has, alone or joined by `and`, an equality of a field of the other record, or of one that its references lead to, with a value. A path through references is not compared with a literal or a decimal alone. `x.f.lowerAscii()` counts if f is `unique ignoring case`.',
    says: (resource: string, variable: string) => ({
      message: `The question would read every ${resource}.`,
      help: `add an equality, such as \`${variable}.field == id and …\``,
    }),
  },
  'other-identity': {
    means: 'A question compares what names a record of one resource with the identity of another.',
    why: 'The two are never equal.',
    note: 'A field of type `ref X` is compared with the identity of an X, or with another `ref X`.',
    says: (field: string, resource: string, other: string) => ({
      message: `\`${field}\` names ${withArticle(resource)}, and this is the identity of ${withArticle(other)}.`,
      help: `compare it with a \`ref ${resource}\``,
    }),
  },
  'deep-question': {
    means: 'Questions are nested too deeply in one another.',
    why: 'Each level multiplies the work of the store.',
    note: 'The condition of a question may contain one more question, and that one none.',
    says: (most: number) => ({
      message: `At most ${most} questions are nested.`,
      help: 'compute the inner one in a field, or write it in a handler (docs/handlers.md)',
    }),
  },
  'sealed-field': {
    means: 'A condition that the database tests reads a secret or a password.',
    why: 'The database keeps secrets encrypted and passwords as hashes, so it cannot compare them.',
    note: 'Questions, a Where and the `where` of a parameter read fields that the database can compare.',
    help: 'compare another field',
    says: (name: string) => `The database cannot compare \`${name}\`.`,
  },
  'absent-in-question': {
    means:
      'A question counts the records for which its condition does not hold, and the condition reads a field that may be absent.',
    why: 'A record without the field would be left out without anyone noticing.',
    note: 'Where the answer depends on records that do not match (`not`, `count`, `sum`, `min`, `max`), an optional field is compared by `==` or `in`, or asked for by `has` first.',
    says: (path: string, resource: string, isNull: boolean, isFirst: boolean) => ({
      message: `\`${path}\` may be ${isNull ? 'null' : 'absent'}: the question then leaves out this ${resource}.`,
      help: isNull
        ? `write \`${path} != null and …\` or \`(${path} == null or …)\``
        : `write \`has(${path}) and …\` or \`(not has(${path}) or …)\``,
      suggestion: isFirst ? `${isNull ? `${path} != null` : `has(${path})`} and ${path}` : undefined,
    }),
  },
} as const;
