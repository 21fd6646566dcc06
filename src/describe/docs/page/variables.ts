/** The values of the variables of code samples that this page knows, by name: `KEY`, `INVOICE_ID`. */
const values = new Map<string, string>();

/** Notes the value of a variable; an empty one is forgotten. */
export function setVariable(name: string, value: string): void {
  if (value === '') values.delete(name);
  else values.set(name, value);
}

/** Returns the value of a variable. */
export function getVariable(name: string): string | undefined {
  return values.get(name);
}

/** Returns a sample with the values of its variables, and whether it has the key. Values that a shell could read as code stay variables. */
export function fillVariables(sample: string): { readonly text: string; readonly hasKey: boolean } {
  let hasKey = false;
  const text = sample.replace(
    /(?<=^export )([A-Z][A-Z0-9_]*)=…$|\$([A-Z][A-Z0-9_]*)/gm,
    (whole, set = '', used = '') => {
      const value = values.get(set || used);
      if (value === undefined || !/^[\w.~+/=:@-]+$/.test(value)) return whole;
      hasKey ||= (set || used) === 'KEY';
      return set === '' ? value : `${set}=${value}`;
    },
  );
  return { text, hasKey };
}
