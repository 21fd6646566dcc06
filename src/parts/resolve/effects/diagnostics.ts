import { defineDiagnostics } from '../../../diagnostics/diagnostic.ts';
import { quoteSource, suggestNearest } from '../../../diagnostics/words.ts';
import { withArticle } from '../../../text/article.ts';
import { enumerate } from '../../../text/enumerate.ts';

const formRule =
  'On other records, an Effect is `ref.field = <CEL>`, `<transition> ref`, `delete ref`, `create X(field: <CEL>)`, `X.each(x, <condition>, <effect>)` or `list.each(x, <effect>)`.';

/** The diagnostics of what effects set, and of effects on other records. */
export const diagnostics = defineDiagnostics('states', {
  'effect-field': {
    means: 'An Effect sets a field that the resource does not have.',
    why: 'The value would be lost.',
    note: 'The left side of an Effect is a field of the resource, or a path into an object field.',
    says: (message: string, suggestion?: string, help?: string) => ({ message, suggestion, help }),
  },
  'effect-cannot': {
    means: 'An Effect sets a field that has another source.',
    why: 'The identity, computed fields and states would contradict their own definition.',
    note: 'An Effect sets stored fields. It cannot set the identity, a computed field, a `state` field, the field of the line Tenant, or the issuer, subject and key of an account.',
    says: (path: string, why: string) => `${quoteSource(path)} cannot be set: ${why}.`,
  },

  'each-form': {
    means: 'An `each` in an Effect does not have a variable, a condition and an effect.',
    why: 'The records that the effect changes would be unknown.',
    note: formRule,
    says: (resource: string) => ({
      message: `\`${resource}.each\` takes a variable, a condition and an effect.`,
      help: `write it as \`${resource}.each(x, x.field == id, x.other = 0)\``,
    }),
  },
  'items-form': {
    means: 'An `each` of a list in an Effect does not have a variable and an effect.',
    why: 'The effect would be unknown.',
    note: formRule,
    says: (list: string) => ({
      message: `\`${list}.each\` takes a variable and an effect, and a condition between them where one is needed.`,
      help: `write it as \`${list}.each(x, create Y(field: x.field))\``,
    }),
  },
  'items-list': {
    means: 'An `each` in an Effect names something that is not a list.',
    why: 'There would be no items to do the effect for.',
    note: formRule,
    says: (list: string, type: string) => `\`${list}\` is ${type}, not a list.`,
  },
  'effect-target': {
    means: 'An Effect on another record names something that is not a record.',
    why: 'There would be no record to change.',
    note: 'An Effect changes the record that a field of type `ref` names, or the variable of an `each` around it.',
    says: (path: string, why: string, help?: string) => ({
      message: `${quoteSource(path)} is not another record: ${why}.`,
      help,
    }),
  },
  'effect-when': {
    means: 'An Effect on the own record has a condition.',
    why: 'A field has one value after the row: the value says what it depends on.',
    note: 'A condition may follow an Effect on other records: `create Note(text: memo)` when `has(memo)`.',
    says: (path: string, instead: string) => ({
      message: `\`${path}\` is a field of the own record, so its Effect has no condition.`,
      help: `write \`${instead}\``,
    }),
  },
  'effect-transition': {
    means: 'An Effect names a transition that the other resource does not have.',
    why: 'The row would always fail.',
    note: formRule,
    says: (verb: string, resource: string, known: readonly string[]) => ({
      message: `${quoteSource(resource)} has no transition ${quoteSource(verb)}${known.length === 0 ? '' : `; it has ${enumerate(known.slice(0, 5).map(quoteSource), 'and')}`}.`,
      ...suggestNearest(verb, known),
    }),
  },
  'effect-resource': {
    means: 'An Effect names a resource that the document does not have.',
    why: 'There would be no record to create or change.',
    note: formRule,
    says: (found: string, known: Iterable<string>) => ({
      message: `Unknown resource ${quoteSource(found)}.`,
      ...suggestNearest(found, known),
    }),
  },
  'effect-lacks': {
    means: 'An Effect gives no value to a required field or input.',
    why: 'The other record would be refused each time, and the row with it.',
    note: 'An Effect gives a value to each required input of a transition, and to each required field that has no default and that no row of `create` sets.',
    says: (what: string, lacking: readonly string[]) => ({
      message: `${quoteSource(what)} lacks ${enumerate(lacking.map(quoteSource), 'and')}.`,
      help: `add ${enumerate(
        lacking.map((name) => `\`${name}: …\``),
        'and',
      )} in the parentheses`,
    }),
  },
  'effect-reveals': {
    means: 'An Effect copies a password or a secret into a field that clients see.',
    why: 'Responses would show what clients must never see.',
    note: 'A field that clients see gets no value of a field of type `password` or `secret`.',
    help: 'leave the value out, or ask for it with `has(…)`',
    says: (path: string, type: string) => `The Effect would show ${quoteSource(path)}, which is a ${type}.`,
  },
  'effect-circle': {
    means: 'The effects of transitions lead back to the same transition.',
    why: 'The request would not end.',
    note: 'The effects of an effect do not lead back to the transition or operation in which they began.',
    says: (path: readonly string[]) => `These effects go in a circle: ${path.map(quoteSource).join(' → ')}.`,
  },
  'effect-depth': {
    means: 'The effects of effects go too deep.',
    why: 'A reader could no longer see what one request changes.',
    note: 'Effects on other records have effects of their own at most three steps deep.',
    says: (path: readonly string[]) =>
      `These effects are more than three steps deep: ${path.map(quoteSource).join(' → ')}.`,
  },
  'effect-caller': {
    means: 'An Effect of a timed row creates a record with a field that is assigned from the caller.',
    why: 'Time has no caller, so the record would be refused each time.',
    note: 'A timed row gives a value to each field that is assigned from the caller.',
    says: (resource: string, fields: readonly string[]) => ({
      message: `This row is timed, and ${withArticle(resource)} takes ${enumerate(fields.map(quoteSource), 'and')} from the caller.`,
      help: `add ${enumerate(
        fields.map((name) => `\`${name}: …\``),
        'and',
      )} in the parentheses`,
    }),
  },
});
