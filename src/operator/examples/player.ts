import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { PlayExamples, Played } from '../../describe/examples/exchange.ts';
import type { Source } from '../../text/location.ts';
import { createWholePlanFinder } from '../whole-plans.ts';
import type { PlayOrder } from './player-thread.ts';

/** Milliseconds for which a service that also answers requests plays examples. */
const longest = 10_000;

// Types are stripped in a checkout; in the package the file next to this one is JavaScript.
const file = new URL(import.meta.url.endsWith('.ts') ? './player-thread.ts' : './player-thread.js', import.meta.url);

/**
 * Returns what plays the examples of a document without errors for its descriptions, in services of its own. They run in another
 * thread, so requests are not held up. Handlers are not run: what they do may reach beyond the process.
 */
export function createExamplePlayer(source: Source): PlayExamples {
  return async (version) => {
    const { name, text } = source;
    if (hasThread()) return playInThread({ name, text, version, milliseconds: longest });
    const { playExamples } = await import('../examples.ts');
    return playExamples(createWholePlanFinder(source), { version, milliseconds: longest });
  };
}

/** Whether the file of the thread is there: a program that was bundled into one file has no other. */
function hasThread(): boolean {
  return file.protocol === 'file:' && existsSync(file);
}

function playInThread(order: PlayOrder): Promise<Played> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(file, { workerData: order, execArgv: [], name: 'nonet examples' });
    thread.on('message', resolve);
    thread.on('error', reject);
    thread.on('exit', () => reject(new Error('the thread that plays examples ended without them')));
  });
}
