import type { TextDocument } from 'vscode-languageserver-textdocument';
import { findPart } from '../language-service/section.ts';
import { type Document, readDocument } from '../parts/index.ts';
import { createSource } from '../text/location.ts';

/** Reads each open text once per version. */
export interface OpenDocuments {
  /** The document of a text, or undefined for other Markdown files. */
  read(text: TextDocument): Document | undefined;
  /** The document of a stored text that the editor does not have open. */
  readStored(uri: string, text: string): Document | undefined;
  forget(uri: string): void;
}

/** Creates the cache of the documents that an editor has open. */
export function createOpenDocuments(): OpenDocuments {
  const known = new Map<string, { readonly version: number; readonly document: Document }>();
  const stored = new Map<string, Document>();
  return {
    read(text) {
      const before = known.get(text.uri);
      if (before?.version === text.version) return before.document;
      const content = text.getText();
      if (!isServiceDocument(content)) return undefined;
      const document = readDocument(createSource(text.uri, content));
      known.set(text.uri, { version: text.version, document });
      return document;
    },
    readStored(uri, text) {
      const before = stored.get(uri);
      if (before?.source.text === text) return before;
      if (!isServiceDocument(text)) return undefined;
      const document = readDocument(createSource(uri, text));
      stored.set(uri, document);
      return document;
    },
    forget: (uri) => void known.delete(uri),
  };
}

/** True for a Markdown text that is meant as a document: it is nearly empty, or has a heading of one of the nine parts. */
export function isServiceDocument(text: string): boolean {
  if (!/^##\s/m.test(text)) return text.length < 2000;
  return [...text.matchAll(/^##\s+(.*?)\s*$/gm)].some(([, title]) => findPart(title!) !== undefined);
}
