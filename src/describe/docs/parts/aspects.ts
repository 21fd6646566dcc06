/** The subject of each aspect of a part, for readers of a page without it. */
export const aspects: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  purpose: {
    purpose: 'what the service is for',
    scope: 'what it covers, and what it does not',
  },
  resources: {
    resources: 'which records the service stores',
    fields: 'which fields each of them has',
    types: 'what kind of value each field holds',
    formats: 'how strings and numbers are written',
    constraints: 'which values are allowed, and which are required',
  },
  states: {
    states: 'which states a record can be in',
    transitions: 'how a record moves between states, and when',
  },
  endpoints: {
    methods: 'the method of each operation',
    'path shapes': 'the path of each operation',
    'request payload shapes': 'what clients send',
    'response payload shapes': 'what clients receive',
    'base address': 'the URL of the service',
  },
  authentication: {
    scheme: 'how clients authenticate',
    'credential names': 'the names of their credentials',
    'header names': 'where credentials are sent',
    'token lifetimes': 'how long a credential is valid',
    scopes: 'what each client is allowed to do',
  },
  events: {
    'event kinds': 'which events the service sends',
    'delivery mechanism': 'how events reach subscribers',
    'event payloads': 'what an event contains',
  },
  errors: {
    'error codes': 'the codes in error responses',
    'error body shape': 'what the body of an error response contains',
    conditions: 'the cause of each code',
  },
  limits: {
    'rate limits': 'how many requests a client may send',
    'size limits': 'how large a body may be',
    'page sizes': 'how many records a page has',
    'time-outs': 'how long a request may take',
  },
  versioning: {
    'version identifiers': 'how versions are named',
    placement: 'how a request names its version',
    'compatibility rules': 'which changes are compatible with existing clients',
  },
};
