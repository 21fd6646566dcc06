import type { Json } from './schema.ts';

/** A response header that an operation may send. */
export interface HeaderPlan {
  readonly name: string;
  /** The responses that may have it: of success (and 304), of refusals, of both, or of the refusals for these conditions. */
  readonly on: 'success' | 'refusals' | 'all' | readonly string[];
  /** When such a response has it; left out: always. */
  readonly when?: string;
  /** Left out of such a response if it has no value there. */
  readonly optional?: true;
}

/** The characters of a header value (RFC 9110, section 5.5). */
export const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/;

/** All responses of an operation that have one status. */
export interface StatusPlan {
  readonly status: number;
  readonly on: 'success' | 'refusals';
  /** Of refusals what they are for, and the codes that answer them; without codes HTTP's own status answers. */
  readonly conditions?: readonly string[];
  readonly codes?: readonly string[];
  /** The conditions that are answered without a code, where codes answer others. */
  readonly uncoded?: readonly string[];
  /**
   * `shape`: as the Responses with this status state; `error`: the body of Errors, or problem details where it is not shown;
   * `content`: the content of a file; else a body among `bodies`, which a standard gives. Left out: none.
   */
  readonly body?: 'shape' | 'error' | 'content' | StandardBody;
}

/** The bodies that standards give, whatever the document states. */
export type StandardBody = 'problem details' | 'token' | 'token error' | 'event stream';

/** The parameters, headers and statuses that HTTP carries between a client and an operation. */
export interface ExchangePlan {
  /** The media types of request bodies; none where the operation takes no body. */
  readonly requestTypes: readonly string[];
  /** The media types of responses of success, the default first; none where none has a body. */
  readonly responseTypes: readonly string[];
  /** The media type of refusals. */
  readonly refusalType: string;
  readonly statuses: readonly StatusPlan[];
  readonly headers: readonly HeaderPlan[];
}

const text: Json = { type: 'string' };

/** The JSON Schemas (2020-12) of the bodies that standards give; of an event stream that of the fields of one event. */
export const standardBodies: Readonly<Record<StandardBody, Json>> = {
  'problem details': {
    type: 'object',
    required: ['type', 'title', 'status', 'instance'],
    properties: {
      type: { type: 'string', format: 'uri-reference' },
      title: text,
      status: { type: 'integer' },
      code: text,
      instance: { type: 'string', format: 'uri' },
      errors: {
        type: 'array',
        items: { type: 'object', properties: { pointer: text, parameter: text, message: text } },
      },
    },
  },
  token: {
    type: 'object',
    required: ['access_token', 'token_type'],
    properties: {
      access_token: text,
      token_type: { const: 'Bearer' },
      expires_in: { type: 'integer', minimum: 0 },
      scope: text,
    },
  },
  'token error': {
    type: 'object',
    required: ['error', 'error_description'],
    properties: { error: text, error_description: text },
  },
  'event stream': {
    type: 'object',
    required: ['id', 'event', 'data'],
    properties: { id: text, event: text, data: text },
  },
};
