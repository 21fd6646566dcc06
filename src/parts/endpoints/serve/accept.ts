import type { Plan } from '../../../plan/plan.ts';
import { listVersionMediaTypes } from '../../versioning/serve/types.ts';

/** The media type of a stream of events, which is always UTF-8 (WHATWG HTML, 9.2.5). */
export const streamType = 'text/event-stream';

/** The media types of answers; the first is the usual one. */
export function listResponseMediaTypes({
  plan,
}: {
  readonly plan: Pick<Plan, 'media' | 'versioning'>;
}): readonly [string, ...string[]] {
  const [first = 'application/json', ...others] = plan.media.answer;
  return [first, ...others, ...listVersionMediaTypes(plan)];
}

interface Range {
  readonly type: string;
  readonly subtype: string;
  readonly quality: number;
}

/** The type of the list that an Accept value wants most; null when it wants none of them. */
export function choose(accept: string, types: readonly string[]): string | null {
  const ranges = accept.split(',').flatMap((part): Range[] => {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    const [type, subtype] = name.split('/');
    if (!type || !subtype) return [];
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    if (quality !== undefined && !/^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(quality)) return [];
    return [{ type, subtype, quality: quality === undefined ? 1 : Number(quality.slice(2)) }];
  });
  let best: string | null = null;
  let quality = 0;
  for (const type of types) {
    const wanted = getQuality(type, ranges);
    if (wanted > quality) {
      best = type;
      quality = wanted;
    }
  }
  return best;
}

function getQuality(name: string, ranges: readonly Range[]): number {
  const [type, subtype] = name.toLowerCase().split(';')[0]!.split('/');
  let specific = -1;
  let quality = 0;
  for (const range of ranges) {
    const rank = range.type === type ? (range.subtype === subtype ? 2 : range.subtype === '*' ? 1 : -1) : -1;
    const found = range.type === '*' && range.subtype === '*' ? 0 : rank;
    if (found > specific) {
      specific = found;
      quality = range.quality;
    }
  }
  return quality;
}
