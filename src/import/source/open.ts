import { createSource } from '../../text/location.ts';
import { SourceFault } from './build.ts';
import { readJson } from './json.ts';
import type { SourceFile, Tree } from './tree.ts';
import { readYaml } from './yaml.ts';

/** The largest file of a source. */
export const mostSourceBytes = 64 * 1024 * 1024;

/** A source that was read, or the first mistake in it. */
export type OpenedFile =
  | { readonly file: SourceFile; readonly tree: Tree }
  | { readonly file: SourceFile; readonly fault: SourceFault };

/** Reads a text as JSON or YAML. `base` is the number of facts in the files before it. */
export async function openText(name: string, text: string, base: number): Promise<OpenedFile> {
  const file: SourceFile = { ...createSource(name, text), base };
  const isJson = /^\s*[[{]/.test(file.text);
  try {
    return { file, tree: isJson ? readJson(file) : await readYaml(file) };
  } catch (error) {
    if (!isJson) return { file, fault: toFault(error) };
    // A flow map of YAML begins like JSON. A text that is neither gets the diagnostic of JSON.
    const tree = await readYaml(file).catch(() => undefined);
    return tree === undefined ? { file, fault: toFault(error) } : { file, tree };
  }
}

function toFault(error: unknown): SourceFault {
  if (error instanceof RangeError || (error instanceof SourceFault && /call stack/.test(error.message)))
    return new SourceFault('The source is nested too deep.', 0);
  if (error instanceof SourceFault) return error;
  throw error;
}
