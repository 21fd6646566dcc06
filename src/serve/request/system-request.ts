import type { Incoming } from '../../contracts/request-context.ts';

/** What comes in when nobody asks: the time runs a transition. */
export const nobody: Incoming = {
  method: '',
  path: '',
  query: '',
  header: () => undefined,
  headerCount: () => 0,
  headerStartsWith: () => false,
  peer: '',
  body: () => 'none',
  hasBody: false,
};
