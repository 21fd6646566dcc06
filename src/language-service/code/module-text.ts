import { readModule } from '../../module/read.ts';
import { type Token, tokenizeModule } from '../../module/tokens.ts';
import type { Source } from '../../text/location.ts';
import { listRegions, type Region } from './regions.ts';

/** A module as the search reads it. */
export interface ModuleText {
  readonly source: Source;
  readonly tokens: readonly Token[];
  readonly regions: readonly Region[];
}

/** Reads a module for `findCodeReferences`; undefined if it cannot be read. */
export function readModuleText(source: Source): ModuleText | undefined {
  const read = tokenizeModule(source.text);
  const { model } = readModule(source);
  if ('stopped' in read || model === undefined) return undefined;
  return { source, tokens: read.tokens, regions: listRegions(model, read.tokens) };
}
