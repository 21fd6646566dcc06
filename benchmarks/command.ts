/** A number above 0 that a flag was given. Throws where it was given anything else. */
export function positive(name: string, text: string): number {
  if (Number(text) > 0) return Number(text);
  throw new Error(`--${name} wants a number above 0, not ${text}`);
}

/** A whole number above 0 that a flag was given. Throws where it was given anything else. */
export function whole(name: string, text: string): number {
  if (Number.isInteger(Number(text)) && Number(text) > 0) return Number(text);
  throw new Error(`--${name} wants a whole number above 0, not ${text}`);
}

/** Prints what was measured and, where something is promised of it, whether it is so. */
export function tell(what: string, figure: string, holds?: boolean): void {
  const verdict = holds === undefined ? '' : holds ? '  as promised' : '  NOT as promised';
  console.log(`${what.padEnd(58)} ${figure.padStart(22)}${verdict}`);
}
