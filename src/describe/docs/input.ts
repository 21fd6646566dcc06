import type { WholePlan } from '../../plan/whole.ts';
import type { Examples } from '../examples/exchange.ts';
import type { Diagrams } from './layout.ts';

/** What a page is written from. */
export interface DocsInput {
  readonly plan: WholePlan;
  /** Exchanges that were played; without them code samples are sketched from the shapes of bodies. */
  readonly examples?: Examples;
  /** The layouts of the state diagrams; without one its table remains. */
  readonly diagrams?: Diagrams;
}
