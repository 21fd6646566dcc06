import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';

/** After which invoice a list goes on; `back`: the page that ends before it is meant. */
export interface After {
  readonly createdAt: string;
  readonly id: string;
  readonly back: boolean;
}

/** Writes and reads cursors, bound by an HMAC to the shop and the filter that they belong to. */
export interface Cursors {
  write(after: After, shop: string, statuses: string | undefined): string;
  read(cursor: string, shop: string, statuses: string | undefined): After | undefined;
}

const macLength = 16;

/** The cursors that a secret makes. */
export function cursorsWith(secret: Uint8Array): Cursors {
  // Made once: from plain bytes each HMAC would make it anew, which costs more than the HMAC.
  const key = createSecretKey(secret);
  const mac = (values: string, shop: string, statuses: string | undefined): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([values, shop, statuses ?? null]))
      .digest()
      .subarray(0, macLength);
  return {
    write({ createdAt, id, back }, shop, statuses) {
      const values = `${createdAt} ${id}${back ? ' back' : ''}`;
      return Buffer.concat([mac(values, shop, statuses), Buffer.from(values)]).toString('base64url');
    },
    read(cursor, shop, statuses) {
      if (cursor.length > 256) return undefined;
      const bytes = Buffer.from(cursor, 'base64url');
      if (bytes.length <= macLength || bytes.toString('base64url') !== cursor) return undefined;
      const values = bytes.toString('utf8', macLength);
      if (!timingSafeEqual(bytes.subarray(0, macLength), mac(values, shop, statuses))) return undefined;
      const [createdAt = '', id = '', back] = values.split(' ');
      return { createdAt, id, back: back !== undefined };
    },
  };
}
