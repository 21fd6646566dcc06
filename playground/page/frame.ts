import type { FrameMessage } from './engines.ts';

// Runs in engine.html: starts workers from a text that the page passes. They have the policy of this frame, not of the page.
const workers = new Map<number, Worker>();

addEventListener('message', ({ data, ports, origin }: MessageEvent<FrameMessage>) => {
  if (origin !== location.origin) return;
  if (data.code === undefined) {
    workers.get(data.id)?.terminate();
    workers.delete(data.id);
    return;
  }
  const address = URL.createObjectURL(new Blob([data.code], { type: 'text/javascript' }));
  const worker = new Worker(address, { type: 'module' });
  worker.postMessage('connect', [ports[0]!]);
  workers.set(data.id, worker);
});
