import type { Exchanged } from '../world/exchanged.ts';

/** The highest number of requests of a reproduction. */
const most = 6;
/** A shorter text may be in a request by chance. */
const shortest = 8;

/**
 * Finds the requests on which one depends, in their order, with it as the last: the changes of the record that its path names, and the first
 * request that showed each identity.
 */
export function sliceSteps(all: readonly Exchanged[], last: Exchanged): readonly Exchanged[] {
  const before = all.filter(
    ({ number, request, response }) => number < last.number && request.method !== 'GET' && response.status < 400,
  );
  const found = new Set<Exchanged>([last]);
  const known = new Set<string>();
  const add = (one: Exchanged): void => {
    found.add(one);
    for (const text of listTexts(one)) addOrigin(text);
  };
  const addOrigin = (text: string): void => {
    if (known.has(text)) return;
    known.add(text);
    const origin = before.find(
      ({ request, response }) =>
        (response.text.includes(text) || response.headers.location?.includes(text) === true) &&
        !request.path.includes(text) &&
        request.text?.includes(text) !== true,
    );
    if (origin !== undefined) add(origin);
  };
  const target = last.request.path.split('?')[0]!.split('/').filter(isIdentity);
  for (const one of before.slice(-200)) if (target.some((text) => one.request.path.includes(text))) add(one);
  for (const text of listTexts(last)) addOrigin(text);
  return [...found].toSorted((left, right) => left.number - right.number).slice(-most);
}

/** The texts of a request that other responses may have shown: identities, tokens and tags. */
function listTexts({ request }: Exchanged): readonly string[] {
  const words = [
    ...request.path.split(/[/?&=]/),
    ...(request.text ?? '').split(/[",:{}[\]]/),
    request.headers['if-match'] ?? '',
  ];
  return words.map((word) => word.trim()).filter(isIdentity);
}

function isIdentity(word: string): boolean {
  return (
    word.length >= shortest &&
    /\d/.test(word) &&
    /[a-z_-]/i.test(word) &&
    !word.includes(' ') &&
    !/^\d{4}-\d\d-\d\d/.test(word)
  );
}
