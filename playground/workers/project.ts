import { createProjectFiles, formatPackageFile } from '../../src/cli/authoring/init/files.ts';
import { read } from './documents.ts';
import type { ProjectFile } from './protocol.ts';

/** The version of this package; the build writes it. */
declare const nonetVersion: string;

/** Writes the files of a project around a text, as `nonet init --project` does. */
export function writeProjectFiles(text: string, file: string): readonly ProjectFile[] {
  const files = createProjectFiles({
    document: `${file}.md`,
    folder: file,
    text,
    name: read(text).service.name?.text ?? file,
    dependency: `file:${formatPackageFile(nonetVersion)}`,
    test: 'opening',
  });
  return [...files].map(([name, content]) => ({ name, text: content }));
}
