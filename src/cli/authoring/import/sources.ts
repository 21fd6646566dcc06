import { globSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Given, ReadFile } from '../../../import/index.ts';
import { mostSourceBytes } from '../../../import/source/open.ts';
import { CommandError } from '../../../operator/command-error.ts';
import { fileFaults, readRegularFile, resolveInside } from '../../../operator/files/read-file.ts';
import { inputName } from '../../shared/document.ts';
import type { Terminal } from '../../shared/terminal.ts';

/** Reads the descriptions that a command names: files, standard input, or the descriptions of a folder. */
export async function readSources(
  sources: readonly string[],
  terminal: Terminal,
): Promise<readonly [Given, ...Given[]]> {
  const given: Given[] = [];
  for (const source of sources) {
    if (source === '-') given.push({ name: inputName, text: await readInput(terminal) });
    else if (isFolder(source)) given.push(...readFolder(source));
    else given.push(readGiven(source));
  }
  return given as [Given, ...Given[]];
}

/** Reads a file that a command names. */
export function readGiven(path: string): Given {
  return { name: path, text: readSource(path) };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** The most files of a folder that are looked at. */
const mostFiles = 500;
/** A file that begins as a description. The others of a folder are those to which descriptions refer. */
const start =
  /^(?:\s*\{[^{}]{0,500}"(?:openapi|swagger|asyncapi)"\s*:|(?:[^\n]*\n){0,40}?["']?(?:openapi|swagger|asyncapi)["']?\s*:\s*\S)/;

function readFolder(folder: string): readonly Given[] {
  const names = globSync('**/*.{json,yaml,yml}', { cwd: folder, exclude: ['**/node_modules'] }).sort();
  if (names.length > mostFiles) throw new CommandError(`${folder} has more than ${mostFiles} files of JSON and YAML.`);
  const given = names
    .map((name) => readGiven(join(folder, name)))
    .filter(({ text }) => start.test(text.slice(0, 4_000)));
  if (given.length === 0) throw new CommandError(`${folder} has no OpenAPI or AsyncAPI description.`);
  return given;
}

async function readInput({ input }: Terminal): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of input?.() ?? []) {
    size += piece.length;
    if (size > mostSourceBytes) throw createSizeError(inputName);
    pieces.push(piece);
  }
  return decode(inputName, Buffer.concat(pieces));
}

function readSource(path: string): string {
  try {
    return decode(path, readRegularFile(path, mostSourceBytes));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === fileFaults.tooLarge) throw createSizeError(path);
    throw new CommandError(
      code === 'ENOENT' ? `${path} does not exist.` : `Failed to read ${path}: ${code ?? 'unknown reason'}.`,
    );
  }
}

function createSizeError(name: string): CommandError {
  return new CommandError(`${name} is larger than 64 MiB, the maximum size of a source.`);
}

/** Creates what reads files in the folders of the sources or below them, links resolved; undefined for any other. */
export function createReader(sources: readonly string[]): ReadFile {
  const folders = sources.map((source) => (isFolder(source) ? source : dirname(source)));
  return (file) => {
    try {
      return decode(file, readRegularFile(resolveInside(file, folders, /./), mostSourceBytes));
    } catch {
      return undefined;
    }
  };
}

function decode(name: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError(`${name} is not UTF-8.`);
  }
}
