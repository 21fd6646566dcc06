import { create } from '../../src/describe/docs/page/dom.ts';
import { createRemote, type Remote } from '../workers/calls.ts';
import type { EngineFunctions } from '../workers/engine-protocol.ts';

/** A message to the frame: start a worker from a text, or end one. */
export interface FrameMessage {
  readonly id: number;
  readonly code?: string;
}

/** A worker that runs services. */
export interface Engine {
  readonly call: Remote<EngineFunctions>;
  end(): void;
}

let frame: Promise<Window> | undefined;
let code: Promise<string> | undefined;
let count = 0;

/** Starts a worker that runs services, in a frame whose policy allows the code that is made from a plan. */
export async function startEngine(): Promise<Engine> {
  frame ??= openFrame();
  code ??= loadCode();
  const [target, text] = await Promise.all([frame, code]);
  const id = ++count;
  const { port1, port2 } = new MessageChannel();
  target.postMessage({ id, code: text } satisfies FrameMessage, location.origin, [port2]);
  return {
    call: createRemote<EngineFunctions>(port1),
    end: () => target.postMessage({ id } satisfies FrameMessage, location.origin),
  };
}

function openFrame(): Promise<Window> {
  const element = create('iframe', { src: 'engine.html', title: 'Services of the playground', hidden: '' });
  return new Promise((resolve) => {
    element.addEventListener('load', () => resolve(element.contentWindow!));
    document.body.append(element);
  });
}

async function loadCode(): Promise<string> {
  const response = await fetch('engine.js');
  if (!response.ok) throw new Error('The service could not be loaded.');
  return response.text();
}
