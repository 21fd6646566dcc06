import type { PlayExamples, Played } from '../../describe/examples/exchange.ts';
import type { PlayState } from './route.ts';

/** The play of a version: all of it, and its present state. */
export interface Play {
  readonly all: Promise<Played | undefined>;
  readonly state: PlayState;
}

/** Creates a function that begins to play a version on the first call. A play that fails shows nothing: descriptions then have no examples. */
export function createPlayer(play: PlayExamples | undefined): (version: string | undefined) => Play {
  const begun = new Map<string | undefined, Play>();
  return (version) => {
    const found = begun.get(version) ?? begin(play, version);
    begun.set(version, found);
    return found;
  };
}

function begin(play: PlayExamples | undefined, version: string | undefined): Play {
  if (play === undefined) return { all: Promise.resolve(undefined), state: { ended: true } };
  const state: { ended: boolean; result?: Played | undefined } = { ended: false };
  const end = (result?: Played): Played | undefined => {
    Object.assign(state, { ended: true, result });
    return result;
  };
  return { all: play(version).then(end, () => end()), state };
}
