/** Returns a name as a step of a JSON Pointer (RFC 6901, section 3). */
export function encodePointerStep(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Returns the JSON Pointer of a path (RFC 6901). */
export function formatPointer(path: readonly string[]): string {
  return path.map((name) => `/${encodePointerStep(name)}`).join('');
}

/** Returns the names that a JSON Pointer leads through (RFC 6901, section 4). */
export function parsePointer(pointer: string): readonly string[] {
  if (pointer === '') return [];
  const steps = pointer.slice(1).split('/');
  return pointer.includes('~') ? steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')) : steps;
}

/** Returns the value that a JSON Pointer leads to (RFC 6901, section 4); undefined where nothing is there. */
export function readPointer(root: unknown, pointer: string): unknown {
  let value = root;
  for (const name of parsePointer(pointer)) {
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  }
  return value;
}

/** Formats the name of a field in a message about another record: `Product.stock`. */
export function formatFieldOf(resource: string, pointer: string): string {
  return [resource, ...parsePointer(pointer)].join('.');
}
