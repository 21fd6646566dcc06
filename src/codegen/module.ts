import { formatPointer } from '../plan/fields/json-pointer.ts';
/** The text of a module that is being written: functions that are declared once and linked together at the end. */
export interface ModuleText {
  /** How many characters and items one expression of it may join, search and compare; without it as many as usual. */
  readonly work?: number | undefined;
  /** Hands a value in from outside; gives the name that stands for it. */
  constant(value: unknown): string;
  /** Declares a function and gives its name. */
  declare(parameters: string, body: string): string;
  /** Reserves a name for a function whose body follows later: for recursive functions. */
  reserve(parameters: string): { readonly name: string; body(text: string): void };
  /**
   * Compiles the functions declared since the last call, which may call earlier ones; afterwards `linked` finds them by name. Throws if
   * they cannot be compiled; functions declared later are compiled without them.
   */
  link(): void;
  // biome-ignore lint/complexity/noBannedTypes: what a declared function takes is known where it was declared
  linked(name: string): Function;
}

/** Begins the text of a module: its functions and constants are gathered and compiled together. */
export function createModuleText(work?: number): ModuleText {
  const constants: unknown[] = [];
  const byValue = new Map<unknown, string>();
  /** The texts of functions; those before `linkedCount` are compiled. */
  const functions: string[] = [];
  let linkedCount = 0;
  // biome-ignore lint/complexity/noBannedTypes: as above
  const compiled: Record<string, Function> = {};
  const reserve = (parameters: string) => {
    const at = functions.length;
    const name = `f${at}`;
    // Its body is missing if what reserved it has thrown.
    functions.push(`function ${name}() {throw new Error('the function ${name} has no body')}`);
    return {
      name,
      body(text: string) {
        functions[at] = `function ${name}(${parameters}) {${text}}`;
      },
    };
  };
  return {
    work,
    constant(value) {
      const known = byValue.get(value);
      if (known !== undefined) return known;
      const name = `c${constants.push(value) - 1}`;
      byValue.set(value, name);
      return name;
    },
    reserve,
    declare(parameters, body) {
      const place = reserve(parameters);
      place.body(body);
      return place.name;
    },
    link() {
      if (linkedCount === functions.length) return;
      const first = linkedCount;
      const own = functions.slice(first);
      functions.fill('', first);
      linkedCount = functions.length;
      const text = own.join('\n');
      const declared = collectNames(text).flatMap((name) => {
        if (compiled[name] !== undefined) return [`${name} = functions.${name}`];
        const at = name.startsWith('c') ? Number(name.slice(1)) : constants.length;
        return at < constants.length ? [`${name} = constants[${at}]`] : [];
      });
      const head = declared.length === 0 ? '' : `const ${declared.join(', ')};\n`;
      const made = own.map((_, at) => `f${first + at}`).join(',');
      const create = new Function('constants', 'functions', `'use strict';\n${head}${text}\nreturn {${made}};`);
      Object.assign(compiled, create(constants, compiled));
    },
    linked(name) {
      const found = compiled[name];
      if (found === undefined) throw new Error(`the module has no function ${name}`);
      return found;
    },
  };
}

/** Lists the names of constants and functions in a text; some may be other words of it. */
function collectNames(text: string): readonly string[] {
  return [...new Set(text.match(/\b[cf](?:0|[1-9]\d*)\b/g))];
}

/** Returns a string as a JavaScript literal. */
export function toSourceString(text: string): string {
  return JSON.stringify(text);
}

/** The names that every object inherits: what may lack such a member is not simply read. */
export const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** The text that reads a member of an object's own; names that every object inherits are asked for. */
export function compileFieldAccess(object: string, name: string): string {
  const key = toSourceString(name);
  return inherited.has(name)
    ? `(Object.hasOwn(${object}, ${key}) ? ${object}[${key}] : undefined)`
    : `${object}[${key}]`;
}

/** The value at a path of `r`; undefined where something on the way is not there. */
export function compilePath(path: readonly string[]): string {
  return path.reduce(
    (from, name, at) => (at === 0 ? compileFieldAccess(from, name) : `${from}?.[${toSourceString(name)}]`),
    'r',
  );
}

/** The JSON Pointer of a member (RFC 6901). */
export function toJsonPointer(name: string): string {
  return formatPointer([name]);
}
