import { findNamedScheme } from '../../parts/authentication/serve/credentials/signed-form.ts';
import type { SchemePlan } from '../../plan/plan.ts';
import type { WholePlan } from '../../plan/whole.ts';
import type { Caller } from '../../prove/world/callers.ts';
import { CommandError } from '../command-error.ts';

const form = 'NAME=CREDENTIAL;scopes=a,b;ATTRIBUTE=VALUE';

/**
 * Reads a caller as the command line states it: `shop=key_…;scopes=seats:read,seats:write;house=acme`. A credential that begins with `$` is
 * the value of a variable. A name that is a scope of the document states that scope. Throws a `CommandError` for any other text.
 */
export function readCaller(
  plan: WholePlan,
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): Caller {
  const [head = '', ...rest] = text.split(';');
  const at = head.indexOf('=');
  if (at < 1) throw new CommandError(`--as ${head} is not a caller. Write ${form}.`);
  const name = head.slice(0, at).trim();
  const credential = readCredential(name, head.slice(at + 1).trim(), environment);
  return createCaller(plan, { name, credential, ...readFacts(name, rest) }, `--as ${name}`);
}

/** Reads the facts of a caller whose credential is in a file: `shop;scopes=a,b`. Undefined: the text states a credential. */
export function readNamedFacts(
  text: string,
): (Pick<StatedCaller, 'scopes' | 'attributes'> & { readonly name: string }) | undefined {
  const [head = '', ...rest] = text.split(';');
  const name = head.trim();
  if (name === '' || name.includes('=')) return undefined;
  const { scheme, ...facts } = readFacts(name, rest);
  if (scheme !== undefined) throw new CommandError(`--as ${name}: the file of --auth states how it is sent.`);
  return { name, ...facts };
}

function readFacts(name: string, parts: readonly string[]): Pick<StatedCaller, 'scopes' | 'attributes' | 'scheme'> {
  const facts = parts.map((part) => {
    const equals = part.indexOf('=');
    if (equals < 1) throw new CommandError(`--as ${name}: "${part.trim()}" is not a fact. Write ${form}.`);
    return [part.slice(0, equals).trim(), part.slice(equals + 1).trim()] as const;
  });
  const find = (name: string): string | undefined => facts.find(([fact]) => fact === name)?.[1];
  const scopes = find('scopes')
    ?.split(',')
    .map((scope) => scope.trim())
    .filter((scope) => scope !== '');
  const attributes = Object.fromEntries(facts.filter(([fact]) => fact !== 'scopes' && fact !== 'scheme'));
  return { scopes, attributes, scheme: find('scheme') };
}

/** A caller as a program states it. */
export interface StatedCaller {
  readonly name: string;
  readonly credential: string;
  /** Left out: the scope that has this name; without one, no row about scopes is proven. */
  readonly scopes?: readonly string[] | undefined;
  readonly attributes?: Readonly<Record<string, unknown>> | undefined;
  /** The scheme of Authentication; left out: by the form of the credential. */
  readonly scheme?: string | undefined;
}

/**
 * Creates a caller. Throws a `CommandError` for a scope or scheme that the document does not have, or a credential that no header can have;
 * `place` is where the caller is stated.
 */
export function createCaller(
  plan: WholePlan,
  { name, credential, scopes, attributes, scheme }: StatedCaller,
  place = `The caller ${name}`,
): Caller {
  const { authentication } = plan;
  if (/[^\t -~\u0080-\u00ff]/.test(credential))
    throw new CommandError(`${place}: the credential has a character that no header can have.`);
  const unknown = scopes?.find((scope) => !authentication.scopes.includes(scope));
  if (unknown !== undefined)
    throw new CommandError(
      `${place}: the document has no scope ${unknown}. It has ${authentication.scopes.join(', ') || 'none'}.`,
    );
  const own = scopes ?? (authentication.scopes.includes(name) ? [name] : undefined);
  return {
    name,
    scheme: findScheme(plan, place, scheme, credential),
    text: credential,
    ...(own === undefined ? {} : { scopes: own }),
    ...(Object.keys(attributes ?? {}).length === 0 ? {} : { attributes: attributes! }),
  };
}

function readCredential(name: string, text: string, environment: Readonly<Record<string, string | undefined>>): string {
  if (!text.startsWith('$')) return text;
  const value = environment[text.slice(1)];
  if (value !== undefined && value !== '') return value;
  throw new CommandError(`--as ${name}: the variable ${text.slice(1)} is not set.`);
}

function findScheme(
  { authentication }: WholePlan,
  place: string,
  wanted: string | undefined,
  credential: string,
): SchemePlan {
  const usable = authentication.schemes.filter(({ disabled, sentIn }) => disabled !== true && sentIn.length > 0);
  const scheme =
    wanted === undefined
      ? (findNamedScheme(usable, credential) ?? usable[0])
      : usable.find((one) => one.name === wanted);
  if (scheme !== undefined) return scheme;
  throw new CommandError(
    wanted === undefined
      ? `${place}: the document has no scheme of Authentication.`
      : `${place}: the document has no scheme ${wanted}. It has ${usable.map((one) => one.name).join(', ')}.`,
  );
}
