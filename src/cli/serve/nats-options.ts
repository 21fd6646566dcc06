import { Option } from 'commander';
import { CommandError } from '../../operator/command-error.ts';
import { readRegularFile } from '../../operator/files/read-file.ts';
import { sendsNats } from '../../parts/events/serve/nats.ts';
import type { Plan } from '../../plan/plan.ts';
import { findNatsError, parseServers, readSignIn } from '../../serve/nats/settings.ts';
import type { Settings } from '../../serve/settings.ts';

/** The settings of NATS deliveries from flags and variables. */
export interface NatsOptions {
  readonly nats?: readonly string[];
  /** The path of a file. */
  readonly natsCredentials?: string;
}

/** Creates the flags of NATS deliveries. */
export function createNatsOptions(): readonly Option[] {
  return [
    new Option('--nats <url>', 'NATS servers for deliveries, separated by commas: nats://host:4222')
      .env('NONET_NATS')
      .argParser(parseNatsServers),
    new Option(
      '--nats-credentials <file>',
      'file to sign in with: a .creds file, or one line with a seed, user:password or a token',
    ).env('NONET_NATS_CREDENTIALS'),
  ];
}

function parseNatsServers(text: string): readonly string[] {
  const found = parseServers(text);
  if (typeof found !== 'string') return found;
  throw new CommandError(`--nats: ${found}.`);
}

/** Returns the settings of the flags. The file is read again for each connection. */
export function readNatsSettings({ nats, natsCredentials }: NatsOptions): Pick<Settings, 'nats'> {
  if (nats === undefined) return {};
  const credentials =
    natsCredentials === undefined ? {} : { credentials: async () => readRegularFile(natsCredentials).toString() };
  return { nats: { servers: nats, ...credentials } };
}

/** Throws a `CommandError` if a NATS delivery has no server, or if the credentials file cannot be used. */
export function refuseWithoutNats(plan: Plan, file: string, options: NatsOptions): void {
  if (!sendsNats(plan)) return;
  const problem = findNatsError(plan, readNatsSettings(options).nats);
  if (problem !== undefined) {
    throw new CommandError(
      `${file}:${problem.line}: ${problem.what}.`,
      'To set it, pass --nats nats://127.0.0.1:4222, or set NONET_NATS.',
    );
  }
  const { natsCredentials } = options;
  if (natsCredentials !== undefined && readSignIn(readCredentialsFile(natsCredentials)) === undefined) {
    throw new CommandError(
      `--nats-credentials: ${natsCredentials} is neither a .creds file nor one line with a seed (SU…), user:password or a token.`,
    );
  }
}

function readCredentialsFile(file: string): string {
  try {
    return readRegularFile(file).toString();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(`--nats-credentials: ${file} cannot be read (${code ?? 'unknown'}).`);
  }
}
