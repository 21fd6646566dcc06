/** Returns the text of a Meaning cell as a sentence: `where invoices are sent` becomes `Where invoices are sent.` */
export function toSentence(text: string): string {
  const trimmed = text.trim();
  const first =
    /^[a-z][a-z ]/.test(trimmed) || /^[a-z]+[,.;:]?$/.test(trimmed) ? trimmed[0]!.toUpperCase() : trimmed.slice(0, 1);
  const whole = first + trimmed.slice(1);
  return /[.!?:…]$/.test(whole) || whole === '' ? whole : `${whole}.`;
}

/** Joins paragraphs, empty ones left out. */
export function joinDescriptions(paragraphs: readonly (string | undefined)[]): string {
  return paragraphs.filter((paragraph) => paragraph !== undefined && paragraph.trim() !== '').join('\n\n');
}

/** Returns words as one name with capitals: `create Invoice` becomes `CreateInvoice`, `not_found` and `NOT_FOUND` `NotFound`. */
export function toPascal(text: string): string {
  const plain = /^[A-Z0-9]+(?:[_.:-][A-Z0-9]+)+$/.test(text) ? text.toLowerCase() : text;
  const words = plain.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
}

/** Returns words as one name that begins with a small letter: `create Invoice` becomes `createInvoice`. */
export function toCamel(text: string): string {
  const name = toPascal(text);
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

/** Returns words as one name of small letters: `create WebhookEndpoint` becomes `create_webhook_endpoint`. */
export function toSnake(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .join('_')
    .toLowerCase();
}

/** Returns the name of a resource in words: `WebhookEndpoint` becomes `webhook endpoint`, `URLList` `URL list`. */
export function toWords(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(' ')
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()))
    .join(' ');
}

/** Returns the plural of a noun: `invoices`, `categories`, `boxes`. */
export function toPlural(noun: string): string {
  if (/[^aeiou]y$/i.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/i.test(noun) ? `${noun}es` : `${noun}s`;
}

/** Returns names, each that repeats an earlier one with a number: `paid`, `paid2`. */
export function numberRepeated(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name}${count}`;
  });
}

/** Returns a text with a capital at its beginning. */
export function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** Returns a time in the largest unit that it fills: `1 day`, `90 seconds`. */
export function formatTime(milliseconds: number): string {
  const [unit, size] = units.find(([, each]) => milliseconds >= each && milliseconds % each === 0) ?? [
    'millisecond',
    1,
  ];
  return formatCount(milliseconds / size, unit);
}

/** Returns a number of things: `1 gap`, `3 gaps`. */
export function formatCount(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
