/** The number of bytes at the beginning of a file that show its type. */
export const signatureBytes = 64;

interface Signature {
  readonly type: string;
  /** Whether these bytes begin a file of the type. */
  readonly begins: (head: Uint8Array) => boolean;
}

/** Whether bytes have a text of Latin-1 at an offset. */
function hasText(head: Uint8Array, text: string, at = 0): boolean {
  if (head.length < at + text.length) return false;
  for (let i = 0; i < text.length; i++) if (head[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

const text =
  (beginning: string, at = 0) =>
  (head: Uint8Array) =>
    hasText(head, beginning, at);
const riff = (kind: string) => (head: Uint8Array) => hasText(head, 'RIFF') && hasText(head, kind, 8);
const brand =
  (...brands: readonly string[]) =>
  (head: Uint8Array) =>
    hasText(head, 'ftyp', 4) && brands.some((name) => hasText(head, name, 8));

/** The types that are known by their first bytes; special ones first. */
const signatures: readonly Signature[] = [
  { type: 'image/png', begins: text('\x89PNG\r\n\x1a\n') },
  { type: 'image/jpeg', begins: text('\xff\xd8\xff') },
  { type: 'image/gif', begins: (head) => hasText(head, 'GIF87a') || hasText(head, 'GIF89a') },
  { type: 'image/webp', begins: riff('WEBP') },
  { type: 'image/avif', begins: brand('avif', 'avis') },
  { type: 'image/heic', begins: brand('heic', 'heix', 'hevc') },
  { type: 'image/tiff', begins: (head) => hasText(head, 'II*\0') || hasText(head, 'MM\0*') },
  { type: 'image/bmp', begins: (head) => hasText(head, 'BM') && hasText(head, '\0\0\0\0', 6) },
  { type: 'application/pdf', begins: text('%PDF-') },
  { type: 'application/zip', begins: (head) => hasText(head, 'PK\x03\x04') || hasText(head, 'PK\x05\x06') },
  { type: 'application/gzip', begins: text('\x1f\x8b\x08') },
  { type: 'audio/wav', begins: riff('WAVE') },
  { type: 'audio/flac', begins: text('fLaC') },
  { type: 'audio/mpeg', begins: (head) => hasText(head, 'ID3') || isMpegFrame(head) },
  { type: 'audio/mp4', begins: brand('M4A ') },
  { type: 'video/quicktime', begins: brand('qt  ') },
  { type: 'video/mp4', begins: brand('isom', 'iso2', 'iso4', 'iso5', 'iso6', 'mp41', 'mp42', 'avc1', 'M4V ', 'dash') },
  { type: 'video/webm', begins: text('\x1a\x45\xdf\xa3') },
  { type: 'audio/ogg', begins: text('OggS') },
];

/** Types whose files begin as those of another type do. */
const sameBeginning: Readonly<Record<string, string>> = {
  'audio/x-wav': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/mp3': 'audio/mpeg',
  'audio/x-m4a': 'audio/mp4',
  'audio/webm': 'video/webm',
  'video/x-matroska': 'video/webm',
  'video/ogg': 'audio/ogg',
  'application/ogg': 'audio/ogg',
  'application/x-zip-compressed': 'application/zip',
  'application/epub+zip': 'application/zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'application/zip',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'application/zip',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'application/zip',
  'application/vnd.oasis.opendocument.text': 'application/zip',
  'application/vnd.oasis.opendocument.spreadsheet': 'application/zip',
};

const known: ReadonlySet<string> = new Set(signatures.map(({ type }) => type));

/** The header of a frame of layer III: eleven bits of synchronization, a version, a bit rate and a sampling rate that exist. */
function isMpegFrame([first = 0, second = 0, third = 0]: Uint8Array): boolean {
  if (first !== 0xff || (second & 0xe6) !== 0xe2) return false;
  return (second & 0x18) !== 0x08 && third >> 4 !== 0x0f && (third & 0x0c) !== 0x0c;
}

/** Returns the type that the first bytes of a file show; undefined if they show none. */
export function detectType(head: Uint8Array): string | undefined {
  return signatures.find(({ begins }) => begins(head))?.type;
}

/** Returns whether files of a type are text, whose characters can be checked. */
export function isTextType(type: string): boolean {
  return (
    type.startsWith('text/') || type === 'application/json' || type === 'application/xml' || /\+(json|xml)$/.test(type)
  );
}

/**
 * Judges the type of a file by its content, where the field states its types: returns the type that it has, or undefined if it is not one of
 * them. A type without a signature is the declared one, unless the content shows another.
 */
export function judgeType(
  head: Uint8Array,
  isText: boolean,
  declared: string,
  types: readonly string[],
): string | undefined {
  const found = detectType(head);
  const beginsAs = (type: string): string => sameBeginning[type] ?? type;
  if (found !== undefined) {
    const fit = types.filter((type) => beginsAs(type) === found);
    return fit.includes(declared) ? declared : fit[0];
  }
  if (!types.includes(declared) || known.has(beginsAs(declared))) return undefined;
  return isTextType(declared) && !isText ? undefined : declared;
}
