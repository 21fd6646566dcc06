import { Option } from 'commander';
import { CommandError } from '../../operator/command-error.ts';
import type { Plan } from '../../plan/plan.ts';
import {
  findSignInErrors,
  listSignInIssuers,
  type SignInError,
  type SignInsSettings,
} from '../../serve/signing-in/settings.ts';
import { present } from '../../text/present.ts';

/** Values by the name of their issuer, such as `--sign-in google=https://accounts.google.com`. */
type ByIssuer = ReadonlyMap<string, string>;

/** The settings of issuers by which people sign in, from flags and variables. */
export interface SignInOptions {
  readonly signIn?: ByIssuer;
  readonly signInClient?: ByIssuer;
  readonly signInSecret?: ByIssuer;
  readonly signInRedirect?: ByIssuer;
}

const examples = {
  '--sign-in': 'google=https://accounts.google.com',
  '--sign-in-client': 'google=1234.apps.googleusercontent.com',
  '--sign-in-secret': 'google=<secret>',
  '--sign-in-redirect': 'google=https://app.example.com/signed-in',
} as const;

type Flag = keyof typeof examples;

/** The flags for issuers by which people sign in; each may be repeated, and names its issuer. */
export function createSignInOptions(): readonly Option[] {
  return [
    createOption('--sign-in', '<issuer=url>', 'address of an issuer of OpenID Connect by which people sign in'),
    createOption('--sign-in-client', '<issuer=id>', 'client ID at the issuer'),
    createOption('--sign-in-secret', '<issuer=text>', 'client secret at the issuer (better by the variable)'),
    createOption('--sign-in-redirect', '<issuer=url>', 'address of the app to which the issuer sends people back'),
  ];
}

function createOption(flag: Flag, value: string, description: string): Option {
  return new Option(`${flag} ${value}`, description)
    .env(`NONET_${flag.slice(2).toUpperCase().replaceAll('-', '_')}`)
    .argParser<ByIssuer>((text, before) => parsePairs(flag, text, before));
}

/** Parses `issuer=text`; a variable may hold several, separated by spaces. No value is printed: one may be a secret. */
function parsePairs(flag: Flag, text: string, before: ByIssuer | undefined): ByIssuer {
  const found = new Map(before);
  for (const pair of text.trim().split(/\s+(?=[\w.-]+=)/)) {
    const at = pair.indexOf('=');
    if (at < 1 || at === pair.length - 1)
      throw new CommandError(`${flag} takes an issuer and its value, such as ${flag} ${examples[flag]}.`);
    const issuer = pair.slice(0, at);
    if (found.has(issuer)) throw new CommandError(`${flag} can be set only once for ${issuer}.`);
    found.set(issuer, pair.slice(at + 1));
  }
  return found;
}

/** Returns the settings of the flags. */
export function readSignIn({ signIn, signInClient, signInSecret, signInRedirect }: SignInOptions): SignInsSettings {
  const all = [signIn, signInClient, signInSecret, signInRedirect];
  const names = new Set(all.flatMap((values) => [...(values?.keys() ?? [])]));
  const settings = [...names].map((name) => {
    const [issuer, client, secret, redirect] = all.map((values) => values?.get(name));
    return [name, present({ issuer, client, secret, redirect })] as const;
  });
  return Object.fromEntries(settings);
}

const flags: Readonly<Record<Exclude<SignInError['setting'], 'name'>, Flag>> = {
  issuer: '--sign-in',
  client: '--sign-in-client',
  redirect: '--sign-in-redirect',
};

/** Throws a `CommandError` if a setting of an issuer by which people sign in is missing or wrong; names the flag that sets it. */
export function refuseWithoutSignIn(plan: Plan, file: string, options: SignInOptions): void {
  const problems = findSignInErrors(plan, readSignIn(options));
  if (problems.length === 0) return;
  const { line } = listSignInIssuers(plan);
  const lines = problems.map(({ issuer, setting, what }) => {
    if (setting === 'name') return `  ${what}`;
    const [, value] = examples[flags[setting]].split('=');
    return `  ${file}:${line}  ${what}. Pass, for example, ${flags[setting]} ${issuer}=${value}`;
  });
  throw new CommandError('Settings of issuers by which people sign in are missing or wrong:', ...lines);
}
