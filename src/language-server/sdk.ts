import type { TextDocument } from 'vscode-languageserver-textdocument';

/** The libraries that speak the Language Server Protocol: few commands need them, so they are optional and loaded on use. */
export interface Sdk {
  readonly lsp: typeof import('vscode-languageserver/node');
  readonly TextDocument: typeof TextDocument;
}

/** Loads the libraries. Throws an error that names them if they are not installed. */
export async function loadSdk(): Promise<Sdk> {
  try {
    const [lsp, text] = await Promise.all([
      import('vscode-languageserver/node'),
      import('vscode-languageserver-textdocument'),
    ]);
    return { lsp, TextDocument: text.TextDocument };
  } catch {
    throw new Error(
      'The language server needs two packages. To install them, run npm install vscode-languageserver vscode-languageserver-textdocument',
    );
  }
}
