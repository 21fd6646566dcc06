import { defineDiagnostics } from '../../diagnostics/diagnostic.ts';
import { suggestNearest } from '../../diagnostics/words.ts';
import { durationWords } from '../../text/duration.ts';
import { findNearest } from '../../text/nearest.ts';
import { deliveries, deliveryNames } from './deliveries/index.ts';

const whenRule =
  'When names operations or transitions with commas between (`create Invoice`, `pay Invoice to paid`), or is `emitted by <operation>`.';
const toRule = `The form of To depends on the delivery: ${deliveries.map(({ name, form }) => `${name} ${form}`).join('; ')}.`;
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
    says: (column: string) => `${column} is missing a name beside this comma.`,
  },
  when: {
    note: whenRule,
    says: (found: string, why: string, suggestion?: string) => ({ message: `\`${found}\` ${why}.`, suggestion }),
  },
  'code-span': {
    note: 'A shape is a code span, alone in its cell.',
    says: (column: string, found: string) => ({
      message: `\`${found.replaceAll('`', '')}\` in ${column} is not a shape in a code span.`,
      suggestion: found.includes('`') ? undefined : `\`${found}\``,
    }),
  },
  'unknown-delivery': {
    note: `Events are delivered by ${deliveryNames.map((name) => `\`${name}\``).join(', ')}.`,
    says: (found: string) => ({
      message: `Unknown delivery \`${found}\`.`,
      ...suggestNearest(found, deliveryNames),
    }),
  },
  to: {
    note: toRule,
    says: (delivery: string, form: string, why: string, suggestion?: string) => ({
      message: `The target of this \`${delivery}\` delivery is not valid: ${why}.`,
      label: `expected ${form}`,
      suggestion,
    }),
  },
  envelope: {
    note: 'An Envelope is `cloudevents 1.0`, `standard webhooks`, or a shape in a code span; empty means only the payload.',
    says: (found: string) => ({ message: `\`${found}\` is not an envelope.`, ...suggestNearest(found, envelopes) }),
  },
  signature: {
    note: 'A Signature is `standard webhooks with <field>`, a field of format `secret` of the resource that holds the subscriptions.',
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` is not a signature.`, suggestion }),
  },
  attempts: {
    note: 'Attempts is a number of attempts, `over`, and a duration: `8 over 28 hours`.',
    says: (found: string, why: 'attempts' | 'number' | 'unit' | 'form') => ({
      message:
        why === 'unit'
          ? `\`${found}\` is not a unit of time.`
          : why === 'form'
            ? `\`${found}\` is not a number of attempts and a duration.`
            : `\`${found}\` is not a whole number ${why === 'attempts' ? 'from 2 to 100' : 'of at least 1'}.`,
      suggestion: why === 'unit' ? findNearest(found, durationWords) : undefined,
    }),
  },
  'attempts-too-short': {
    note: 'The wait between two attempts is at least 5 seconds.',
    says: (found: string, least: number) =>
      `\`${found}\` is too short: these attempts take at least ${least / 1000} seconds.`,
  },
  'unknown-change': {
    note: whenRule,
    says: (found: string, candidates: readonly string[]) => ({
      message: `\`${found}\` is not an operation or transition of this document.`,
      ...suggestNearest(found, candidates),
    }),
  },
  'no-change': {
    note: 'An event is caused by `create`, `update`, `replace`, `delete` or a transition, or is `emitted by` a handler.',
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` does not change a record.`,
      suggestion,
    }),
  },
  'not-code': {
    note: '`emitted by` names an operation that is marked `(handler)`.',
    says: (found: string) => ({ message: `\`${found}\` cannot emit an event: it has no handler.`, suggestion: found }),
  },
  'emitted-and-more': {
    note: 'An event that a handler emits has no other When.',
    says: () => 'This event is both `emitted by` a handler and caused by changes.',
  },
  'mixed-records': {
    note: 'All changes of an event are changes of the same resource.',
    says: (found: string, first: string) => `\`${found}\` changes a different resource than \`${first}\`.`,
  },
  'unknown-state': {
    note: '`to` names a target state of the transition.',
    says: (found: string, change: string, candidates: readonly string[]) => ({
      message: `\`${change}\` never ends in \`${found}\`${candidates.length === 0 ? ': it has no target state' : ''}.`,
      ...suggestNearest(found, candidates),
    }),
  },
  'unknown-event': {
    note: eventsRule,
    says: (found: string, candidates: readonly string[]) => ({
      message: `Unknown event \`${found}\`.`,
      ...suggestNearest(found, [...candidates, 'all']),
    }),
  },
  'duplicate-event': {
    severity: 'warning',
    note: eventsRule,
    says: (found: string) => `\`${found}\` is listed twice.`,
  },
  'unknown-resource': {
    note: '`each X` names the resource that holds the subscriptions.',
    says: (found: string, candidates: readonly string[]) => ({
      message: `Unknown resource \`${found}\`.`,
      ...suggestNearest(found, candidates),
    }),
  },
  'unknown-field': {
    note: '`at` names the field with the URL, or its path in object fields (`config.url`).',
    says: (owner: string, found: string, candidates: readonly string[]) => ({
      message: `${owner} has no field \`${found}\`.`,
      ...suggestNearest(found, candidates),
    }),
  },
  'not-an-address': {
    note: '`at` names a required field of format `uri`; in a path, every field is required.',
    says: (found: string, why: string) => `\`${found}\` cannot contain the URL: ${why}.`,
  },
  'not-a-secret': {
    note: 'The signing key is a field of format `secret`.',
    says: (found: string, candidates: readonly string[]) => ({
      message: `\`${found}\` is not a field of format \`secret\`.`,
      suggestion: findNearest(found, candidates) ?? candidates[0],
    }),
  },
  'not-of-this-delivery': {
    note: 'Only a webhook has Signature and Attempts; only subscriptions (`each X at …`) have `listed in …` and a signing field.',
    says: (column: string, why: string, suggestion?: string) => ({
      message: `${column} is not allowed here: ${why}.`,
      suggestion,
    }),
  },
  'no-list-of-events': {
    note: '`listed in` names a field of the subscription with a list of event names.',
    says: (resource: string, why: string) => `${resource} ${why}.`,
  },
  'no-stream': {
    note: 'The target of an `sse` delivery is the path of the operation `stream events`.',
    says: (path: string, suggestion?: string) => ({
      message:
        suggestion === undefined
          ? `The path \`${path}\` has no operation: the document does not define \`stream events\`.`
          : `\`${path}\` is not the path of \`stream events\`.`,
      suggestion,
    }),
  },
});
