/** Returns a noun with its indefinite article: `an invoice`, `a user`. */
export function withArticle(noun: string): string {
  const isVowel = /^(?:[aeiou]|hour|hono|heir)/i.test(noun) && !/^(?:u[bcfhjkqrst][aeiou]|uni|eu|one)/i.test(noun);
  return `${isVowel ? 'an' : 'a'} ${noun}`;
}
