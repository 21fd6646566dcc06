import type { ProjectFile } from './protocol.ts';

export function writeProjectFiles(text: string): readonly ProjectFile[] {
  return [{ name: 'document.md', text }];
}
