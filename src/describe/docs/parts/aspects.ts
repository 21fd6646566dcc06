/** The subject of each aspect of a part, for readers of a page without it. */
export const aspects: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  purpose: {
    purpose: 'what the service is for',
    scope: 'what it covers, and what it leaves to others',
  },
  resources: {
    resources: 'which things the service stores',
    fields: 'which fields each of them has',
    types: 'what kind of value each field holds',
    formats: 'how strings and numbers are written',
    constraints: 'which values are allowed, and which are required',
  },
  states: {
    states: 'which states a record can be in',
    transitions: 'which steps lead from state to state, and when they are allowed',
  },
  endpoints: {
    methods: 'the method of each operation',
    'path shapes': 'the path of each operation',
    'request payload shapes': 'what clients send',
    'response payload shapes': 'what clients receive',
    'base address': 'where the service is reached',
  },
  authentication: {
    scheme: 'how callers show who they are',
    'credential names': 'what their credentials are called',
    'header names': 'where credentials are sent',
    'token lifetimes': 'how long a credential is valid',
    scopes: 'what each caller is allowed to do',
  },
  events: {
    'event kinds': 'which events there are',
    'delivery mechanism': 'how events reach subscribers',
    'event payloads': 'what an event holds',
  },
  errors: {
    'error codes': 'the codes that responses carry',
    'error body shape': 'what the body of a refusal holds',
    conditions: 'what brings each code about',
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
    'compatibility rules': 'which changes keep clients working',
  },
};
