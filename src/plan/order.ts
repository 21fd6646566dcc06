/**
 * The steps of a request in the order in which they are done (running.md, "A request"). An operation has those that its
 * document asks for; `serve/request.ts` holds one maker for each.
 */
export const stepOrder = [
  'limits/open-rate',
  'limits/open-concurrency',
  'authentication/credential',
  'authentication/scope',
  'limits/caller-rate',
  'limits/caller-concurrency',
  'versioning/version',
  'endpoints/accept',
  'endpoints/media-type',
  'limits/body-size',
  'authentication/client',
  'authentication/token',
  'endpoints/body',
  'endpoints/idempotency',
  'versioning/request',
  'endpoints/parameters',
  'endpoints/input',
  'endpoints/list',
  'resources/password',
  'endpoints/replay',
  'endpoints/load',
  'states/due',
  'authentication/row-rule-before',
  'states/gone',
  'endpoints/precondition',
  'states/from',
  'endpoints/patch',
  'states/fixed',
  'endpoints/change',
  'resources/assign',
  'states/choose',
  'resources/compute',
  'resources/validate',
  'states/matrix',
  'resources/references',
  'resources/rules',
  'authentication/row-rule-after',
  'limits/quota',
  'endpoints/code',
  'resources/write',
  'events/record',
  'endpoints/outcome',
  'endpoints/answer',
] as const;

/**
 * The steps of the token operations: the client is known by its form and by no credential of a scheme, and what is counted for
 * the caller is counted for it.
 */
export const tokenOrder: readonly StepName[] = [
  'limits/open-rate',
  'limits/open-concurrency',
  'limits/body-size',
  'authentication/client',
  'limits/caller-rate',
  'limits/caller-concurrency',
  'authentication/token',
];

/** The name of a step: the part that owns it and what it does. */
export type StepName = (typeof stepOrder)[number];

/** The first and the last step that run inside the write transaction. */
export const transaction = { from: 'endpoints/replay', to: 'endpoints/outcome' } as const;
