/** Returns the stack of an error for the log. Code may throw anything, also an object whose members throw when they are read. */
export function readStack(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? (thrown.stack ?? thrown.message) : thrown);
  } catch {
    return 'a value that cannot be shown';
  }
}
