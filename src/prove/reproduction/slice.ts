import type { Exchanged } from '../world/exchanged.ts';

/** The highest number of requests of a reproduction. */
const most = 6;
/** A shorter text may be in a request by chance. */
const shortest = 8;

/** Finds the requests on which one depends, in their order, with it as the last: each gave an identity that a later one sends, or changed its record. */
export function sliceSteps(all: readonly Exchanged[], last: Exchanged): readonly Exchanged[] {
  const found: Exchanged[] = [last];
  const texts = new Set(listTexts(last));
  for (const one of all.filter(({ number }) => number < last.number).toReversed()) {
    if (found.length === most) break;
    if (one.request.method === 'GET' || one.response.status >= 400) continue;
    const isNamed = [...texts].some((text) => one.request.path.includes(text));
    const isCreator = [...texts].some(
      (text) =>
        one.response.text.includes(text) &&
        !one.request.path.includes(text) &&
        !(one.request.text ?? '').includes(text),
    );
    if (!isNamed && !isCreator) continue;
    found.unshift(one);
    for (const text of listTexts(one)) texts.add(text);
  }
  return found;
}

/** The texts of a request that other responses may have shown: identities, tokens and tags. */
function listTexts({ request }: Exchanged): readonly string[] {
  const words = [
    ...request.path.split(/[/?&=]/),
    ...(request.text ?? '').split(/[",:{}[\]]/),
    request.headers['if-match'] ?? '',
  ];
  return words
    .map((word) => word.trim())
    .filter(
      (word) => word.length >= shortest && /\d/.test(word) && /[a-z_-]/i.test(word) && !/^\d{4}-\d\d-\d\d/.test(word),
    );
}
