import { defineDiagnostics } from '../../diagnostics/diagnostic.ts';
import { suggestNearest } from '../../diagnostics/words.ts';
import { durationWords } from '../../text/duration.ts';
import { findNearest } from '../../text/nearest.ts';
import { deliveries, deliveryNames } from './deliveries/index.ts';

const whenRule =
  'When names operations or transitions with commas between (`create Invoice`, `pay Invoice to paid`), or is `emitted by <operation>`.';
const toRule = `To is written as its delivery asks: ${deliveries.map(({ name, form }) => `${name} to ${form}`).join('; ')}.`;
const eventsRule =
  'Events is `all`, names of events with commas between, or `listed in` and a field of the subscription.';
const envelopes = ['cloudevents 1.0', 'standard webhooks'];

/** What is said of a mistake in the part Events. */
export const diagnostics = defineDiagnostics('events', {
  name: {
    note: 'An event has a name of a lower-case letter or digit, then letters, digits, `_`, `-` and `.`.',
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` cannot be the name of an event.`,
      suggestion,
    }),
  },
  'empty-item': {
    note: 'Names in a list are separated by one comma each.',
    says: (column: string) => `Something is missing in ${column} beside this comma.`,
  },
  when: {
    note: whenRule,
    says: (found: string, why: string, suggestion?: string) => ({ message: `\`${found}\` ${why}.`, suggestion }),
  },
  'code-span': {
    note: 'A shape stands in a code span and is alone in its cell.',
    says: (column: string, found: string) => ({
      message: `${column} holds \`${found.replaceAll('`', '')}\`, which is no shape in a code span.`,
      suggestion: found.includes('`') ? undefined : `\`${found}\``,
    }),
  },
  'unknown-delivery': {
    note: `Events are delivered by ${deliveryNames.map((name) => `\`${name}\``).join(', ')}.`,
    says: (found: string) => ({
      message: `\`${found}\` is no way of delivery.`,
      ...suggestNearest(found, deliveryNames),
    }),
  },
  to: {
    note: toRule,
    says: (delivery: string, form: string, why: string, suggestion?: string) => ({
      message: `A \`${delivery}\` goes to ${form}: ${why}.`,
      suggestion,
    }),
  },
  envelope: {
    note: 'An Envelope is `cloudevents 1.0`, `standard webhooks`, or a shape in a code span; empty means the payload alone.',
    says: (found: string) => ({ message: `\`${found}\` is no envelope.`, ...suggestNearest(found, envelopes) }),
  },
  signature: {
    note: 'A Signature is `standard webhooks with <field>`, a field of format `secret` of the resource that holds the subscriptions.',
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` is no signature.`, suggestion }),
  },
  attempts: {
    note: 'Attempts is a number of attempts, `over`, and a time: `8 over 28 hours`.',
    says: (found: string, why: 'attempts' | 'number' | 'unit' | 'form') => ({
      message:
        why === 'unit'
          ? `\`${found}\` is no unit of time.`
          : why === 'form'
            ? `\`${found}\` does not say how often and how long to try.`
            : `\`${found}\` is no whole number from ${why === 'attempts' ? '2 to 100' : '1'}.`,
      suggestion: why === 'unit' ? findNearest(found, durationWords) : undefined,
    }),
  },
  'attempts-too-short': {
    note: 'The waits between attempts grow from 5 seconds, so that n attempts take at least 5 seconds for each wait.',
    says: (found: string, least: number) =>
      `\`${found}\` leaves too little time: it takes at least ${least / 1000} seconds.`,
  },
  'unknown-change': {
    note: whenRule,
    says: (found: string, candidates: readonly string[]) => ({
      message: `\`${found}\` is no operation and no transition of this document.`,
      ...suggestNearest(found, candidates),
    }),
  },
  'no-change': {
    note: 'An event reports a change of a record: it comes of `create`, `update`, `replace`, `delete` or a transition; what code does is `emitted by` it.',
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` changes no record by itself.`,
      suggestion,
    }),
  },
  'not-code': {
    note: '`emitted by` names an operation that is marked `(handler)`.',
    says: (found: string) => ({ message: `\`${found}\` is no code: it cannot emit an event.`, suggestion: found }),
  },
  'emitted-and-more': {
    note: 'An event that code emits has no other When.',
    says: () => 'An event is `emitted by` code or comes of changes, not both.',
  },
  'mixed-records': {
    note: 'All changes of one event are of one resource, whose record its payload shows.',
    says: (found: string, first: string) => `\`${found}\` changes another resource than \`${first}\`.`,
  },
  'unknown-state': {
    note: '`to` names a state in which the transition may end.',
    says: (found: string, change: string, candidates: readonly string[]) => ({
      message: `\`${change}\` never ends in \`${found}\`${candidates.length === 0 ? ': it ends in no state' : ''}.`,
      ...suggestNearest(found, candidates),
    }),
  },
  'unknown-event': {
    note: eventsRule,
    says: (found: string, candidates: readonly string[]) => ({
      message: `There is no event \`${found}\`.`,
      ...suggestNearest(found, [...candidates, 'all']),
    }),
  },
  'duplicate-event': {
    severity: 'warning',
    note: eventsRule,
    says: (found: string) => `\`${found}\` is named twice.`,
  },
  'unknown-resource': {
    note: '`each X` names the resource that holds the subscriptions.',
    says: (found: string, candidates: readonly string[]) => ({
      message: `There is no resource \`${found}\`.`,
      ...suggestNearest(found, candidates),
    }),
  },
  'unknown-field': {
    note: '`at` names the field of the address; a path leads through object fields (`config.url`).',
    says: (owner: string, found: string, candidates: readonly string[]) => ({
      message: `${owner} has no field \`${found}\`.`,
      ...suggestNearest(found, candidates),
    }),
  },
  'not-an-address': {
    note: '`at` names a required field of format `uri`; of a path every step is required.',
    says: (found: string, why: string) => `\`${found}\` cannot hold the address: ${why}.`,
  },
  'not-a-secret': {
    note: 'A delivery is signed with a field of format `secret`.',
    says: (found: string, candidates: readonly string[]) => ({
      message: `\`${found}\` is no field of format \`secret\`.`,
      suggestion: findNearest(found, candidates) ?? candidates[0],
    }),
  },
  'not-of-this-delivery': {
    note: 'Signature and Attempts belong to a webhook; `listed in …` and a signing field to subscriptions (`each X at …`).',
    says: (column: string, why: string, suggestion?: string) => ({
      message: `${column} cannot be kept here: ${why}.`,
      suggestion,
    }),
  },
  'no-list-of-events': {
    note: '`listed in` names a field of the subscription that is a list of names of events.',
    says: (resource: string, why: string) => `${resource} ${why}.`,
  },
  'no-stream': {
    note: 'An `sse` delivery goes to the path of the operation `stream events`.',
    says: (path: string, suggestion?: string) => ({
      message:
        suggestion === undefined
          ? `Nothing answers at \`${path}\`: the document has no operation \`stream events\`.`
          : `\`${path}\` is not the path of \`stream events\`.`,
      suggestion,
    }),
  },
});
