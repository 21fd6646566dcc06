import type { PartContent, Reading } from '../../markdown/content.ts';
import type { Placed } from '../../text/location.ts';
import type { PurposeModel } from './model.ts';

/** Reads the part "What the service does": its prose and the lines that bound it. */
export function read(content: PartContent, _reading: Reading): PurposeModel {
  const lines = (name: string): Placed<string>[] =>
    content.facts
      .filter((fact) => fact.name === name && fact.value.kind === 'value')
      .map(({ prose }) => ({ value: prose.text, span: prose.span }));
  const [contact] = lines('Contact');
  const [terms] = lines('Terms');
  return {
    prose: content.prose,
    inScope: lines('In scope'),
    outOfScope: lines('Out of scope'),
    ...(contact && { contact }),
    ...(terms && { terms }),
  };
}
