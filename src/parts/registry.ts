import { compilePattern, type Pattern } from '../text/patterns.ts';

export * from './authentication/schemes/index.ts';
export * from './endpoints/operations/index.ts';
export * from './errors/conditions/index.ts';
export * from './events/deliveries/index.ts';
export * from './limits/kinds/index.ts';
export {
  type ExampleSeed,
  type FormatMember,
  findFormatInside,
  formatOf,
  formats,
  formatsByName,
} from './resources/formats/index.ts';
export { findType, type JsonSchema, type SchemaOf, type TypeMember, types } from './resources/types/index.ts';

/** A pattern of a plan, which its check has found to be valid; throws when it is not. */
export function compileCheckedPattern(text: string): Pattern {
  const pattern = compilePattern(text);
  if ('error' in pattern) throw new Error(`the pattern ${text} is not valid in ${pattern.engine}: ${pattern.error}`);
  return pattern;
}
