import type { Command } from 'commander';
import type { Played } from '../../../describe/examples/exchange.ts';
import { createWholePlanFinder } from '../../../operator/whole-plans.ts';
import { openDocument } from '../../shared/document.ts';
import { loadModule } from '../module/run.ts';
import type { DescribedOptions } from './described.ts';

/** The flags of descriptions with examples. */
export interface PlayedOptions {
  readonly examples: boolean;
  readonly runHandlers?: true;
}

/** Adds the flags of descriptions with examples to a command. */
export function addPlayedOptions(command: Command): Command {
  return command
    .option('--no-examples', 'leave out the examples, which are played against the service in memory')
    .option('--run-handlers', 'also play the operations of handlers: runs the module of the document');
}

const nothing: Played = { examples: {}, service: [], events: [], notPlayed: [] };

/** Plays the examples of a document without errors, with its handlers only if the command line says so. */
export async function playBeside(
  file: string,
  { apiVersion, examples, runHandlers }: PlayedOptions & Pick<DescribedOptions, 'apiVersion'>,
): Promise<Played> {
  if (!examples) return nothing;
  const document = openDocument(file);
  const find = createWholePlanFinder(document.source);
  const plan = await find();
  if (plan === undefined) return nothing;
  const handlers = runHandlers === true ? await loadModule(file, plan) : undefined;
  const { playExamples } = await import('../../../operator/examples.ts');
  return playExamples(find, { version: apiVersion, handlers });
}
