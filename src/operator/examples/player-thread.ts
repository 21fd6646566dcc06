import { parentPort, workerData } from 'node:worker_threads';
import { createSource } from '../../text/location.ts';
import { playExamples } from '../examples.ts';
import { createWholePlanFinder } from '../whole-plans.ts';

/** The document that a thread plays, and the version whose examples are wanted. */
export interface PlayOrder {
  readonly name: string;
  readonly text: string;
  readonly version: string | undefined;
  /** Milliseconds after which nothing more is begun. */
  readonly milliseconds: number;
}

const { name, text, version, milliseconds } = workerData as PlayOrder;
parentPort!.postMessage(await playExamples(createWholePlanFinder(createSource(name, text)), { version, milliseconds }));
