const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (found, decimal, hexadecimal, name) => {
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    if (Number.isNaN(code)) return entities[name] ?? found;
    return code <= 0x10ffff ? String.fromCodePoint(code) : found;
  });
}

/** Returns the text of the first element of a name in an XML document of S3; undefined if there is none. */
export function readElement(xml: string, name: string): string | undefined {
  const found = new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`).exec(xml)?.[1];
  return found === undefined ? undefined : decode(found);
}

/** Returns what each element of a name contains, as XML. */
export function listElements(xml: string, name: string): readonly string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, 'gs'))].map(([, inner = '']) => inner);
}
