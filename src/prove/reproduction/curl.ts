import type { WholePlan } from '../../plan/whole.ts';
import type { Exchanged } from '../world/exchanged.ts';

/** How reproductions are printed. */
export interface CurlOptions {
  readonly plan: WholePlan;
  /** The origin of the service. */
  readonly origin: string;
}

/** Headers whose values stay out of every output. */
function isSecret({ authentication }: WholePlan, name: string): boolean {
  return (
    name === 'authorization' ||
    name === 'cookie' ||
    authentication.schemes.some(({ sentIn }) =>
      sentIn.some((place) => place.in === 'header' && place.name.toLowerCase() === name),
    )
  );
}

/**
 * Writes the requests of a reproduction as lines of a shell that run in this order. Identities that a response gave are variables, and so
 * are credentials: `$KEY_ADMIN` is that of the caller `admin`.
 */
export function formatCurl({ plan, origin }: CurlOptions, steps: readonly Exchanged[]): readonly string[] {
  const names = new Map<string, string>();
  return steps.map((step, at) => {
    const line = formatRequest(plan, origin, step, names);
    const given = at === steps.length - 1 ? undefined : findGiven(step, steps.slice(at + 1), names);
    if (given === undefined) return line;
    const variable = `ID${names.size + 1}`;
    names.set(given.text, variable);
    return `${variable}=$(${line} | jq -r '.${given.path.join('.')}')`;
  });
}

/** Finds the text of a response that later requests send. */
function findGiven(
  { response }: Exchanged,
  later: readonly Exchanged[],
  names: ReadonlyMap<string, string>,
): { readonly text: string; readonly path: readonly string[] } | undefined {
  return findText(
    response.body,
    [],
    (text) =>
      text.length >= 8 &&
      !names.has(text) &&
      later.some(({ request }) => request.path.includes(text) || request.text?.includes(text) === true),
  );
}

function findText(
  value: unknown,
  path: readonly string[],
  isWanted: (text: string) => boolean,
): { readonly text: string; readonly path: readonly string[] } | undefined {
  if (typeof value === 'string')
    return isWanted(value) && path.every((name) => /^\w+$/.test(name)) ? { text: value, path } : undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const found = findText(inner, [...path, name], isWanted);
    if (found !== undefined) return found;
  }
  return undefined;
}

function formatRequest(
  plan: WholePlan,
  origin: string,
  { request, caller }: Exchanged,
  names: ReadonlyMap<string, string>,
): string {
  const { method, path, headers, text } = request;
  const shown = Object.entries(headers).flatMap(([name, value]) =>
    name === 'content-length'
      ? []
      : [`-H ${isSecret(plan, name) ? quoteSecret(name, value, caller) : quote(`${name}: ${value}`, names)}`],
  );
  return [
    'curl -s',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...shown,
    ...(text === undefined ? [] : [`-d ${quote(shorten(text), names)}`]),
    maskQuery(plan, quote(`${origin}${path}`, names), caller),
  ].join(' ');
}

/** A credential of a caller is a variable; any other one is shown, because a check invented it. */
function quoteSecret(name: string, value: string, caller: string | undefined): string {
  if (caller === undefined) return quote(`${name}: ${value}`, new Map());
  const variable = `$KEY_${nameVariable(caller)}`;
  if (name === 'cookie') return `"cookie: ${value.split('=')[0]}=${variable}"`;
  const [word] = value.split(' ');
  return `"${name}: ${value.includes(' ') ? `${word} ` : ''}${variable}"`;
}

/** Replaces a credential in the query by the variable of its caller. */
function maskQuery({ authentication }: WholePlan, quoted: string, caller: string | undefined): string {
  if (caller === undefined) return quoted;
  const names = authentication.schemes.flatMap(({ sentIn }) =>
    sentIn.filter((place) => place.in === 'query').map((place) => encodeURIComponent(place.name)),
  );
  return names.reduce((all, name) => {
    const [before, rest] = all.split(new RegExp(`(?<=[?&]${name}=)`));
    return rest === undefined ? all : `${before}'"$KEY_${nameVariable(caller)}"'${rest.replace(/^[^&']*/, '')}`;
  }, quoted);
}

/** The variable of a caller's credential. */
export function nameVariable(caller: string): string {
  return caller.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
}

const longest = 4_000;

function shorten(text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`;
}

/** Quotes a text for a shell, with variables in place of what earlier requests gave. */
function quote(text: string, names: ReadonlyMap<string, string>): string {
  const quoted = `'${text.replaceAll("'", "'\\''")}'`;
  return [...names].reduce((all, [value, name]) => all.replaceAll(value, `'"$${name}"'`), quoted);
}
