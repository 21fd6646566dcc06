import type { Incoming } from '../steps/given.ts';

const forwarding = ['forwarded', 'via'];

/** Whether an address is this machine's own. */
export function isLoopback(address: string): boolean {
  const bare = address.startsWith('::ffff:') ? address.slice(7) : address;
  return bare === '::1' || /^127(\.\d{1,3}){3}$/.test(bare);
}

/** Whether the name in a Host header (with or without a port) means this machine. */
export function isLocalHost(host: string): boolean {
  const name = host.replace(/:\d*$/, '').toLowerCase();
  return name === 'localhost' || name === '[::1]' || isLoopback(name);
}

/** Whether a request comes from this machine itself: no other peer, no proxy, no foreign Host. */
export function isLocal(incoming: Incoming): boolean {
  if (!isLoopback(incoming.peer) || !isLocalHost(incoming.header('host') ?? 'localhost')) return false;
  if (forwarding.some((name) => incoming.header(name) !== undefined)) return false;
  return !incoming.headerStartsWith('x-forwarded-');
}
