import { formatSize } from '../../text/numbers/sizes.ts';

/** Returns the message to a client whose file is too small or too large. */
export function describeFileSize({ from, to }: { readonly from?: string; readonly to?: string }): string {
  const [least, most] = [from, to].map((bound) => (bound === undefined ? undefined : formatSize(Number(bound))));
  if (least === undefined) return `must have at most ${most}`;
  return most === undefined ? `must have at least ${least}` : `must have ${least} to ${most}`;
}

/** Returns the message to a client whose file has another type. */
export function describeMediaTypes(types: readonly string[]): string {
  const last = types.at(-1)!;
  return types.length === 1 ? `must be ${last}` : `must be ${types.slice(0, -1).join(', ')} or ${last}`;
}
