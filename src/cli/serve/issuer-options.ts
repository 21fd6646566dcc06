import { Option } from 'commander';
import { CommandError } from '../../operator/command-error.ts';
import { readRegularFile } from '../../operator/files/read-file.ts';
import type { Plan } from '../../plan/plan.ts';
import {
  findIssuerErrors,
  type IssuersSettings,
  redactUrl,
  type SettingError,
} from '../../serve/verifying/issuer-settings.ts';
import { createPublicKeys } from '../../serve/verifying/signed-tokens.ts';
import { present } from '../../text/present.ts';

/** Values by the name of their scheme, such as `--audience staff=notes`. */
export type ByScheme = ReadonlyMap<string, readonly string[]>;

/** The settings of external issuers from flags and variables. */
export interface IssuerOptions {
  readonly issuer?: ByScheme;
  readonly audience?: ByScheme;
  readonly jwks?: ByScheme;
  readonly algorithms?: ByScheme;
}

/** The flags for schemes of kind `jwt`; each may be repeated, and names its scheme. */
export function createIssuerOptions(): readonly Option[] {
  return [
    createIssuerOption('issuer', '<scheme=text>', 'issuer of the tokens of a scheme of kind jwt (their `iss`)'),
    createIssuerOption('audience', '<scheme=text>', 'audience of the tokens (their `aud`)'),
    createIssuerOption('jwks', '<scheme=url or file>', 'keys of the issuer: the URL of its JWK Set, or a file'),
    createIssuerOption('algorithms', '<scheme=list>', 'accepted signature algorithms (default: all asymmetric ones)'),
  ];
}

function createIssuerOption(name: string, value: string, description: string): Option {
  return new Option(`--${name} ${value}`, description)
    .env(`NONET_${name.toUpperCase()}`)
    .argParser<ByScheme>((text, before) => parseSchemePairs(`--${name}`, text, before));
}

/** Parses `scheme=text`; a variable may hold several, separated by spaces. */
function parseSchemePairs(flag: string, text: string, before: ByScheme | undefined): ByScheme {
  const found = new Map(before);
  for (const pair of text.trim().split(/\s+(?=[\w.-]+=)/)) {
    const at = pair.indexOf('=');
    if (at < 1 || at === pair.length - 1) {
      throw new CommandError(
        `${flag} takes a scheme and its value, such as ${formatExampleFlag(flag, 'staff')}. Found "${redactUrl(pair)}".`,
      );
    }
    const scheme = pair.slice(0, at);
    found.set(scheme, [...(found.get(scheme) ?? []), pair.slice(at + 1)]);
  }
  return found;
}

function formatExampleFlag(flag: string, scheme: string): string {
  const values: Readonly<Record<string, string>> = {
    '--issuer': 'https://login.example.com',
    '--audience': 'https://api.example.com',
    '--jwks': 'https://login.example.com/.well-known/jwks.json',
    '--algorithms': 'RS256,ES256',
  };
  return `${flag} ${scheme}=${values[flag]}`;
}

/** Returns the settings of the flags. Throws a `CommandError` for a duplicate, an empty list or a file of keys that cannot be read. */
export function readIssuers(options: IssuerOptions): IssuersSettings {
  const { issuer, audience, jwks, algorithms } = options;
  const schemes = new Set([issuer, audience, jwks, algorithms].flatMap((scheme) => [...(scheme?.keys() ?? [])]));
  const single = (flag: string, values: ByScheme | undefined, scheme: string): string | undefined => {
    const found = values?.get(scheme);
    if (found !== undefined && found.length > 1) throw new CommandError(`${flag} can be set only once for ${scheme}.`);
    return found?.[0];
  };
  const found = [...schemes].map((scheme) => {
    const by = single('--issuer', issuer, scheme);
    const keys = single('--jwks', jwks, scheme);
    const meant = audience?.get(scheme);
    const accepted = single('--algorithms', algorithms, scheme);
    return [
      scheme,
      {
        ...present({ issuer: by, audience: meant }),
        ...(keys === undefined ? {} : { jwks: resolveKeySource(keys) }),
        ...(accepted === undefined ? {} : { algorithms: parseAlgorithms(scheme, accepted) }),
      },
    ] as const;
  });
  return Object.fromEntries(found);
}

function parseAlgorithms(scheme: string, text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.every((name) => name !== '')) return names;
  throw new CommandError(
    `--algorithms takes names separated by commas, such as ${formatExampleFlag('--algorithms', scheme)}. Found "${text}".`,
  );
}

/** Returns a URL as it is; for a file, a function that reads it again each time. */
function resolveKeySource(text: string): string | (() => Promise<string>) {
  if (/^[a-z][a-z0-9+.-]+:/i.test(text)) return text;
  try {
    createPublicKeys(readRegularFile(text).toString());
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CommandError(`--jwks: the file ${text} does not exist.`);
    throw new CommandError(`--jwks: failed to read keys from ${text}: ${code ?? message}.`);
  }
  return async () => readRegularFile(text).toString();
}

/** Throws a `CommandError` if a setting of a scheme of kind `jwt` is missing or wrong; names the flag that sets it. */
export function refuseWithoutIssuers(plan: Plan, file: string, options: IssuerOptions): void {
  const problems = findIssuerErrors(plan, readIssuers(options));
  if (problems.length === 0) return;
  const lines = problems.map(
    (problem) => `  ${formatSchemeLocation(plan, file, problem)}${problem.what}${suggestFlag(problem)}`,
  );
  throw new CommandError('Settings of external token issuers are missing or wrong:', ...lines);
}

function formatSchemeLocation(plan: Plan, file: string, { scheme }: SettingError): string {
  const line = plan.authentication.schemes.find(({ name }) => name === scheme)?.line;
  return line === undefined ? '' : `${file}:${line}  `;
}

function suggestFlag({ scheme, setting }: SettingError): string {
  return setting === 'scheme' ? '' : `. Pass, for example, ${formatExampleFlag(`--${setting}`, scheme)}`;
}
