import { escapeHidden } from '../../hidden.ts';
import { toSnake } from '../../words.ts';

const keywords =
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield';

/** The built-in functions and types whose names a method or an argument could have. */
const builtins =
  'abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex copyright credits delattr dict dir divmod enumerate eval exec exit filter float format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len license list locals map max memoryview min next object oct open ord pow print property quit range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip';

const taken: ReadonlySet<string> = new Set(`${keywords} ${builtins}`.split(' '));

/** The built-in names with capitals that a type could have. */
export const builtinTypes: readonly string[] =
  'False None True NotImplemented Ellipsis Exception BaseException Warning ValueError TypeError KeyError OSError IOError EOFError ConnectionError TimeoutError RuntimeError LookupError IndexError NameError MemoryError AssertionError AttributeError ArithmeticError'.split(
    ' ',
  );

/**
 * Returns words of the document as a name of Python: `create Invoice` becomes `create_invoice`. A keyword or the name of a builtin gets
 * an underscore: `from_`, `id_`.
 */
export function toPythonName(text: string): string {
  const name = toSnake(text);
  if (taken.has(name)) return `${name}_`;
  return /^[a-z]/.test(name) ? name : `own_${name}`;
}

const memberTypes = ['str', 'int', 'float', 'bool'];

/** Whether a class can have a member of this name, and still name the types of its other members. */
export function isMemberName(name: string): boolean {
  return /^_?[a-z][a-z0-9_]*$/.test(name) && !keywords.split(' ').includes(name) && !memberTypes.includes(name);
}

/** Returns a text as a string of Python, on one line and without characters that cannot be seen. */
export function quotePython(text: string): string {
  return `"${escapePython(JSON.stringify(text).slice(1, -1))}"`;
}

/** Returns a type as a string of Python, as which it may name types that are declared below it. */
export function quoteType(type: string): string {
  return /['\\]/.test(type) || !type.includes('"') ? quotePython(type) : `'${type}'`;
}

/** Returns a text as a docstring of one line: none of it ends the string early. */
export function toDocstring(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `"""${escapePython(line.replace(/["\\]/g, (found, at: number) => (found === '\\' || isRisky(line, at) ? `\\${found}` : found)))}"""`;
}

/** Whether a quotation mark is at the end, or next to another one. */
function isRisky(line: string, at: number): boolean {
  return at === line.length - 1 || line[at - 1] === '"' || line[at + 1] === '"';
}

/** Returns a text as a comment of one line. */
export function toComment(text: string): string {
  return `# ${escapePython(text.replace(/\s+/g, ' ').trim())}`;
}

/** Writes hidden characters as Python does. */
function escapePython(text: string): string {
  return escapeHidden(text, (codePoint) => `\\U${codePoint.toString(16).padStart(8, '0')}`);
}
