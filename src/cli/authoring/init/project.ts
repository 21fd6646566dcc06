import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { CommandError } from '../../../operator/command-error.ts';
import { createWriteError } from '../../../operator/files/writing.ts';
import { createProjectFiles } from './files.ts';

/** A project to create around a document. */
export interface Project {
  /** The path of the document; its folder is the project. */
  readonly file: string;
  /** The text of the document. */
  readonly text: string;
  /** The name of the service. */
  readonly name: string;
  /** The version of `nonet` in package.json, or the path of a package. */
  readonly dependency: string;
}

/**
 * Writes the document, its test, package.json, .gitignore, README.md and AGENTS.md into the folder of the document, and returns their names.
 * Creates the folder. Throws a `CommandError` if one of the files exists, and then writes none.
 */
export function writeProject(project: Project): readonly string[] {
  const folder = dirname(project.file);
  const files = createFiles(project);
  const existing = [...files.keys()].filter((name) => existsSync(join(folder, name)));
  if (existing.length > 0) {
    const shown = existing.map((name) => join(folder, name)).join(', ');
    const verb = existing.length === 1 ? 'exists' : 'exist';
    throw new CommandError(`${shown} already ${verb}. Choose another folder: init never overwrites a file.`);
  }
  try {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of files) writeFileSync(join(folder, name), text, { flag: 'wx' });
  } catch (error) {
    throw createWriteError(folder, error);
  }
  return [...files.keys()];
}

function createFiles({ file, text, name, dependency }: Project): ReadonlyMap<string, string> {
  const document = basename(file);
  const folder = dirname(resolve(file));
  if (!/\.(md|markdown)$/i.test(document) || /^readme\.[^.]*$/i.test(document)) {
    throw new CommandError(
      `Name the document of a project like notes.md, not ${document}: README.md explains the project.`,
    );
  }
  const resolved = resolveDependency(dependency, folder);
  return createProjectFiles({ document, folder: basename(folder), text, name, dependency: resolved, test: 'notes' });
}

/** Makes the path of a package relative to the project. */
function resolveDependency(dependency: string, folder: string): string {
  if (!/^[.~/]|\.tgz$/.test(dependency) && !isAbsolute(dependency)) return dependency;
  return `file:${relative(folder, resolve(dependency)).replaceAll('\\', '/')}`;
}
