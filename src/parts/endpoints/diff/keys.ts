import { breaking, compatible } from '../../../diff/rule.ts';
import { added, changed, defineRules, inBoth, removed, type Subject } from '../../../diff/table.ts';
import type { KeyPair, PreconditionPair } from './conditions.ts';

const key: Subject<KeyPair> = {
  part: 'endpoints',
  verb: 'behavior',
  where: ({ called }) => called,
  defaults: ({ oldSpan, nowSpan }) => ({ old: oldSpan, now: nowSpan }),
};

/** The rules for changes of the idempotency keys of an operation. */
export const keyRules = defineRules(key, {
  'idempotency-key-required': {
    differs: 'an operation rejects requests without an idempotency key',
    requests: breaking('A client that sends none.'),
    find: ({ called, old, now }) => !old?.required && now?.required && `\`${called}\` needs an idempotency key`,
  },
  'idempotency-key-optional': {
    differs: 'an operation takes requests without an idempotency key',
    requests: compatible,
    find: inBoth(
      ({ called, old, now }) => old.required && !now.required && `\`${called}\` no longer needs an idempotency key`,
    ),
  },
  'idempotency-key-accepted': {
    differs: 'an operation takes an idempotency key',
    requests: compatible,
    find: added(({ called, now }) => !now.required && `\`${called}\` takes an idempotency key`),
  },
  'idempotency-key-ignored': {
    differs: 'an operation ignores an idempotency key',
    requests: breaking('A client that repeats a request and relies on a single execution.'),
    find: removed(({ called }) => `\`${called}\` ignores an idempotency key`),
  },
  'idempotency-header-changed': {
    differs: 'the idempotency key travels in another header',
    requests: breaking('A client that sends it in the older header.'),
    find: changed(
      ({ header }) => header.toLowerCase(),
      ({ called, old, now }) =>
        `the idempotency key of \`${called}\` is \`${now.header}\`, previously \`${old.header}\``,
    ),
  },
  'idempotency-retention-shorter': {
    differs: 'idempotency keys expire earlier',
    requests: breaking('A client that repeats a request after the shorter time.'),
    find: inBoth(
      ({ called, old, now }) =>
        (now.keptFor ?? 0) < (old.keptFor ?? 0) &&
        `the idempotency keys of \`${called}\` are stored for a shorter time`,
    ),
  },
  'idempotency-retention-longer': {
    differs: 'idempotency keys expire later',
    requests: compatible,
    find: inBoth(
      ({ called, old, now }) =>
        (now.keptFor ?? 0) > (old.keptFor ?? 0) && `the idempotency keys of \`${called}\` are stored for a longer time`,
    ),
  },
});

const precondition: Subject<PreconditionPair> = {
  part: 'endpoints',
  verb: 'behavior',
  where: ({ called }) => called,
  defaults: ({ oldSpan, nowSpan }) => ({ old: oldSpan, now: nowSpan }),
};

/** The rules for changes of a precondition of an operation. */
export const preconditionRules = defineRules(precondition, {
  'precondition-required': {
    differs: 'an operation rejects requests without a precondition',
    requests: breaking('A client that sends none: `precondition required`.'),
    find: ({ called, header, old, now }) =>
      old?.required !== true && now?.required === true && `\`${called}\` needs \`${header}\``,
  },
  'precondition-optional': {
    differs: 'an operation takes requests without a precondition',
    requests: compatible,
    find: ({ called, header, old, now }) =>
      old?.required === true && now?.required !== true && `\`${called}\` no longer needs \`${header}\``,
  },
});
