/** The name under which a key that the service signs with stands among its secrets. */
export function signingKeyName(name: string): string {
  return `signing key ${name}`;
}
