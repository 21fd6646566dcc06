/** Gives out names that differ from one another. */
export interface NameGiver {
  /** Returns a legal name for a text, different from all given before. */
  give(wanted: string): string;
}

/** Gives names of resources, objects and unions: an upper-case letter, then letters and digits. */
export function createTypeNames(): NameGiver {
  return createNames((wanted) => {
    const joined = splitWords(wanted)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join('')
      .replace(/^[0-9]+/, (digits) => `N${digits}`);
    return joined === '' ? 'Value' : joined.slice(0, 100);
  }, '');
}

const reservedVerbs = new Set([
  ...['create', 'read', 'list', 'update', 'replace', 'delete', 'issue', 'revoke', 'stream', 'all', 'any'],
  ...['none', 'before', 'after', 'computed', 'log', 'refresh', 'start', 'sign'],
]);

/** Gives names of operations: a lower-case letter or digit, then letters, digits, `_`, `-` and `.`. */
export function createOperationNames(): NameGiver {
  return createNames((wanted) => {
    const name = formatName(wanted.replaceAll('/', '.'));
    const lower = name.charAt(0).toLowerCase() + name.slice(1);
    return reservedVerbs.has(lower) ? `${lower}_it` : lower;
  }, '_');
}

/** Gives names of schemes, events and limits: letters, digits, `_`, `-` and `.`. */
export function createPlainNames(reserved: readonly string[]): NameGiver {
  return createNames((wanted) => {
    const name = formatName(wanted);
    return reserved.includes(name) ? `${name}_it` : name;
  }, '_');
}

function formatName(wanted: string): string {
  const name = wanted
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_.-]+/g, '_')
    .replace(/[_.-]*([_.-])[_.-]+/g, '$1')
    .replace(/^[^A-Za-z0-9]+/, '')
    .replace(/[_.-]+$/, '')
    .slice(0, 100);
  return name === '' ? 'unnamed' : name;
}

function createNames(form: (wanted: string) => string, joint: string): NameGiver {
  const given = new Set<string>();
  return {
    give(wanted) {
      const name = form(wanted);
      for (let number = 1; ; number++) {
        const one =
          number === 1 ? name : `${name}${/[0-9]$/.test(name) ? '_'.repeat(joint.length || 0) || 'N' : joint}${number}`;
        if (given.has(one)) continue;
        given.add(one);
        return one;
      }
    },
  };
}

function splitWords(text: string): readonly string[] {
  return text
    .normalize('NFKD')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
}
