import { type ContentCoding, contentCodings, type Platform } from '../../contracts/platform.ts';
import type { HttpResponse } from '../../contracts/request-context.ts';

/** A text that is served compressed to clients who accept that. */
export interface Compressed {
  /** Chooses the coding for the field Accept-Encoding of a request; undefined: the text as it is. */
  choose(accepted: string | undefined): ContentCoding | undefined;
  /** Returns the body of a response in a coding. */
  encode(coding: ContentCoding | undefined): Promise<Pick<HttpResponse, 'body' | 'bytes'>>;
}

/** A shorter text fits into one packet. */
const shortest = 1_000;

/** Compresses a text for each coding that is asked for, once. */
export function compressOnce(text: string, { compress }: Pick<Platform, 'compress'>): Compressed {
  const made = new Map<ContentCoding, Promise<Uint8Array<ArrayBuffer>>>();
  return {
    choose: (accepted) => (compress === undefined || text.length < shortest ? undefined : chooseCoding(accepted ?? '')),
    async encode(coding) {
      if (coding === undefined || compress === undefined) return { body: text };
      const found = made.get(coding) ?? compress(text, coding);
      made.set(coding, found);
      return { body: undefined, bytes: await found };
    },
  };
}

/** Returns the coding that a client prefers (RFC 9110, section 12.5.3); of equal ones, the better one. */
export function chooseCoding(accepted: string): ContentCoding | undefined {
  const qualities = new Map(
    accepted.split(',').map((entry) => {
      const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
      const stated = parameters.find((parameter) => parameter.startsWith('q='));
      const quality = stated === undefined ? 1 : Number(stated.slice(2));
      return [name, quality >= 0 && quality <= 1 ? quality : 0] as const;
    }),
  );
  const qualityOf = (name: string): number => qualities.get(name) ?? qualities.get('*') ?? 0;
  const best = contentCodings.toSorted((one, other) => qualityOf(other) - qualityOf(one))[0]!;
  return qualityOf(best) > 0 && qualityOf(best) >= (qualities.get('identity') ?? 0) ? best : undefined;
}
