import type { Incoming } from '../../contracts/request-context.ts';

/** The incoming request of the service itself: a timer runs a transition. */
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
