/** The eight characters that tell this service's representation of a record from another's. */
const digest = 'b1f0c7a4';

/** The strong entity tag of a record's version. */
export function tagOf(version: number): string {
  return `"${version}-${digest}"`;
}

/** Whether If-None-Match names a tag, by weak comparison (RFC 9110, section 13.1.2). */
export function noneMatchNames(header: string, tag: string): boolean {
  if (header === tag || header.trim() === '*') return true;
  const bare = tag.startsWith('W/') ? tag.slice(2) : tag;
  return tagsIn(header).some((candidate) => candidate === bare || candidate === `W/${bare}`);
}

/** Whether If-Match holds for a version: `*`, or a strong tag that begins with it. */
export function matchHolds(header: string, version: number): boolean {
  if (header.trim() === '*') return true;
  const start = `"${version}-`;
  return tagsIn(header).some((tag) => tag.startsWith(start));
}

function tagsIn(header: string): readonly string[] {
  return header.split(',').map((tag) => tag.trim());
}

const accepted = new Map<string, boolean>();

/** Whether an Accept header wants `application/json` (RFC 9110, section 12.5.1). */
export function wantsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return true;
  let wants = accepted.get(accept);
  if (wants === undefined) {
    wants = qualityOfJson(accept) > 0;
    if (accepted.size >= 256) accepted.clear();
    accepted.set(accept, wants);
  }
  return wants;
}

function qualityOfJson(accept: string): number {
  let best = -1;
  let quality = 0;
  for (const range of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    const precision = ['*/*', 'application/*', 'application/json'].indexOf(type);
    if (precision <= best) continue;
    best = precision;
    quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
  }
  return best === -1 ? 0 : quality;
}

/** A media type without its parameters. */
export function essence(type: string): string {
  const end = type.indexOf(';');
  return (end === -1 ? type : type.slice(0, end)).trim().toLowerCase();
}
