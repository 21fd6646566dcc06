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

/** More trigrams than these exclude hardly any more records. */
const mostTrigrams = 24;

/**
 * Lists the trigrams that each text must contain in which all words of a search occur: at most 24, of code points, without duplicates. Words
 * of one or two characters have none.
 */
export function listTrigrams(text: unknown): readonly string[] {
  const all = new Set<string>();
  for (const word of splitSearchWords(text)) {
    const characters = [...word];
    for (let at = 0; at + 3 <= characters.length; at++) {
      const trigram = characters.slice(at, at + 3).join('');
      // Databases store neither U+0000 nor unpaired surrogates.
      if (trigram.isWellFormed() && !trigram.includes('\0')) all.add(trigram);
    }
  }
  const found = [...all];
  if (found.length <= mostTrigrams) return found;
  return Array.from({ length: mostTrigrams }, (_, at) => found[Math.floor((at * found.length) / mostTrigrams)]!);
}
