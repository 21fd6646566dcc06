import { defineDiagnostics } from '../../diagnostics/diagnostic.ts';
import { listWords, suggestNearest } from '../../diagnostics/words.ts';
import { findNearest } from '../../text/nearest.ts';
import { durationWords } from '../../text/numbers/duration.ts';
import { deliveries, deliveryNames } from './deliveries/index.ts';
import { emailDiagnostics } from './diagnostics/emails.ts';

const whenRule =
  'When names operations or transitions with commas between (`create Invoice`, `pay Invoice to paid`), or is `emitted by <operation>`.';
const toRule = `The form of To depends on the delivery: ${deliveries.map(({ name, form }) => `${name} ${form}`).join('; ')}.`;
const envelopes = ['cloudevents 1.0', 'standard webhooks'];

const others = defineDiagnostics('events', {
  name: {
    means: 'The name of an event has characters that are not allowed.',
    why: 'Subscribers compare event types exactly, and NATS subjects contain them.',
    note: 'An event has a name of a letter or digit, then letters, digits, `_`, `-` and `.`; `all` and `left` mean something else.',
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` cannot be the name of an event.`,
      suggestion,
    }),
  },
  when: {
    means: 'A When cell does not name a change and is not `emitted by` an operation.',
    why: 'The service would not know when to send the event.',
    note: whenRule,
    says: (found: string, why: string, suggestion?: string) => ({ message: `\`${found}\` ${why}.`, suggestion }),
  },
  'code-span': {
    means: 'Payload or Envelope contains a shape outside a code span.',
    why: 'Markdown changes characters outside code spans, and shapes depend on them.',
    note: 'A shape is a code span, alone in its cell.',
    says: (column: string, found: string) => ({
      message: `\`${found.replaceAll('`', '')}\` in ${column} is not a shape in a code span.`,
      suggestion: found.includes('`') ? undefined : `\`${found}\``,
    }),
  },
  'unknown-delivery': {
    means: 'A row of Delivery has a kind that Nonet does not implement.',
    why: 'Each kind has its own protocol, so nothing can be sent by an unknown one.',
    note: `Events are delivered by ${listWords(deliveryNames)}.`,
    says: (found: string) => ({
      message: `Unknown delivery \`${found}\`.`,
      ...suggestNearest(found, deliveryNames),
    }),
  },
  to: {
    means: 'The target in To does not have the form that this kind of delivery needs.',
    why: 'The service would not know where to send the events.',
    note: toRule,
    says: (delivery: string, form: string, why: string, suggestion?: string) => ({
      message: `The target of this \`${delivery}\` delivery is not valid: ${why}.`,
      label: `expected ${form}`,
      suggestion,
    }),
  },
  envelope: {
    means: 'The Envelope is not one that Nonet knows.',
    why: 'Subscribers parse every delivery by this form, so the document must define it exactly.',
    note: 'An Envelope is `cloudevents 1.0`, `standard webhooks`, or a shape in a code span; empty means only the payload.',
    says: (found: string) => ({ message: `\`${found}\` is not an envelope.`, ...suggestNearest(found, envelopes) }),
  },
  signature: {
    means: 'The Signature is not one that Nonet knows.',
    why: 'Subscribers verify the signature before they trust an event, so its form must be exact.',
    note: 'A Signature is `standard webhooks with <field>`, a field of type `secret` of the resource that holds the subscriptions.',
    says: (found: string, suggestion?: string) => ({ message: `\`${found}\` is not a signature.`, suggestion }),
  },
  attempts: {
    means: 'Attempts does not have the form of a number, `over` and a duration.',
    why: 'The service calculates the waiting times between attempts from both numbers.',
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
    means: 'Attempts names a duration that is too short for its number of attempts.',
    why: 'A subscriber that is down for a moment needs time to recover, and pauses protect it from a flood of requests.',
    note: 'The wait between two attempts is at least 5 seconds.',
    says: (found: string, least: number) =>
      `\`${found}\` is too short: these attempts take at least ${least / 1000} seconds.`,
  },
  'unknown-change': {
    means: 'When names an operation or a transition that the document does not have.',
    why: 'The event would never be sent.',
    note: whenRule,
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` is not an operation or transition of this document.`,
      suggestion,
    }),
  },
  'no-change': {
    means: 'When names an operation that does not change a record without a handler.',
    why: 'The service would never send the event; a handler sends its events explicitly.',
    note: 'An event is caused by `create`, `update`, `replace`, `delete` or a transition, or is `emitted by` a handler.',
    says: (found: string, suggestion?: string) => ({
      message: `\`${found}\` does not change a record.`,
      suggestion,
    }),
  },
  'not-code': {
    means: '`emitted by` names an operation without a handler.',
    why: 'Only handlers can emit events explicitly, so the event would never be sent.',
    note: '`emitted by` names an operation that is marked `(handler)`.',
    says: (found: string, changes: boolean) => ({
      message: `\`${found}\` cannot emit an event: it has no handler.`,
      suggestion: changes ? found : undefined,
    }),
  },
  'emitted-and-more': {
    means: 'An event is both `emitted by` a handler and caused by changes.',
    why: 'Its payload would come from the handler in one case and from the record in the other.',
    note: 'An event that a handler emits has no other When.',
    says: () => 'This event is both `emitted by` a handler and caused by changes.',
  },
  'mixed-records': {
    means: 'One event is caused by changes of two resources.',
    why: 'The payload and the delivery of an event use one record, and subscribers expect one kind of record.',
    note: 'All changes of an event are changes of the same resource.',
    says: (found: string, first: string) => `\`${found}\` changes a different resource than \`${first}\`.`,
  },
  'unknown-state': {
    means: '`to` names a state that the transition never reaches.',
    why: 'The event would never be sent.',
    note: '`to` names a target state of the transition.',
    says: (found: string, change: string, candidates: readonly string[]) => ({
      message: `\`${change}\` never ends in \`${found}\`${candidates.length === 0 ? ': it has no target state' : ''}.`,
      ...suggestNearest(found, candidates),
    }),
  },
  'unknown-resource': {
    means: '`each` names a resource that the document does not define.',
    why: 'Without its records, the delivery has no subscribers.',
    note: '`each X` names the resource that holds the subscriptions.',
    says: (found: string, candidates: readonly string[]) => ({
      message: `Unknown resource \`${found}\`.`,
      ...suggestNearest(found, candidates),
    }),
  },
  'unknown-field': {
    means: '`at` names a field that the resource of the subscriptions does not have.',
    why: 'The service would not know where to send the events.',
    note: '`at` names the field with the URL, or its path in object fields (`config.url`).',
    says: (owner: string, found: string, candidates: readonly string[]) => ({
      message: `${owner} has no field \`${found}\`.`,
      ...suggestNearest(found, candidates),
    }),
  },
  'not-an-address': {
    means: 'The field with the URL of a subscription is missing in some records, or does not hold URLs.',
    why: 'The service could not deliver events to such a subscription.',
    note: '`at` names a required field of type `uri`; in a path, every field is required.',
    says: (found: string, why: string) => `\`${found}\` cannot contain the URL: ${why}.`,
  },
  'not-a-secret': {
    means: 'The signing key of a delivery is not a field of type `secret`.',
    why: 'Nonet encrypts fields of this type in the database and never returns them after creation.',
    note: 'The signing key is a field of type `secret`.',
    says: (found: string, candidates: readonly string[]) => ({
      message: `\`${found}\` is not a field of type \`secret\`.`,
      suggestion: findNearest(found, candidates) ?? candidates[0],
    }),
  },
  'not-of-this-delivery': {
    means: 'A row of Delivery has a cell that this kind of delivery does not use.',
    why: 'The cell would have no effect, for example attempts for a stream that clients read themselves.',
    note: 'Only a webhook has Signature and Attempts; only subscriptions (`each X at …`) have `listed in …` and a signing field.',
    says: (column: string, why: string, suggestion?: string) => ({
      message: `${column} is not allowed here: ${why}.`,
      suggestion,
    }),
  },
  'no-list-of-events': {
    means: '`listed in` names no field of the subscription with a list of event names.',
    why: 'Each subscriber chooses its events in this field, so it must exist.',
    note: '`listed in` names a field of the subscription with a list of event names.',
    says: (resource: string, why: string) => `${resource} ${why}.`,
  },
  'no-stream': {
    means: 'The target of an `sse` delivery is not the path of the operation `stream events`.',
    why: 'Server-sent events are read through that endpoint and nowhere else.',
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

/** The diagnostics of the part Events. */
export const diagnostics = { ...others, ...emailDiagnostics };
