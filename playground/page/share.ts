/**
 * Characters that a document of a link may have: ten times as many as the largest example, and few enough to be checked in seconds,
 * whatever a stranger wrote.
 */
export const longestShared = 200_000;

/** Writes a text into the fragment of an address: deflated, in Base64 for URLs. Browsers send no fragment. */
export async function writeFragment(text: string): Promise<string> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let signs = '';
  for (let at = 0; at < bytes.length; at += 8192) signs += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return `#document=${btoa(signs).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

/** Reads the text of a fragment; undefined for one that has none. Rejects for one that cannot be read. */
export async function readFragment(fragment: string): Promise<string | undefined> {
  const [, written] = /^#document=([\w-]+)$/.exec(fragment) ?? [];
  if (written === undefined) return undefined;
  const bytes = Uint8Array.from(atob(written.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
  const reader = new Blob([bytes])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
    .pipeThrough(new TextDecoderStream('utf-8', { fatal: true }))
    .getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
    if (text.length > longestShared) throw new Error('The document of this link is too long.');
  }
}
