/** The error bodies of a well-known API: its part Errors, and what five requests are answered with. */
export interface WellKnown {
  readonly name: string;
  readonly errors: string;
  /** The Request of `create Customer`, where it wraps the record. */
  readonly request?: string;
  /** The body of such a request. */
  readonly wrap?: (customer: object) => object;
  /** The name and an item of the list are too short, the text of another item is missing. */
  readonly wrong: unknown;
  readonly missing: unknown;
  readonly taken: unknown;
  readonly notFound: unknown;
  readonly noCredential: unknown;
}

const codes = (more: string, rows: readonly string[]): string =>
  `| Code | Status | Condition | Message |${more}\n| --- | --- | --- | --- |${' --- |'.repeat(more.split('|').length - 1)}\n${rows.join('\n')}\n`;
const fieldErrors = (...rows: readonly string[]): string =>
  `\n### Field errors\n\n| Problem | On | Message | Code |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;

const codeRows = (invalid: string, taken: string, notFound: string, noCredential: string): readonly string[] => [
  `| ${invalid}`,
  `| ${taken}`,
  `| ${notFound}`,
  `| ${noCredential}`,
];

export const wellKnown: readonly WellKnown[] = [
  {
    name: 'Stripe',
    errors: `- Body: \`{ error: { type: type, code?: first field code or reason, message: first field message or message, param?: first field form path } }\`

${codes(
  ' Type | Reason |',
  codeRows(
    'invalid | 400 | invalid input | | invalid_request_error | |',
    'taken | 400 | not unique | | invalid_request_error | |',
    'missing | 404 | not found | No such customer | invalid_request_error | resource_missing |',
    'no_key | 401 | no credential | You did not provide an API key. | invalid_request_error | |',
  ),
)}${fieldErrors(
  '| missing | | Missing required param: {path}. | parameter_missing |',
  '| too short | | Invalid string: {name}; must be at least {min} characters. | parameter_invalid_string |',
  '| not unique | | A customer with this {name} is there already. | resource_already_exists |',
)}`,
    wrong: {
      error: {
        type: 'invalid_request_error',
        code: 'parameter_invalid_string',
        message: 'Invalid string: name; must be at least 2 characters.',
        param: 'name',
      },
    },
    missing: {
      error: {
        type: 'invalid_request_error',
        code: 'parameter_missing',
        message: 'Missing required param: lines.1.text.',
        param: 'lines[1][text]',
      },
    },
    taken: {
      error: {
        type: 'invalid_request_error',
        code: 'resource_already_exists',
        message: 'A customer with this email is there already.',
        param: 'email',
      },
    },
    notFound: { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such customer' } },
    noCredential: { error: { type: 'invalid_request_error', message: 'You did not provide an API key.' } },
  },
  {
    name: 'GitHub',
    errors: `- Body: \`{ message: message, errors?: fields { resource: resource, field: name, code: code }, documentation_url: docs, status: http }\`

${codes(
  ' Docs | Http |',
  codeRows(
    'invalid | 422 | invalid input | Validation Failed | https://docs.example/rest#create | "422" |',
    'taken | 422 | not unique | Validation Failed | https://docs.example/rest#create | "422" |',
    'missing | 404 | not found | Not Found | https://docs.example/rest#get | "404" |',
    'no_key | 401 | no credential | Requires authentication | https://docs.example/rest | "401" |',
  ),
)}${fieldErrors('| missing | | | missing_field |', '| not unique | | | already_exists |', '| any | | | invalid |')}`,
    wrong: {
      message: 'Validation Failed',
      errors: [
        { resource: 'Customer', field: 'name', code: 'invalid' },
        { resource: 'Line', field: 'text', code: 'invalid' },
        { resource: 'Line', field: 'text', code: 'missing_field' },
      ],
      documentation_url: 'https://docs.example/rest#create',
      status: '422',
    },
    missing: {
      message: 'Validation Failed',
      errors: [{ resource: 'Line', field: 'text', code: 'missing_field' }],
      documentation_url: 'https://docs.example/rest#create',
      status: '422',
    },
    taken: {
      message: 'Validation Failed',
      errors: [{ resource: 'Customer', field: 'email', code: 'already_exists' }],
      documentation_url: 'https://docs.example/rest#create',
      status: '422',
    },
    notFound: { message: 'Not Found', documentation_url: 'https://docs.example/rest#get', status: '404' },
    noCredential: { message: 'Requires authentication', documentation_url: 'https://docs.example/rest', status: '401' },
  },
  {
    name: 'Google (AIP-193)',
    errors: `- Body: \`{ error: { code: status, message: message, status: code, details?: [{ "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations: fields { field: bracket path, description: message, reason: code } }] } }\`

${codes(
  '',
  codeRows(
    'INVALID_ARGUMENT | 400 | invalid input | Request contains an invalid argument. |',
    'ALREADY_EXISTS | 409 | not unique | The customer already exists. |',
    'NOT_FOUND | 404 | not found | The customer was not found. |',
    'UNAUTHENTICATED | 401 | no credential | Request is missing a required authentication credential. |',
  ),
)}${fieldErrors(
  '| missing | | is required | REQUIRED |',
  '| too short | | has fewer than {min} characters | TOO_SHORT |',
  '| not unique | | is in use | IN_USE |',
)}`,
    wrong: {
      error: {
        code: 400,
        message: 'Request contains an invalid argument.',
        status: 'INVALID_ARGUMENT',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.BadRequest',
            fieldViolations: [
              { field: 'name', description: 'has fewer than 2 characters', reason: 'TOO_SHORT' },
              { field: 'lines[0].text', description: 'has fewer than 2 characters', reason: 'TOO_SHORT' },
              { field: 'lines[1].text', description: 'is required', reason: 'REQUIRED' },
            ],
          },
        ],
      },
    },
    missing: {
      error: {
        code: 400,
        message: 'Request contains an invalid argument.',
        status: 'INVALID_ARGUMENT',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.BadRequest',
            fieldViolations: [{ field: 'lines[1].text', description: 'is required', reason: 'REQUIRED' }],
          },
        ],
      },
    },
    taken: {
      error: {
        code: 409,
        message: 'The customer already exists.',
        status: 'ALREADY_EXISTS',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.BadRequest',
            fieldViolations: [{ field: 'email', description: 'is in use', reason: 'IN_USE' }],
          },
        ],
      },
    },
    notFound: { error: { code: 404, message: 'The customer was not found.', status: 'NOT_FOUND' } },
    noCredential: {
      error: {
        code: 401,
        message: 'Request is missing a required authentication credential.',
        status: 'UNAUTHENTICATED',
      },
    },
  },
  {
    name: 'Microsoft Graph (OData)',
    errors: `- Body: \`{ error: { code: code, message: message, target?: first field path, details?: fields { code: code, message: message, target: path } } }\`

${codes(
  '',
  codeRows(
    'BadRequest | 400 | invalid input | The request is invalid. |',
    'Request_MultipleObjectsWithSameKeyValue | 409 | not unique | Another object with the same value already exists. |',
    'Request_ResourceNotFound | 404 | not found | The resource does not exist. |',
    'InvalidAuthenticationToken | 401 | no credential | Access token is empty. |',
  ),
)}${fieldErrors(
  '| missing | | {name} is required. | NullValue |',
  '| too short | | {name} is too short. | TooShort |',
  '| not unique | | {name} is in use. | ObjectConflict |',
)}`,
    wrong: {
      error: {
        code: 'BadRequest',
        message: 'The request is invalid.',
        target: 'name',
        details: [
          { code: 'TooShort', message: 'name is too short.', target: 'name' },
          { code: 'TooShort', message: 'text is too short.', target: 'lines.0.text' },
          { code: 'NullValue', message: 'text is required.', target: 'lines.1.text' },
        ],
      },
    },
    missing: {
      error: {
        code: 'BadRequest',
        message: 'The request is invalid.',
        target: 'lines.1.text',
        details: [{ code: 'NullValue', message: 'text is required.', target: 'lines.1.text' }],
      },
    },
    taken: {
      error: {
        code: 'Request_MultipleObjectsWithSameKeyValue',
        message: 'Another object with the same value already exists.',
        target: 'email',
        details: [{ code: 'ObjectConflict', message: 'email is in use.', target: 'email' }],
      },
    },
    notFound: { error: { code: 'Request_ResourceNotFound', message: 'The resource does not exist.' } },
    noCredential: { error: { code: 'InvalidAuthenticationToken', message: 'Access token is empty.' } },
  },
  {
    name: 'JSON:API',
    errors: `- Body: \`{ errors: fields { status: http, code: code, title: title, detail: message, source: { parameter: parameter } or { pointer: pointer } } or [{ status: http, code: code, title: title }] }\`

${codes(
  ' Http |',
  codeRows(
    'invalid | 422 | invalid input | Invalid Attribute | "422" |',
    'conflict | 409 | not unique | Conflict | "409" |',
    'not_found | 404 | not found | Not Found | "404" |',
    'unauthorized | 401 | no credential | Unauthorized | "401" |',
  ),
)}${fieldErrors('| missing | | {name} is required | required |', '| too short; not unique | | {name} is wrong | |')}`,
    request: '{ data: { type: "customers", attributes: Customer } }',
    wrap: (attributes) => ({ data: { type: 'customers', attributes } }),
    wrong: {
      errors: [
        ['invalid', 'name is wrong', '/data/attributes/name'],
        ['invalid', 'text is wrong', '/data/attributes/lines/0/text'],
        ['required', 'text is required', '/data/attributes/lines/1/text'],
      ].map(([code, detail, pointer]) => ({
        status: '422',
        code,
        title: 'Invalid Attribute',
        detail,
        source: { pointer },
      })),
    },
    missing: {
      errors: [
        {
          status: '422',
          code: 'required',
          title: 'Invalid Attribute',
          detail: 'text is required',
          source: { pointer: '/data/attributes/lines/1/text' },
        },
      ],
    },
    taken: {
      errors: [
        {
          status: '409',
          code: 'conflict',
          title: 'Conflict',
          detail: 'email is wrong',
          source: { pointer: '/data/attributes/email' },
        },
      ],
    },
    notFound: { errors: [{ status: '404', code: 'not_found', title: 'Not Found' }] },
    noCredential: { errors: [{ status: '401', code: 'unauthorized', title: 'Unauthorized' }] },
  },
  {
    name: 'problem+json (RFC 9457)',
    errors: `- Body: problem details

${codes(
  '',
  codeRows(
    'invalid | 422 | invalid input | Your request is not valid. |',
    'taken | 409 | not unique | It is there already. |',
    'missing | 404 | not found | There is no such customer. |',
    'no_key | 401 | no credential | A credential is needed. |',
  ),
)}${fieldErrors('| missing | | is required | |', '| too short | | is too short | |', '| not unique | | is in use | |')}`,
    wrong: {
      type: '/docs#errors-invalid',
      title: 'Your request is not valid.',
      status: 422,
      code: 'invalid',
      errors: [
        { pointer: '/name', message: 'is too short' },
        { pointer: '/lines/0/text', message: 'is too short' },
        { pointer: '/lines/1/text', message: 'is required' },
      ],
    },
    missing: {
      type: '/docs#errors-invalid',
      title: 'Your request is not valid.',
      status: 422,
      code: 'invalid',
      errors: [{ pointer: '/lines/1/text', message: 'is required' }],
    },
    taken: {
      type: '/docs#errors-taken',
      title: 'It is there already.',
      status: 409,
      code: 'taken',
      errors: [{ pointer: '/email', message: 'is in use' }],
    },
    notFound: { type: '/docs#errors-missing', title: 'There is no such customer.', status: 404, code: 'missing' },
    noCredential: { type: '/docs#errors-no_key', title: 'A credential is needed.', status: 401, code: 'no_key' },
  },
  {
    name: 'Twilio',
    errors: `- Body: \`{ code: first field code or number, message: first field message or message, more_info: more, status: status }\`

${codes(
  ' Number | More |',
  codeRows(
    'invalid | 400 | invalid input | | 20001 | https://api.example/errors |',
    'taken | 409 | not unique | | 20409 | https://api.example/errors |',
    'missing | 404 | not found | The requested resource was not found | 20404 | https://api.example/errors/20404 |',
    'no_key | 401 | no credential | Authenticate | 20003 | https://api.example/errors/20003 |',
  ),
)}${fieldErrors(
  "| missing | | A '{name}' is required. | 21604 |",
  "| too short | | The '{name}' is invalid. | 21211 |",
  "| not unique | | The '{name}' is not unique. | 52101 |",
)}`,
    wrong: { code: 21211, message: "The 'name' is invalid.", more_info: 'https://api.example/errors', status: 400 },
    missing: { code: 21604, message: "A 'text' is required.", more_info: 'https://api.example/errors', status: 400 },
    taken: {
      code: 52101,
      message: "The 'email' is not unique.",
      more_info: 'https://api.example/errors',
      status: 409,
    },
    notFound: {
      code: 20404,
      message: 'The requested resource was not found',
      more_info: 'https://api.example/errors/20404',
      status: 404,
    },
    noCredential: {
      code: 20003,
      message: 'Authenticate',
      more_info: 'https://api.example/errors/20003',
      status: 401,
    },
  },
  {
    name: 'Shopify',
    errors: `- Body: \`{ errors: fields by name or title }\`

${codes(
  '',
  codeRows(
    'invalid | 422 | invalid input | |',
    'taken | 422 | not unique | |',
    'missing | 404 | not found | Not Found |',
    'no_key | 401 | no credential | [API] Invalid API key or access token |',
  ),
)}${fieldErrors(
  "| missing | | can't be blank | |",
  '| too short | | is too short (minimum is {min} characters) | |',
  '| not unique | | has already been taken | |',
)}`,
    wrong: {
      errors: {
        name: ['is too short (minimum is 2 characters)'],
        text: ['is too short (minimum is 2 characters)', "can't be blank"],
      },
    },
    missing: { errors: { text: ["can't be blank"] } },
    taken: { errors: { email: ['has already been taken'] } },
    notFound: { errors: 'Not Found' },
    noCredential: { errors: '[API] Invalid API key or access token' },
  },
  {
    name: 'Slack',
    errors: `- Body: \`{ ok: false, error: first field code or code }\`

${codes(
  '',
  codeRows(
    'invalid_arguments | 400 | invalid input | |',
    'name_taken | 400 | not unique | |',
    'user_not_found | 404 | not found | |',
    'not_authed | 401 | no credential | |',
  ),
)}${fieldErrors('| missing | | | missing_argument |')}`,
    wrong: { ok: false, error: 'invalid_arguments' },
    missing: { ok: false, error: 'missing_argument' },
    taken: { ok: false, error: 'name_taken' },
    notFound: { ok: false, error: 'user_not_found' },
    noCredential: { ok: false, error: 'not_authed' },
  },
  {
    name: 'a string and nothing else',
    errors: `- Body: \`first field message or message\`

${codes(
  '',
  codeRows(
    'invalid | 400 | invalid input | |',
    'taken | 400 | not unique | |',
    'missing | 404 | not found | no_user |',
    'no_key | 401 | no credential | no_token |',
  ),
)}${fieldErrors('| missing | | missing_{name} | |', '| any | | invalid_{name} | |')}`,
    wrong: 'invalid_name',
    missing: 'missing_text',
    taken: 'invalid_email',
    notFound: 'no_user',
    noCredential: 'no_token',
  },
  {
    name: 'Laravel',
    errors: `- Body: \`{ message: first field message or message, errors?: fields by path message[] }\`

${codes(
  '',
  codeRows(
    'invalid | 422 | invalid input | |',
    'taken | 422 | not unique | |',
    'missing | 404 | not found | No query results for model [Customer]. |',
    'no_key | 401 | no credential | Unauthenticated. |',
  ),
)}${fieldErrors(
  '| missing | | The {path} field is required. | |',
  '| too short | | The {path} field must be at least {min} characters. | |',
  '| not unique | | The {path} has already been taken. | |',
)}`,
    wrong: {
      message: 'The name field must be at least 2 characters.',
      errors: {
        name: ['The name field must be at least 2 characters.'],
        'lines.0.text': ['The lines.0.text field must be at least 2 characters.'],
        'lines.1.text': ['The lines.1.text field is required.'],
      },
    },
    missing: {
      message: 'The lines.1.text field is required.',
      errors: { 'lines.1.text': ['The lines.1.text field is required.'] },
    },
    taken: {
      message: 'The email has already been taken.',
      errors: { email: ['The email has already been taken.'] },
    },
    notFound: { message: 'No query results for model [Customer].' },
    noCredential: { message: 'Unauthenticated.' },
  },
  {
    name: 'Rails',
    errors: `- Body: \`fields by bracket path message[] or { error: message }\`

${codes(
  ' Field |',
  codeRows(
    'invalid | 422 | invalid input | | |',
    'taken | 422 | not unique | | |',
    'missing | 404 | not found | must exist | base |',
    'no_key | 401 | no credential | HTTP Token: Access denied. | |',
  ),
)}${fieldErrors(
  "| missing | | can't be blank | |",
  '| too short | | is too short (minimum is {min} characters) | |',
  '| not unique | | has already been taken | |',
)}`,
    wrong: {
      name: ['is too short (minimum is 2 characters)'],
      'lines[0].text': ['is too short (minimum is 2 characters)'],
      'lines[1].text': ["can't be blank"],
    },
    missing: { 'lines[1].text': ["can't be blank"] },
    taken: { email: ['has already been taken'] },
    notFound: { base: ['must exist'] },
    noCredential: { error: 'HTTP Token: Access denied.' },
  },
];
