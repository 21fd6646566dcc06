import { Option } from 'commander';
import { CommandError } from '../../operator/command-error.ts';
import type { Plan } from '../../plan/plan.ts';
import { findPasskeyErrors, type PasskeyError, type PasskeySettings } from '../../serve/signing-in/passkey-settings.ts';
import { listSignInIssuers } from '../../serve/signing-in/settings.ts';
import { present } from '../../text/present.ts';

/** The settings of passkeys, from flags and variables. */
export interface PasskeyOptions {
  readonly passkeyOrigin?: readonly string[];
  readonly passkeyDomain?: string;
}

/** The flags for passkeys. */
export function createPasskeyOptions(): readonly Option[] {
  return [
    new Option(
      '--passkey-origin <url>',
      'origin of an app in which people use passkeys; may be repeated (default: that of the base URL)',
    )
      .env('NONET_PASSKEY_ORIGIN')
      .argParser<readonly string[]>((text, before) => [...(before ?? []), ...text.trim().split(/\s+/)]),
    new Option(
      '--passkey-domain <name>',
      'domain to which passkeys belong for ever (default: the host of the first origin)',
    ).env('NONET_PASSKEY_DOMAIN'),
  ];
}

/** Returns the settings of the flags. */
export function readPasskeys({ passkeyOrigin, passkeyDomain }: PasskeyOptions): PasskeySettings {
  return present({ origins: passkeyOrigin, domain: passkeyDomain });
}

const advice: Readonly<Record<PasskeyError['setting'], string>> = {
  origins: ' Pass, for example, --passkey-origin https://app.example.com',
  domain: ' Pass, for example, --passkey-domain example.com',
  none: '',
};

/** Throws a `CommandError` if a setting of passkeys is missing or wrong; names the flag that sets it. */
export function refuseWithoutPasskeys(
  plan: Plan,
  file: string,
  options: PasskeyOptions & { readonly baseUrl?: string },
): void {
  const base = options.baseUrl ?? plan.base.known ?? '';
  const problems = findPasskeyErrors(plan, readPasskeys(options), base);
  if (problems.length === 0) return;
  const { line } = listSignInIssuers(plan);
  const place = line === undefined ? '' : `${file}:${line}  `;
  const lines = problems.map(({ setting, what }) => `  ${place}${what}.${advice[setting]}`);
  throw new CommandError('Settings of passkeys are missing or wrong:', ...lines);
}
