import type { PlacedCredential } from '../../describe/credential.ts';
import { formatPartName, getFileForm, listFileMembers } from '../../plan/files/file-bodies.ts';
import type { OperationPlan } from '../../plan/operation.ts';
import { quoteWord } from '../shared/quote.ts';
import { addToQuery } from '../shared/sender.ts';
import { guessMediaType } from './body.ts';
import type { Given } from './given.ts';

/** A request that curl sends. */
export interface CurlRequest {
  readonly base: string;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly credential: PlacedCredential | undefined;
  readonly given: Given;
}

/** Writes a request as a command of curl on one line. The credential is the variable NONET_KEY. */
export function formatCurl(
  operation: OperationPlan,
  { base, method, target, headers, ...request }: CurlRequest,
): string {
  const { body, credential, given } = request;
  const words = ['curl -s'];
  const form = getFileForm(operation.input);
  if (method !== 'GET' && !(method === 'POST' && (body !== undefined || form !== undefined)))
    words.push(`-X ${method}`);
  const isInQuery = credential?.in === 'query';
  if (credential !== undefined && !isInQuery) words.push(formatCredential(credential));
  for (const [name, value] of Object.entries(headers)) {
    // curl accepts everything.
    const isImplied =
      (name === 'Accept' && value.startsWith('application/json,')) || (form !== undefined && name === 'Content-Type');
    if (!isImplied) words.push(`-H ${quoteWord(`${name}: ${value}`)}`);
  }
  words.push(...(form === undefined ? [] : formatFiles(operation, given)));
  if (body !== undefined && form === undefined) words.push(`-d ${quoteWord(body)}`);
  const address = isInQuery ? `${base}${addToQuery(target, { name: credential.name, value: '' })}` : `${base}${target}`;
  words.push(isInQuery ? `"${address}$NONET_KEY"` : quoteWord(address));
  return words.join(' ');
}

function formatCredential({ in: place, name, value }: PlacedCredential): string {
  const [, word = ''] = /^(\S+ )/.exec(value) ?? [];
  if (/^basic $/i.test(word)) return '-u "$NONET_KEY"';
  return place === 'cookie' ? `-b "${name}=$NONET_KEY"` : `-H "${name}: ${word}$NONET_KEY"`;
}

function formatFiles({ input }: OperationPlan, { args, files }: Given): readonly string[] {
  if (getFileForm(input) === 'content') {
    const [path = 'FILE'] = files.values();
    return [`-H 'Content-Type: ${guessMediaType(path)}'`, `--data-binary ${quoteWord(`@${path}`)}`];
  }
  const fields =
    args.body === undefined ? [] : [`-F ${quoteWord(`json=${JSON.stringify(args.body)};type=application/json`)}`];
  const parts = listFileMembers(input).flatMap(({ path }) => {
    const file = files.get(path.join('.'));
    return file === undefined ? [] : [`-F ${quoteWord(`${formatPartName(path)}=@${file}`)}`];
  });
  return [...fields, ...parts];
}
