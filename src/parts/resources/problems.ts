import { defineProblems } from '../../problems/problem.ts';
import type { Span } from '../../text/place.ts';

export const quoted = (text: string): string => {
  const short = text.length > 60 ? `${text.slice(0, 57)}…` : text;
  return short.includes('`') ? `“${short}”` : `\`${short}\``;
};
const first = (span: Span) => [{ span, label: 'first here' }];

const nameRule = 'Resources, objects and unions have names of an upper-case letter, then letters and digits.';
const headingRule =
  '`### Invoice` is a resource, `### Line (object)` a plain object, `### Method (one of)` a tagged union of objects.';
const fitRule = 'A constraint or format must fit the type of its field, or the items of a list or map.';
const presenceRule = 'Each constraint stands once, and those of one field must not contradict one another.';
const objectRule =
  'An object has no identity and no life of its own: identity, uniqueness, assigned and computed values belong to resources.';
const identityRule =
  'The identity of a resource is the field `id`, or the one marked `identity`; it is a string or an integer.';

/** What is wrong in the part "Resources and their fields". */
export const problems = defineProblems('resources', {
  'name-form': {
    rule: nameRule,
    says: (found: string, suggestion?: string) => ({
      message: `${quoted(found)} cannot be the name of a resource, an object or a union.`,
      suggestion,
    }),
  },
  'unknown-kind': {
    rule: headingRule,
    says: (found: string, suggestion?: string) => ({
      message: `${quoted(`(${found})`)} is no kind of subject.`,
      suggestion,
    }),
  },
  'table-of-another-kind': {
    rule: 'A resource has tables of fields and rules, an object one of fields, a union one of tags.',
    says: (table: string, kind: string) => `A table of ${table} may not stand under ${kind}.`,
  },
  'fact-of-another-kind': {
    rule: '`Shown as` belongs to a resource, `Tagged by` to a union.',
    says: (fact: string, kind: string) => `The line \`${fact}\` may not stand under ${kind}.`,
  },
  'field-name-form': {
    rule: 'A field’s name with other characters than letters, digits and `_` stands in a code span.',
    says: (found: string) => ({
      message: `The field’s name ${quoted(found)} is not in a code span.`,
      suggestion: `\`${found}\``,
    }),
  },
  'one-name': {
    rule: 'The cell holds one name.',
    says: (found: string) => `${quoted(found)} is not one name.`,
  },
  'rule-name-form': {
    rule: 'Rules and error codes have names of a lower-case letter or digit, then letters, digits, `_`, `-` and `.`.',
    says: (found: string, suggestion?: string) => ({
      message: `${quoted(found)} cannot be the name of a rule or an error code.`,
      suggestion,
    }),
  },
  'tag-form': {
    rule: 'A tag with other characters than letters, digits, `_`, `-` and `.` stands in double quotes.',
    says: (found: string) => ({
      message: `The tag ${quoted(found)} is not in double quotes.`,
      suggestion: JSON.stringify(found),
    }),
  },
  'code-span': {
    rule: 'Expressions, shapes and patterns stand in code spans.',
    says: (found: string) => ({
      message: `${quoted(found)} is not in a code span.`,
      suggestion: `\`${found}\``,
    }),
  },
  prototype: {
    rule: 'Nothing may be called `__proto__`.',
    says: () => 'This name is taken by the languages in which services are written.',
  },
  'doubled-rule': {
    rule: 'A rule has one name in its resource.',
    says: (name: string, before: Span) => ({
      message: `There is already a rule ${quoted(name)}.`,
      also: first(before),
    }),
  },
  'doubled-value': {
    rule: 'Each value of `one of` stands once.',
    says: (value: string, before: Span) => ({
      message: `The value ${quoted(value)} stands here again.`,
      also: first(before),
    }),
  },
  'no-fields': {
    rule: 'A resource and an object have a table of fields, a union a table of tags.',
    says: (name: string, table: string) => `${quoted(name)} has no table of ${table}.`,
  },
  'unknown-name': {
    rule: 'The name of a type is that of an object or union of this part, or one of the words of the language.',
    says: (found: string, suggestion?: string) => ({
      message: `There is no object or union ${quoted(found)}.`,
      suggestion,
    }),
  },
  'resource-as-type': {
    rule: 'A field refers to a record of a resource by `ref`; only objects and unions are held inside a record.',
    says: (found: string) => ({ message: `${quoted(found)} is a resource.`, suggestion: `ref ${found}` }),
  },
  'unknown-resource': {
    rule: '`ref` is followed by the name of a resource of this part.',
    says: (found: string, suggestion?: string) => ({ message: `There is no resource ${quoted(found)}.`, suggestion }),
  },
  'ref-to-object': {
    rule: '`ref` is followed by the name of a resource of this part.',
    says: (found: string) => ({
      message: `${quoted(found)} is no resource: it has no identity to refer to.`,
      suggestion: found,
    }),
  },
  'endless-object': {
    rule: 'An object may hold itself only where it may be left out: in a field that is not required, a list, a map, or `or null`.',
    says: (path: string) => `This can never be written down: ${path}.`,
  },
  'state-in-object': {
    rule: 'A `state` field belongs to a resource, is neither in a list nor in a map, and is never null.',
    says: () => 'A state cannot stand here.',
  },
  'state-constraint': {
    rule: 'A `state` field is set by transitions alone: it has no format and no constraints.',
    says: (found: string) => `${quoted(found)} may not be said of a state.`,
  },
  'no-states': {
    rule: 'A `state` field has its states in the part “States and transitions”.',
    says: (resource: string, field: string) => `The states of \`${resource}.${field}\` are not stated.`,
  },
  'format-fit': {
    rule: fitRule,
    says: (format: string, bases: string, type: string) =>
      `The format ${quoted(format)} is for ${bases}, and this field is ${type}.`,
  },
  'constraint-fit': {
    rule: fitRule,
    says: (constraint: string, due: string, type: string, suggestion?: string) => ({
      message: `${quoted(constraint)} is for ${due}, and this field is ${type}.`,
      suggestion,
    }),
  },
  'range-order': {
    rule: 'The lower bound of a range stands first and is not above the upper one.',
    says: (from: string, to: string) => ({ message: `${from} is above ${to}.`, suggestion: `${to}..${from}` }),
  },
  'range-bound': {
    rule: 'The bounds of a size are whole numbers from 0, those of an integer whole numbers that its format holds.',
    says: (bound: string, of: string) => `${quoted(bound)} is no bound for ${of}.`,
  },
  pattern: {
    rule: 'A pattern must be valid in RE2 and in ECMA-262 with the flag `u`.',
    says: (engine: string, why: string) => `This pattern is not valid in ${engine}: ${why}.`,
  },
  'doubled-constraint': {
    rule: presenceRule,
    says: (constraint: string, before: Span) => ({
      message: `${quoted(constraint)} stands here again.`,
      also: first(before),
    }),
  },
  contradiction: {
    rule: presenceRule,
    says: (one: string, other: string, why: string, also: Span) => ({
      message: `${quoted(one)} and ${quoted(other)} do not go together: ${why}.`,
      also: [{ span: also, label: 'the other one' }],
    }),
  },
  'in-object': { rule: objectRule, says: (found: string) => `${quoted(found)} may not stand in an object.` },
  'default-value': {
    rule: 'A default is a value that its field can hold, all its constraints included.',
    says: (value: string, why: string, suggestion?: string) => ({
      message: `The default ${quoted(value)} cannot be held: ${why}.`,
      suggestion,
    }),
  },
  'no-identity': {
    rule: identityRule,
    says: (resource: string) => `The resource ${quoted(resource)} has no identity.`,
  },
  'identity-type': { rule: identityRule, says: (type: string) => `An identity cannot be ${type}.` },
  'identity-source': {
    rule: 'An identity is `assigned`, `required`, or given by the path of a PUT; it has no default and is not computed.',
    says: (constraint: string) => `An identity cannot be ${quoted(constraint)}.`,
  },
  'second-identity': {
    rule: identityRule,
    says: (before: Span) => ({ message: 'A second field is marked `identity`.', also: first(before) }),
  },
  'unknown-field': {
    rule: 'The name is that of a field of the same resource.',
    says: (resource: string, found: string, suggestion?: string) => ({
      message: `${quoted(resource)} has no field ${quoted(found)}.`,
      suggestion,
    }),
  },
  'unique-field': {
    rule: 'The fields of `unique` hold one value each, kept in the record: neither lists, maps and objects nor secrets, nor what is worked out when shown.',
    says: (field: string) => `${quoted(field)} cannot take part in \`unique\`.`,
  },
  'unique-itself': {
    rule: '`unique with` names the other fields that together with this one stand for one record.',
    says: (field: string) => `${quoted(field)} is the field itself, or stands here twice.`,
  },
  'identity-given': {
    rule: 'An identity is `assigned`, `required`, or given by the path of a PUT.',
    says: (operation: string, also: Span) => ({
      message: 'Nothing gives this identity a value.',
      label: 'write `required` or `assigned`',
      also: [{ span: also, label: `${quoted(operation)} needs it` }],
    }),
  },
  'assigned-fit': {
    rule: '`assigned` gives an id by a format (`uuid`, `uuidv7`, `typeid …`), a random `secret`, a moment by the clock, or an integer ascending from 1.',
    says: (found: string) => `The service has no way to assign a value of ${found}.`,
  },
  'assigned-on-update': {
    rule: '`assigned on update` is for a moment, a `date-time` mostly, set again at every change of the record.',
    says: (found: string) => `\`assigned on update\` cannot set a field of ${found}.`,
  },
  'unknown-attribute': {
    rule: '`assigned from` names an attribute of the table Caller, `caller.id` or one step further.',
    says: (found: string, suggestion?: string) => ({
      message: `The caller has no attribute ${quoted(found)}.`,
      suggestion,
    }),
  },
  'attribute-type': {
    rule: 'The attribute has the type of the field.',
    says: (attribute: string, has: string, field: string) =>
      `${quoted(attribute)} is ${has}, and this field is ${field}.`,
  },
  'computed-circle': {
    rule: 'A computed field depends on fields of its own record, without circles.',
    says: (path: string) => `This field depends on itself: ${path}.`,
  },
  'computed-reach': {
    rule: 'A computed field depends on fields of its own record only.',
    says: (path: string) => `${quoted(path)} is a field of another record.`,
  },
  'while-reach': {
    rule: '`unique while` is a condition over the record’s own stored fields and literals.',
    says: (path: string) => `${quoted(path)} is no stored field of the record itself.`,
  },
  'while-alone': {
    rule: '`unique while` stands for `unique` where its condition holds; it may stand beside `unique with`.',
    says: () => 'This field is `unique` already, whatever the condition.',
  },
  'on-delete-fit': {
    rule: '`on delete` stands on a `ref` of a resource, not in lists or objects.',
    says: () => 'There is no `ref` here that deleting could concern.',
  },
  'clear-fit': {
    rule: '`on delete clear` takes the reference away, so the field may be absent or null.',
    says: () => 'This field can be neither absent nor null.',
  },
  'rule-holds': {
    rule: 'Holds is a condition on the record in a code span.',
    says: () => 'This rule has no condition.',
  },
  'unknown-code': {
    rule: 'Otherwise names a code of the part “Errors”.',
    says: (found: string, suggestion?: string) => ({ message: `There is no error code ${quoted(found)}.`, suggestion }),
  },
  'not-tagged': {
    rule: 'The line `Tagged by` names the member of a union that holds the tag.',
    says: (name: string) => ({
      message: `The union ${quoted(name)} does not say what holds its tag.`,
      label: 'write `- Tagged by: kind` below',
    }),
  },
  'unknown-object': {
    rule: 'The cell Object names an object of this part.',
    says: (found: string, suggestion?: string) => ({ message: `There is no object ${quoted(found)}.`, suggestion }),
  },
  'tag-is-field': {
    rule: 'The tag is written by the union; its objects have no field of that name.',
    says: (object: string, tag: string) => `${quoted(object)} has a field ${quoted(tag)} of its own.`,
  },
  'shown-as': {
    rule: '`Shown as` is a shape of the resource itself: its name and in brackets what is shown, or an object of its fields.',
    says: (resource: string) => ({
      message: `This shape is not one of ${quoted(resource)}.`,
      suggestion: `${resource}(all)`,
    }),
  },
  'shown-circle': {
    rule: 'The lines `Shown as` must not lead back to themselves; inside its own line the name means the fields as stored.',
    says: (path: string) => `This line shows itself: ${path}.`,
  },
});
