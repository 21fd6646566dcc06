import type { JsonSchema } from '../../parts/registry.ts';

const text: JsonSchema = { type: 'string' };
const count: JsonSchema = { type: 'integer', minimum: 0 };

/** The schema of each role of responses of lists, payloads and envelopes. */
const roles: Readonly<Record<string, JsonSchema>> = {
  'next cursor': { type: ['string', 'null'], description: 'The cursor of the next page; null on the last page.' },
  'previous cursor': {
    type: ['string', 'null'],
    description: 'The cursor of the previous page; null on the first page.',
  },
  'total count': {
    ...count,
    type: ['integer', 'null'],
    description: 'How many records there are on all pages; null if they are not counted.',
  },
  'has more': { type: 'boolean', description: 'Whether there is a next page.' },
  'page number': { ...count, type: ['integer', 'null'], description: 'The number of this page.' },
  'page size': { ...count, type: ['integer', 'null'], description: 'How many records a page has at most.' },
  'page count': {
    ...count,
    type: ['integer', 'null'],
    description: 'How many pages there are; null if they are not counted.',
  },
  credential: { ...text, description: 'The credential of the caller, to be sent with further requests.' },
  'event id': { ...text, description: 'The ID of the event.' },
  'event type': { ...text, description: 'The type of the event.' },
  'event time': { ...text, format: 'date-time', description: 'When the event happened.' },
  'event caller': {
    type: ['string', 'null'],
    description: 'The identity of the caller of the request that caused the event; null without a caller.',
  },
  sequence: { ...count, description: 'The position of the event among all events of the service.' },
  payload: { description: 'The payload of the event.' },
  version: { type: ['string', 'null'], description: 'The API version of the payload.' },
};

/** Describes the values of a role of a response, a payload or an envelope; an optional member is left out instead of null. */
export function describeRole(role: string, isOptional = false): JsonSchema {
  const schema = roles[role] ?? {};
  if (!isOptional || !Array.isArray(schema.type)) return schema;
  const description = String(schema.description).replace('; null ', '; absent ');
  return { ...schema, type: schema.type[0], description };
}
