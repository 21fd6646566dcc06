/** The WebAssembly of SQLite, deflated, in Base64; the build replaces it. */
declare const sqliteWasm: string;

/** Inflates the WebAssembly of SQLite that is in the file of the worker. */
export async function readSqliteWasm(): Promise<Uint8Array> {
  const deflated = Uint8Array.from(atob(sqliteWasm), (sign) => sign.charCodeAt(0));
  const inflated = new Blob([deflated]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(inflated).arrayBuffer());
}
