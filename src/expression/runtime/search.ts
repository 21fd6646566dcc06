/** Above this number of pairs of characters a text is searched in linear time. */
const mostPairs = 10_000_000;

function isLong(text: string, part: string): boolean {
  return text.length * part.length > mostPairs;
}

/** Whether a text holds another. */
export function isPart(text: string, part: string): boolean {
  return isLong(text, part) ? findPlaces(text, part).next().done === false : text.includes(part);
}

/** The pieces of a text between the places of a part. */
export function splitText(text: string, part: string): string[] {
  if (!isLong(text, part)) return text.split(part);
  const pieces: string[] = [];
  let from = 0;
  for (const place of findPlaces(text, part)) {
    pieces.push(text.slice(from, place));
    from = place + part.length;
  }
  pieces.push(text.slice(from));
  return pieces;
}

/** The search of Knuth, Morris and Pratt for places that do not overlap: no character of the text is looked at again. */
function* findPlaces(text: string, part: string): Generator<number, undefined> {
  const back = new Int32Array(part.length);
  for (let at = 1, same = 0; at < part.length; at++) {
    while (same > 0 && part.charCodeAt(at) !== part.charCodeAt(same)) same = back[same - 1]!;
    if (part.charCodeAt(at) === part.charCodeAt(same)) same++;
    back[at] = same;
  }
  for (let at = 0, same = 0; at < text.length; at++) {
    while (same > 0 && text.charCodeAt(at) !== part.charCodeAt(same)) same = back[same - 1]!;
    if (text.charCodeAt(at) === part.charCodeAt(same)) same++;
    if (same < part.length) continue;
    yield at + 1 - part.length;
    same = 0;
  }
}
