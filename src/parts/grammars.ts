import type { PartGrammar } from '../markdown/grammar.ts';
import { grammar as authentication } from './authentication/grammar.ts';
import { grammar as endpoints } from './endpoints/grammar.ts';
import { grammar as errors } from './errors/grammar.ts';
import { grammar as events } from './events/grammar.ts';
import { grammar as limits } from './limits/grammar.ts';
import { grammar as purpose } from './purpose/grammar.ts';
import { grammar as resources } from './resources/grammar.ts';
import { grammar as states } from './states/grammar.ts';
import { grammar as versioning } from './versioning/grammar.ts';

/** How the nine parts are written, in the document's order. */
export const grammars: readonly PartGrammar[] = [
  purpose,
  resources,
  states,
  endpoints,
  authentication,
  events,
  errors,
  limits,
  versioning,
];
