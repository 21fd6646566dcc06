import type { Subject } from './subjects.ts';

/** Says why no check was made for a row. */
export function explainUnchecked({ part, kind, heading }: Subject): string {
  if (part === 'purpose') return 'it is for people: no response shows it';
  return (
    ofKinds[`${part}/${kind}`] ??
    (heading === undefined ? ofKinds[part] : undefined) ??
    'no check observes it from outside'
  );
}

const ofKinds: Readonly<Record<string, string>> = {
  'endpoints/Base URL': 'it is stated with --base-url',
  'states/State': 'no record of this run was seen in this state',
  'events/Event': 'this run receives no deliveries',
  'events/Delivery': 'this run receives no deliveries',
  'errors/Code': 'no request of this run got this error',
};
