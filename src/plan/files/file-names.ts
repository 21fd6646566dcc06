/** The maximum number of characters in the name of a file. */
const longest = 200;

/** Control characters, also of the direction of a text: a name with them may look as if it had another ending. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Cleans a name that a client sends: without folders, characters that are not seen, and spaces around it. Empty if nothing is left. */
export function cleanFileName(sent: string): string {
  const name = sent.toWellFormed().replace(unseen, '').split(/[/\\]/).at(-1)!.trim();
  if (/^\.*$/.test(name)) return '';
  const points = [...name];
  if (points.length <= longest) return name;
  const ending = /\.[^.]{1,12}$/.exec(name)?.[0] ?? '';
  return points.slice(0, longest - [...ending].length).join('') + ending;
}

const endings: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'text/plain': 'txt',
  'audio/mpeg': 'mp3',
  'video/quicktime': 'mov',
};

/** Names a file that was sent without a name, after its field and its type. */
export function nameFile(field: string, type: string): string {
  const ending = endings[type] ?? /^(?:image|audio|video|application|text)\/([a-z0-9]{2,5})$/.exec(type)?.[1] ?? 'bin';
  return `${field.replace(/[^\p{L}\p{N}_-]/gu, '') || 'file'}.${ending}`;
}

/** Writes the header `Content-Disposition` (RFC 6266, RFC 8187). */
export function writeDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const coded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return plain === name ? `${kind}; filename="${name}"` : `${kind}; filename="${plain}"; filename*=UTF-8''${coded}`;
}

/** Reads the name of a file from the header `Content-Disposition`; empty if it states none. */
export function readDisposition(header: string | undefined): string {
  if (header === undefined) return '';
  const coded = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1];
  if (coded !== undefined) {
    try {
      return cleanFileName(decodeURIComponent(coded));
    } catch {
      return '';
    }
  }
  const [, quoted, token] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header) ?? [];
  return cleanFileName(quoted?.replace(/\\(.)/g, '$1') ?? token ?? '');
}

/** Whether a text is a media type in lower case, without parameters (RFC 6838, section 4.2). */
export function isMediaType(text: string): boolean {
  return /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/.test(text);
}
