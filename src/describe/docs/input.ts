import type { WholePlan } from '../../plan/whole.ts';
import type { Played } from '../examples/exchange.ts';
import type { Diagrams } from './layout.ts';

/** What a page is written from. */
export interface DocsInput {
  readonly plan: WholePlan;
  /** What a play of the document showed; without it code samples are sketched from the shapes of bodies. */
  readonly played?: Pick<Played, 'examples' | 'events'>;
  /** The layouts of the state diagrams; without one its table remains. */
  readonly diagrams?: Diagrams;
}
