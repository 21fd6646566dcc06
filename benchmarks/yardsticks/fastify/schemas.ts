// The JSON Schemas of the Fastify yardstick: what is sent is checked by Ajv, what is answered is written by fast-json-stringify.

const text = { type: 'string' } as const;
const integer = { type: 'integer' } as const;

const line = {
  type: 'object',
  required: ['text', 'quantity', 'price'],
  additionalProperties: false,
  properties: {
    text: { type: 'string', minLength: 1, maxLength: 200 },
    quantity: { type: 'integer', minimum: 1, maximum: 10_000 },
    price: { type: 'integer', minimum: 0, maximum: 100_000_000 },
  },
} as const;

const lines = { type: 'array', minItems: 1, maxItems: 100, items: line } as const;
const dueOn = { type: 'string', format: 'date' } as const;
const memo = { type: ['string', 'null'], maxLength: 500 } as const;

/** The body of a create request. */
export const creation = {
  type: 'object',
  required: ['customer', 'lines', 'due_on'],
  additionalProperties: false,
  properties: {
    customer: { type: 'string', pattern: '^cus_[0-7][0-9a-hjkmnp-tv-z]{25}$' },
    lines,
    due_on: dueOn,
    memo,
  },
} as const;

/** The body of an update request; the members without a schema may only be repeated. */
export const patch = {
  type: 'object',
  additionalProperties: false,
  properties: {
    lines,
    due_on: dueOn,
    memo,
    id: {},
    shop: {},
    customer: {},
    status: {},
    number: {},
    total: {},
    paid: {},
    sent_at: {},
    created_at: {},
    updated_at: {},
  },
} as const;

/** The query of a list. */
export const listQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    limit: { type: 'string', pattern: '^0*[1-9]\\d{0,14}$' },
    status: { type: 'string', pattern: '^(draft|open|paid|void)(,(draft|open|paid|void))*$' },
    cursor: { type: 'string', maxLength: 256 },
  },
} as const;

/** A query without parameters. */
export const noQuery = { type: 'object', additionalProperties: false, properties: {} } as const;

/** An invoice as it is answered. */
export const invoice = {
  type: 'object',
  required: [
    'id',
    'shop',
    'customer',
    'status',
    'lines',
    'total',
    'paid',
    'due_on',
    'memo',
    'created_at',
    'updated_at',
  ],
  properties: {
    id: text,
    shop: text,
    customer: text,
    status: text,
    number: integer,
    lines: {
      type: 'array',
      items: { type: 'object', properties: { text, quantity: integer, price: integer } },
    },
    total: integer,
    paid: integer,
    due_on: text,
    memo: { type: ['string', 'null'] },
    sent_at: text,
    created_at: text,
    updated_at: text,
  },
} as const;

/** A page of a list. */
export const page = {
  type: 'object',
  required: ['data', 'next'],
  properties: {
    data: { type: 'array', items: invoice },
    next: { type: ['string', 'null'] },
  },
} as const;
