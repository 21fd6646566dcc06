import type { Document } from '../parts/index.ts';
import { nearest } from '../text/nearest.ts';
import { CommandFailure } from './terminal.ts';

/** The failure of a command whose flag names a version that the document does not list, and which it may mean. */
export function noVersion({ service }: Document, version: string): CommandFailure {
  const names = service.versioning.versions.map(({ name }) => name.value);
  if (names.length === 0) return new CommandFailure(`There is no version '${version}': the document lists none.`);
  const near = nearest(version, names);
  const listed = names.slice(0, 20).join(', ');
  const hint = near === undefined ? `The document lists ${listed}.` : `Did you mean ${near}?`;
  return new CommandFailure(`There is no version '${version}'. ${hint}`);
}
