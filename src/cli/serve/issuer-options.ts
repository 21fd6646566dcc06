import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Option } from 'commander';
import type { Plan } from '../../plan/plan.ts';
import {
  findIssuerErrors,
  type IssuersSettings,
  redactUrl,
  type SettingError,
} from '../../serve/verifying/issuer-settings.ts';
import { createPublicKeys } from '../../serve/verifying/signed-tokens.ts';
import { present } from '../../text/present.ts';
import { CommandError } from '../shared/terminal.ts';

/** Texts by the names of schemes, as `--audience staff=notes` gives them. */
export type ByScheme = ReadonlyMap<string, readonly string[]>;

/** The settings of issuers outside, as flags and variables give them. */
export interface IssuerOptions {
  readonly issuer?: ByScheme;
  readonly audience?: ByScheme;
  readonly jwks?: ByScheme;
  readonly algorithms?: ByScheme;
}

/** The flags for schemes of kind `jwt`; each may be repeated, and names its scheme. */
export function createIssuerOptions(): readonly Option[] {
  return [
    createIssuerOption('issuer', '<scheme=text>', 'of a scheme of kind jwt: who issues its tokens, as in their `iss`'),
    createIssuerOption('audience', '<scheme=text>', 'for whom its tokens are meant, as in their `aud`'),
    createIssuerOption(
      'jwks',
      '<scheme=url or file>',
      "the issuer's keys: the address of its JWK Set, or a file with it",
    ),
    createIssuerOption('algorithms', '<scheme=list>', 'the signatures that are taken (default: all asymmetric ones)'),
  ];
}

function createIssuerOption(name: string, value: string, description: string): Option {
  return new Option(`--${name} ${value}`, description)
    .env(`NONET_${name.toUpperCase()}`)
    .argParser<ByScheme>((text, before) => parseSchemePairs(`--${name}`, text, before));
}

/** Reads `scheme=text`; a variable may hold several, with spaces between them. */
function parseSchemePairs(flag: string, text: string, before: ByScheme | undefined): ByScheme {
  const found = new Map(before);
  for (const pair of text.trim().split(/\s+(?=[\w.-]+=)/)) {
    const at = pair.indexOf('=');
    if (at < 1 || at === pair.length - 1) {
      throw new CommandError(
        `${flag} takes a scheme and its value, such as ${formatExampleFlag(flag, 'staff')}; it was given "${redactUrl(pair)}".`,
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

/** The settings that the flags make; throws `CommandError` where one is given twice or a file of keys is not there. */
export function readIssuers(options: IssuerOptions): IssuersSettings {
  const { issuer, audience, jwks, algorithms } = options;
  const schemes = new Set([issuer, audience, jwks, algorithms].flatMap((scheme) => [...(scheme?.keys() ?? [])]));
  const single = (flag: string, values: ByScheme | undefined, scheme: string): string | undefined => {
    const found = values?.get(scheme);
    if (found !== undefined && found.length > 1) throw new CommandError(`${flag} is given twice for ${scheme}.`);
    return found?.[0];
  };
  const found = [...schemes].map((scheme) => {
    const by = single('--issuer', issuer, scheme);
    const keys = single('--jwks', jwks, scheme);
    const meant = audience?.get(scheme);
    const taken = single('--algorithms', algorithms, scheme);
    return [
      scheme,
      {
        ...present({ issuer: by, audience: meant }),
        ...(keys === undefined ? {} : { jwks: resolveKeySource(keys) }),
        ...(taken === undefined ? {} : { algorithms: taken.split(',').map((part) => part.trim()) }),
      },
    ] as const;
  });
  return Object.fromEntries(found);
}

/** An address stays one; a file is read again whenever keys are asked for. */
function resolveKeySource(text: string): string | (() => Promise<string>) {
  if (/^[a-z][a-z0-9+.-]+:/i.test(text)) return text;
  try {
    createPublicKeys(readFileSync(text, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new CommandError(`--jwks: there is no file ${text}.`);
    throw new CommandError(`--jwks: the keys in ${text} cannot be read: ${code ?? message}.`);
  }
  return () => readFile(text, 'utf8');
}

/** Throws `CommandError` where a scheme of kind `jwt` lacks what it needs, with the flags that give it. */
export function refuseWithoutIssuers(plan: Plan, file: string, options: IssuerOptions): void {
  const problems = findIssuerErrors(plan, readIssuers(options));
  if (problems.length === 0) return;
  const lines = problems.map(
    (problem) => `  ${formatSchemeLocation(plan, file, problem)}${problem.what}${suggestFlag(problem)}`,
  );
  throw new CommandError(`${file} takes tokens of an issuer outside, whose settings are not complete:`, ...lines);
}

function formatSchemeLocation(plan: Plan, file: string, { scheme }: SettingError): string {
  const line = plan.authentication.schemes.find(({ name }) => name === scheme)?.line;
  return line === undefined ? '' : `${file}:${line}  `;
}

function suggestFlag({ scheme, setting }: SettingError): string {
  return setting === 'scheme' ? '' : `; such as ${formatExampleFlag(`--${setting}`, scheme)}`;
}
