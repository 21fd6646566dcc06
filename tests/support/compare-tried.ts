import { after, type Client, is, made } from './compare-clients.ts';

/** By golden triple: the rule, the direction, and the client whose verdict is tried. */
export const tried: readonly (readonly [
  triple: string,
  rule: string,
  direction: 'requests' | 'answers',
  client: Client,
])[] = [
  ['resources/field', 'field-added', 'requests', made({ note: 'a' })],
  ['resources/field-gone', 'field-removed', 'requests', made({ note: 'a', memo: 'b' })],
  [
    'resources/field-gone',
    'field-removed',
    'answers',
    after({ memo: 'b' }, 'GET /invoices/{id}', ({ json }) => json.memo === 'b'),
  ],
  ['resources/required-field', 'required-field-added', 'requests', made({ note: 'a' })],
  ['resources/bounds-tighter', 'constraint-tighter', 'requests', made({ note: 'a'.repeat(300), price: 0 })],
  ['resources/bounds-looser', 'constraint-looser', 'requests', made({ note: 'a'.repeat(200), price: 1000 })],
  ['resources/value', 'value-added', 'requests', made({ kind: 'rent' })],
  ['resources/value-gone', 'value-removed', 'requests', made({ kind: 'work' })],
  [
    'resources/value-gone',
    'value-removed',
    'answers',
    after({ kind: 'rent' }, 'GET /invoices/{id}', ({ json }) => ['goods', 'rent', 'work'].includes(json.kind)),
  ],
  ['resources/read-only', 'no-longer-sent', 'requests', made({ note: 'a' })],
  ['resources/sent-again', 'sent-now', 'requests', made({})],
  [
    'resources/create-only',
    'not-changeable',
    'requests',
    after({ note: 'a' }, 'PATCH /invoices/{id}', is(200), { note: 'b' }),
  ],
  ['resources/changeable', 'changeable-now', 'requests', after({ note: 'a' }, 'GET /invoices/{id}', is(200))],
  ['resources/format', 'format-narrower', 'requests', made({ mail: 'not an address' })],
  ['resources/format-gone', 'format-wider', 'requests', made({ mail: 'ada@example.com' })],
  ['resources/type', 'type-changed', 'requests', made({ price: 5 })],
  [
    'resources/type',
    'type-changed',
    'answers',
    async (ask) => {
      const [response, other] = [
        await ask('POST /invoices', { price: 5 }),
        await ask('POST /invoices', { price: '5' }),
      ];
      return [response, other].some(({ status, json }) => status === 201 && json.price === 5);
    },
  ],
  ['resources/number', 'type-widened', 'requests', made({ price: 5 })],
  ['resources/whole-number', 'type-narrowed', 'requests', made({ price: 5.5 })],
  ['resources/null', 'null-added', 'requests', made({ note: 'a' })],
  [
    'resources/null',
    'null-added',
    'answers',
    async (ask) => {
      const got = [await ask('POST /invoices', { note: null }), await ask('POST /invoices', { note: 'a' })];
      return got.every(({ status, json }) => status !== 201 || typeof json.note === 'string');
    },
  ],
  ['resources/null-gone', 'null-removed', 'requests', made({ note: null })],
  ['resources/required', 'became-required', 'requests', made({})],
  ['resources/optional', 'became-optional', 'requests', made({ note: 'a' })],
  [
    'resources/default-gone',
    'default-removed',
    'answers',
    after({}, 'GET /invoices/{id}', ({ json }) => json.note === 'none'),
  ],
  ['resources/internal', 'field-removed', 'requests', made({ note: 'a' })],
  [
    'resources/write-only',
    'no-longer-shown',
    'answers',
    async (ask) => (await ask('POST /invoices', { note: 'a' })).json.note === 'a',
  ],
  [
    'resources/unique',
    'unique-added',
    'requests',
    async (ask) => (await made({ note: 'a' })(ask)) && (await made({ note: 'a' })(ask)),
  ],
  ['resources/unique-gone', 'unique-removed', 'requests', made({ note: 'a' })],
  ['resources/rule-tighter', 'rule-tighter', 'requests', made({ price: 5 })],
  ['resources/rule-looser', 'rule-looser', 'requests', made({ price: 50 })],
  ['states/from-narrower', 'from-narrower', 'requests', after({ price: 5 }, 'POST /invoices/{id}/pay', is(200))],
  ['states/from-wider', 'from-wider', 'requests', made({ price: 5 })],
  [
    'states/initial',
    'initial-state-changed',
    'answers',
    async (ask) => (await ask('POST /invoices', { price: 5 })).json.status === 'draft',
  ],
  ['endpoints/path', 'path-changed', 'requests', after({ note: 'a' }, 'PATCH /invoices/{id}', is(200), { note: 'b' })],
  ['endpoints/operation', 'operation-added', 'requests', made({ note: 'a' })],
  [
    'endpoints/operation-gone',
    'operation-removed',
    'requests',
    after({ note: 'a' }, 'PATCH /invoices/{id}', is(200), { note: 'b' }),
  ],
  ['endpoints/status', 'status-changed', 'answers', made({ note: 'a' })],
  [
    'endpoints/parameter-required',
    'parameter-became-required',
    'requests',
    async (ask) => (await ask('GET /invoices')).status === 200,
  ],
  [
    'endpoints/parameter',
    'parameter-added',
    'requests',
    async (ask) => (await ask('GET /invoices?note=a')).status === 200,
  ],
  [
    'endpoints/parameter-gone',
    'parameter-removed',
    'requests',
    async (ask) => (await ask('GET /invoices?price=5')).status === 200,
  ],
  [
    'endpoints/expand-gone',
    'expand-field-removed',
    'requests',
    async (ask) => (await ask('GET /invoices?with=former')).status === 200,
  ],
  [
    'endpoints/expand',
    'expand-field-added',
    'requests',
    async (ask) => (await ask('GET /invoices?with=other')).status === 200,
  ],
  [
    'endpoints/sort-gone',
    'sort-field-removed',
    'requests',
    async (ask) => (await ask('GET /invoices?by=price')).status === 200,
  ],
  [
    'endpoints/sort',
    'sort-field-added',
    'requests',
    async (ask) => (await ask('GET /invoices?by=note')).status === 200,
  ],
  ['endpoints/unknown-refused', 'unknown-fields-rejected', 'requests', made({ note: 'a', more: 1 })],
  ['endpoints/unknown-ignored', 'unknown-fields-ignored', 'requests', made({ note: 'a' })],
  ['endpoints/idempotency-key-required', 'idempotency-key-required', 'requests', made({ note: 'a' })],
  [
    'endpoints/precondition',
    'precondition-required',
    'requests',
    after({ note: 'a' }, 'PATCH /invoices/{id}', is(200), { note: 'b' }),
  ],
  [
    'endpoints/answer-member-gone',
    'response-field-removed',
    'answers',
    after({ note: 'a', price: 5 }, 'GET /invoices/{id}', ({ json }) => json.price === 5),
  ],
  [
    'endpoints/answer-member',
    'response-field-added',
    'answers',
    after({ note: 'a', price: 5 }, 'GET /invoices/{id}', ({ json }) => json.note === 'a'),
  ],
  [
    'endpoints/header-gone',
    'header-removed',
    'answers',
    after({ price: 5 }, 'GET /invoices/{id}', ({ headers }) => headers.get('x-price') === '5'),
  ],
  [
    'endpoints/media-types-gone',
    'request-media-type-removed',
    'requests',
    after({ note: 'a' }, 'PATCH /invoices/{id}', is(200), [{ op: 'replace', path: '/note', value: 'b' }], {
      'Content-Type': 'application/json-patch+json',
    }),
  ],
  [
    'endpoints/browsers-gone',
    'origin-removed',
    'requests',
    async (ask) => {
      const { headers } = await ask('GET /invoices', undefined, { Origin: 'https://shop.example.com' });
      return headers.get('access-control-allow-origin') === 'https://shop.example.com';
    },
  ],
  [
    'errors/status',
    'code-status-changed',
    'answers',
    async (ask) => (await ask('POST /invoices', { note: 5 })).status === 422,
  ],
  [
    'errors/renamed',
    'code-renamed',
    'answers',
    async (ask) => (await ask('POST /invoices', { note: 5 })).json.code === 'bad',
  ],
  ['errors/moved', 'condition-moved', 'answers', async (ask) => (await ask('GET /nowhere')).json.code === 'lost'],
  [
    'errors/member-gone',
    'body-field-removed',
    'answers',
    async (ask) => (await ask('POST /invoices', { note: 5 })).json.text !== undefined,
  ],
  [
    'limits/tighter',
    'tighter',
    'requests',
    async (ask) => {
      for (let count = 0; count < 8; count++) if (!(await made({ note: 'a' })(ask))) return false;
      return true;
    },
  ],
  ['limits/limit', 'limit-added', 'requests', made({ note: 'a'.repeat(70_000) })],
  [
    'limits/refused',
    'no-longer-clamped',
    'requests',
    async (ask) => (await ask('GET /invoices?limit=1000')).status === 200,
  ],
  [
    'limits/told-less',
    'response-headers-removed',
    'answers',
    async (ask) => (await ask('POST /invoices', { note: 'a' })).headers.has('ratelimit'),
  ],
];
