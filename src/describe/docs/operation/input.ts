import type { WholePlan } from '../../../plan/whole.ts';
import type { Played } from '../../examples/exchange.ts';
import type { Diagrams } from '../diagram/layout.ts';

/** The input of a page. */
export interface DocsInput {
  readonly plan: WholePlan;
  /** The examples that were played; without them code samples are sketched from the shapes of bodies. */
  readonly played?: Pick<Played, 'examples' | 'events'>;
  /** The examples are being played: the page says so, and asks for them when they may be there. */
  readonly isPlaying?: true;
  /** The address, from the page, of the file by which the service runs in the page; left out: it does not. */
  readonly serviceFile?: string;
  /** The pages of the versions that are served, newest first; left out: the page links to no other. */
  readonly versions?: readonly { readonly name: string; readonly address: string }[];
  /** The layouts of the state diagrams; without one its table remains. */
  readonly diagrams?: Diagrams;
}
