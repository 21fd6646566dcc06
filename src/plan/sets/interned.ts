import { isAuthored, isDocumentation } from '../documentation.ts';

/**
 * Returns a plain value as a service stores it: without prose, each string interned as the engine interns property names. A name cut out of
 * a document is a different string object than the property's: each `record[name]` would look it up again, and the engine would discard and
 * recompile code that it optimized for one name.
 */
export function internValue<T>(value: T): T {
  return internNested(value, { texts: new Map(), shared: new Map() }, false) as T;
}

interface Interned {
  readonly texts: Map<string, string>;
  /** By original: what is one value in several places is one in the result, too. */
  readonly shared: Map<object, unknown>;
}

/** `isWhole`: a value of the author's, of which nothing is left out. */
function internNested(value: unknown, known: Interned, isWhole: boolean): unknown {
  if (typeof value === 'string') return internText(value, known.texts);
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) return internMembers(value as Readonly<Record<string, unknown>>, known, isWhole);
  return value.map((item) => internMember(item, known, isWhole));
}

function internMember(value: unknown, known: Interned, isWhole: boolean): unknown {
  if (isWhole || typeof value !== 'object' || value === null) return internNested(value, known, isWhole);
  const before = known.shared.get(value);
  if (before !== undefined) return before;
  const made = internNested(value, known, isWhole);
  known.shared.set(value, made);
  return made;
}

function internMembers(value: Readonly<Record<string, unknown>>, known: Interned, isWhole: boolean): unknown {
  const made: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    if (!isWhole && isDocumentation(name)) continue;
    const member = internMember(value[name], known, isWhole || isAuthored(name, value));
    if (name === '__proto__') Object.defineProperty(made, name, { ...plainMember, value: member });
    else made[name] = member;
  }
  return made;
}

const plainMember = { configurable: true, enumerable: true, writable: true };

function internText(text: string, texts: Map<string, string>): string {
  let held = texts.get(text);
  if (held === undefined) {
    held = Object.keys({ [text]: undefined })[0]!;
    texts.set(text, held);
  }
  return held;
}
