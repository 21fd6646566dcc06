import { PassThrough } from 'node:stream';
import {
  type CompletionItem,
  createProtocolConnection,
  type Diagnostic,
  type Position,
  type Registration,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
} from 'vscode-languageserver-protocol/node';
import { loadSdk } from '../../src/language-server/sdk.ts';
import { startServer } from '../../src/language-server/server.ts';
import { type EditorSettings, emptyWorkspace, type Workspace } from '../../src/language-server/workspace.ts';
import { createSource, findPosition } from '../../src/text/location.ts';

export const uri = 'file:///shop.md';

type Opened = Partial<Workspace> | ((settings: EditorSettings) => Partial<Workspace>);

/** An editor that has one document open: it sends keystrokes and asks the server as an editor does. */
export class Editor {
  text: string;
  version = 1;
  diagnostics: readonly Diagnostic[] = [];
  diagnosedVersion = 0;
  /** The diagnostics of other texts, by URI. */
  readonly others = new Map<string, readonly Diagnostic[]>();
  readonly messages: string[] = [];
  /** The URIs of the documents that the server asked to show. */
  readonly shown: string[] = [];
  readonly registered: Registration[] = [];
  private readonly connection: ReturnType<typeof createProtocolConnection>;

  private constructor(connection: ReturnType<typeof createProtocolConnection>, text: string) {
    this.connection = connection;
    this.text = text;
  }

  /** Opens a document. Without a workspace there are no other files. */
  static async open(text: string, workspace: Opened = {}, settings: object = {}): Promise<Editor> {
    const [up, down] = [new PassThrough(), new PassThrough()];
    const sdk = await loadSdk();
    startServer(
      sdk,
      sdk.lsp.createConnection(new StreamMessageReader(up), new StreamMessageWriter(down)),
      (settings) => ({
        ...emptyWorkspace,
        ...(typeof workspace === 'function' ? workspace(settings) : workspace),
      }),
    );
    const connection = createProtocolConnection(new StreamMessageReader(down), new StreamMessageWriter(up));
    const editor = new Editor(connection, text);
    connection.onNotification('textDocument/publishDiagnostics', ({ uri: of, version, diagnostics }) => {
      if (of !== uri) {
        editor.others.set(of, diagnostics);
        return;
      }
      editor.diagnostics = diagnostics;
      editor.diagnosedVersion = version;
    });
    connection.onNotification('window/showMessage', ({ message }) => void editor.messages.push(message));
    connection.onRequest(
      'client/registerCapability',
      ({ registrations }) => void editor.registered.push(...registrations),
    );
    connection.onRequest('window/showDocument', ({ uri: of }) => {
      editor.shown.push(of);
      return { success: true };
    });
    connection.onRequest('workspace/applyEdit', async ({ edit }) => {
      await editor.apply(edit.changes[uri]);
      return { applied: true };
    });
    connection.listen();
    await connection.sendRequest('initialize', { processId: null, rootUri: null, capabilities: {}, ...settings });
    await connection.sendNotification('initialized', {});
    await connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'markdown', version: 1, text },
    });
    return editor;
  }

  close(): void {
    this.connection.dispose();
  }

  /** Replaces a stretch of the text. */
  async replace(start: number, end: number, text: string): Promise<void> {
    const range = { start: this.positionOf(start), end: this.positionOf(end) };
    this.text = this.text.slice(0, start) + text + this.text.slice(end);
    this.version += 1;
    const contentChanges = [{ range, text }];
    await this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version: this.version },
      contentChanges,
    });
  }

  /** Asks the server about an offset, or about the whole document. */
  ask<T>(method: string, offset?: number, more: object = {}): Promise<T> {
    const position = offset === undefined ? {} : { position: this.positionOf(offset) };
    return this.connection.sendRequest(method, { textDocument: { uri }, ...position, ...more });
  }

  /** Asks the server about a position of another text. */
  askAt<T>(method: string, of: string, position: Position, more: object = {}): Promise<T> {
    return this.connection.sendRequest(method, { textDocument: { uri: of }, position, ...more });
  }

  complete(offset: number): Promise<readonly CompletionItem[]> {
    return this.ask('textDocument/completion', offset);
  }

  /** Waits for the diagnostics of the text as it is now. */
  async diagnose(): Promise<readonly Diagnostic[]> {
    for (let tries = 0; this.diagnosedVersion !== this.version; tries++) {
      if (tries > 3000) throw new Error(`no diagnostics of version ${this.version} within 30 s`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return this.diagnostics;
  }

  async apply(edits: readonly TextEdit[]): Promise<void> {
    const sorted = edits.toSorted((a, b) => this.offsetOf(b.range.start) - this.offsetOf(a.range.start));
    for (const { range, newText } of sorted)
      await this.replace(this.offsetOf(range.start), this.offsetOf(range.end), newText);
  }

  positionOf(offset: number): Position {
    const { line, column } = findPosition(createSource('', this.text), offset);
    return { line: line - 1, character: column - 1 };
  }

  offsetOf({ line, character }: Position): number {
    const { lines } = createSource('', this.text);
    return (lines[line] ?? this.text.length) + character;
  }
}
