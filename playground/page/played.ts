import type { Played as PlayedExamples } from '../../src/describe/examples/exchange.ts';
import { type Engine, startEngine } from './engines.ts';
import type { Workspace } from './workspace.ts';

/** The examples of the document: requests that were played against a service of their own. */
export interface Played {
  /** The examples of the last text that was played; undefined before the first. */
  readonly latest: PlayedExamples | undefined;
  /** Whether more examples will follow. */
  readonly isPlaying: boolean;
  /** The examples of a text; undefined if they were not played yet. */
  find(text: string): PlayedExamples | undefined;
  onChange(listener: () => void): void;
}

/** Milliseconds without another text before its examples are played. */
const quiet = 1500;
/** Milliseconds for which examples are played: first those that succeed, then also refusals. */
const rounds = [1000, 8000];

/** Plays the examples of each text without errors in a thread of their own; a newer text ends those of an older one. */
export function createPlayed(workspace: Workspace): Played {
  const listeners: (() => void)[] = [];
  let known: { readonly text: string; readonly played: PlayedExamples } | undefined;
  let engine: Engine | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const play = async (text: string): Promise<void> => {
    const own = await startEngine();
    engine = own;
    try {
      for (const milliseconds of rounds) {
        const played = await own.call.play(text, milliseconds);
        if (engine !== own) return;
        known = { text, played };
        if (milliseconds === rounds.at(-1)) engine = undefined;
        for (const listener of listeners) listener();
      }
    } catch {
      // a document whose examples cannot be played has sketches instead
    } finally {
      own.end();
      if (engine === own) engine = undefined;
    }
  };
  workspace.onOpen(() => {
    known = undefined;
  });
  workspace.onSound((text) => {
    engine?.end();
    engine = undefined;
    clearTimeout(timer);
    timer = setTimeout(() => void play(text), known === undefined ? 0 : quiet);
  });
  return {
    get latest() {
      return known?.played;
    },
    get isPlaying() {
      return engine !== undefined;
    },
    find: (text) => (known?.text === text ? known.played : undefined),
    onChange: (listener) => void listeners.push(listener),
  };
}
