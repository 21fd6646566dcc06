const waiting: (() => void)[] = [];
const { port1, port2 } = new MessageChannel();
port1.addEventListener('message', () => waiting.shift()?.());
port1.start();

/** Calls back after all microtasks, in the order of the calls. */
export function runSoon(work: () => void): void {
  waiting.push(work);
  port2.postMessage(undefined);
}
