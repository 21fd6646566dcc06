/** The buffers of marked bytes, and how many of their bytes are not released yet. */
const unreleased = new WeakMap<ArrayBufferLike, number>();

/** Marks bytes that have a buffer of their own, and that their reader needs once. */
export function markSingleUse({ buffer, length }: Uint8Array): void {
  if (length === buffer.byteLength) unreleased.set(buffer, length);
}

/**
 * Says that bytes are not needed any more. When all bytes of a marked buffer are released, its memory is free, and they are empty. The
 * engine itself frees buffers only when they have 64 MiB.
 */
export function releaseBytes({ buffer, length }: Uint8Array): void {
  const left = unreleased.get(buffer);
  if (left === undefined) return;
  if (left > length) unreleased.set(buffer, left - length);
  else (buffer as ArrayBuffer).transfer(0);
}
