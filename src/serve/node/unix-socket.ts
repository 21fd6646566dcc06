import { chmodSync, existsSync, lstatSync, rmSync } from 'node:fs';
import { connect, type Server } from 'node:net';
import { dirname } from 'node:path';
import { umask } from 'node:process';

/** A Unix socket to listen on. */
export interface UnixSocket {
  readonly path: string;
  /** The permissions of its file, such as `0o660`. */
  readonly mode: number;
}

/** Listens on a Unix socket; replaces one without a listener. Throws an error with a `code` as Node does. */
export async function listenOn(server: Server, { path, mode }: UnixSocket, listening: () => void): Promise<void> {
  await removeStale(path);
  // It never has more permissions than asked for, not even for a moment.
  const before = umask(0o777 & ~mode);
  try {
    server.listen({ path, backlog: 1000 }, () => {
      chmodSync(path, mode);
      listening();
    });
  } finally {
    umask(before);
  }
}

async function removeStale(path: string): Promise<void> {
  // Binding says EACCES of a folder that does not exist.
  if (!existsSync(dirname(path))) throw Object.assign(new Error('no such folder'), { code: 'ENOENT' });
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isSocket()) throw Object.assign(new Error(`${path} is not a socket`), { code: 'ENOTSOCK' });
  if (await isListenedOn(path)) throw Object.assign(new Error(`${path} is in use`), { code: 'EADDRINUSE' });
  rmSync(path, { force: true });
}

function isListenedOn(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = connect(path, () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve(false);
      else reject(error);
    });
  });
}
