import { toCamel, toPascal } from '../../words.ts';

/** Returns a name of the document as the name of an argument. */
export function nameArgument(name: string): string {
  const camel = toCamel(name);
  return ['body', 'parameters', 'options', 'connection', 'operations'].includes(camel) || !/^[A-Za-z]/.test(camel)
    ? `own${toPascal(camel)}`
    : camel;
}
