/** A text as it is searched: lower-case, then in Unicode's normal form C. */
export function normalizeSearchText(text: string): string {
  return text.toLowerCase().normalize('NFC');
}

/** The words of a search, as they are searched. */
export function splitSearchWords(text: unknown): readonly string[] {
  return normalizeSearchText(String(text))
    .split(/\s+/u)
    .filter((word) => word !== '');
}
