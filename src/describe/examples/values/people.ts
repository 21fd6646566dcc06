/** People whom examples speak of, in the order in which they appear. */
export const people: readonly (readonly [first: string, last: string])[] = [
  ['Ada', 'Lovelace'],
  ['Grace', 'Hopper'],
  ['Alan', 'Turing'],
  ['Katherine', 'Johnson'],
  ['Edsger', 'Dijkstra'],
  ['Barbara', 'Liskov'],
  ['Donald', 'Knuth'],
  ['Hedy', 'Lamarr'],
  ['Claude', 'Shannon'],
  ['Radia', 'Perlman'],
  ['Dennis', 'Ritchie'],
  ['Frances', 'Allen'],
];

/** Returns the item at an index; after the last one it begins again. */
export function pick<T>(list: readonly T[], index: number): T {
  return list[((index % list.length) + list.length) % list.length]!;
}

/** The person of an index as a word of lower-case letters: `ada`; with a number after the last person. */
export function nameLogin(index: number): string {
  const round = Math.floor(index / people.length);
  return `${pick(people, index)[0].toLowerCase()}${round === 0 ? '' : round + 1}`;
}

/** The full name of the person of an index; with a middle initial after the last person. */
export function nameFully(index: number): string {
  const round = Math.floor(index / people.length);
  return pick(people, index).join(round === 0 ? ' ' : ` ${String.fromCharCode(64 + (round % 26))}. `);
}
