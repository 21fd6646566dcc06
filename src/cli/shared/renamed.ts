import { CommandError } from './terminal.ts';

/** The present names of flags and commands by their former ones. */
const renamed: Readonly<Record<string, string>> = {
  '--no-gaps': '--strict',
  '--kind': '--type',
  '--keep-events': '--event-retention',
  '--body-ceiling': '--max-body-size',
  '--page-ceiling': '--max-page-size',
  '--time-ceiling': '--max-request-time',
  '--base': '--base-url',
  '--target': '--webhook-url',
  '--target-rate': '--webhook-rate',
  '--allow-private-targets': '--allow-private-webhooks',
  '--set': '--attribute',
  '--at': '--api-version',
  '--at-once': '--immediately',
  '--overlap': '--grace-period',
  '--allow-loss': '--allow-data-loss',
  types: 'nonet generate types',
  'token-keys': 'nonet signing-keys',
  'events failed': 'nonet deliveries list --failed',
  'events replay': 'nonet deliveries replay',
};

const renamedVariables: Readonly<Record<string, string>> = {
  NONET_KEEP_EVENTS: 'NONET_EVENT_RETENTION',
  NONET_BODY_CEILING: 'NONET_MAX_BODY_SIZE',
  NONET_PAGE_CEILING: 'NONET_MAX_PAGE_SIZE',
  NONET_TIME_CEILING: 'NONET_MAX_REQUEST_TIME',
  NONET_BASE: 'NONET_BASE_URL',
  NONET_ALLOW_PRIVATE_TARGETS: 'NONET_ALLOW_PRIVATE_WEBHOOKS',
  NONET_SECRET_KEY_BEFORE: 'NONET_PREVIOUS_SECRET_KEY',
};

const [oldPrefix, prefix] = ['NONET_TARGET_', 'NONET_WEBHOOK_URL_'];

/** Returns a hint with the present name of a flag or command that a command line names by its former one. */
export function findRenamed(words: readonly string[]): string | undefined {
  const flags = words.filter((word) => word.startsWith('-')).map((word) => word.replace(/=.*$/s, ''));
  const names = [words.slice(0, 2).join(' '), words[0] ?? '', ...flags];
  const found = names.find((name) => Object.hasOwn(renamed, name));
  return found === undefined ? undefined : `(${found} is now ${renamed[found]})`;
}

/** Throws a `CommandError` for a variable that is set by its former name: its value would be ignored. */
export function refuseRenamedVariables(environment: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || value === '') continue;
    const present = name.startsWith(oldPrefix) ? name.replace(oldPrefix, prefix) : renamedVariables[name];
    if (present !== undefined) throw new CommandError(`The variable ${name} is now ${present}.`);
  }
}
