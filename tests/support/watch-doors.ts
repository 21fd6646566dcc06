import dns from 'node:dns';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import process from 'node:process';

// Imported into a process before anything else: says on its error output whom it connects to, what names it looks up, and which
// files it reads that are neither the project's nor named in READS.

const tell = fs.writeSync;
const say = (words: string): void => void tell(2, `door: ${words}\n`);
const allowed = (process.env.READS ?? '').split(':').filter((part) => part !== '');

const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function watched(this: net.Socket, ...words: unknown[]): net.Socket {
  say(`connect ${JSON.stringify(words[0])}`);
  return (connect as (...all: unknown[]) => net.Socket).apply(this, words);
} as typeof connect;

const lookup = dns.lookup;
(dns as { lookup: unknown }).lookup = (...words: unknown[]): unknown => {
  if (!net.isIP(String(words[0]))) say(`lookup ${words[0]}`);
  return (lookup as unknown as (...all: unknown[]) => unknown)(...words);
};

globalThis.fetch = (input) => {
  say(`fetch ${input}`);
  return Promise.reject(new Error('there is no network'));
};

for (const name of ['readFileSync', 'openSync', 'readFile', 'open', 'readdirSync'] as const) {
  const real = fs[name] as (...all: unknown[]) => unknown;
  (fs as unknown as Record<string, unknown>)[name] = (...words: unknown[]): unknown => {
    const path = String(words[0]).replace('file://', '');
    if (typeof words[0] !== 'number' && !allowed.some((prefix) => path.startsWith(prefix))) say(`${name} ${path}`);
    return real(...words);
  };
}
syncBuiltinESMExports();
