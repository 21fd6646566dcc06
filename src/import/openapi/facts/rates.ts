import { cell, row, words } from '../../page/model.ts';
import type { FactRule } from './contract.ts';
import type { RateRule } from './rates/contract.ts';
import { googleQuota } from './rates/google.ts';
import { kong } from './rates/kong.ts';
import { nonet } from './rates/nonet.ts';
import { plain } from './rates/plain.ts';

const rules: readonly RateRule[] = [nonet, kong, googleQuota, plain];

/** The limits of requests that extensions state. */
export const rates: FactRule = (draft) => {
  const found = rules.flatMap((rule) => rule(draft)).filter(({ appliesTo }) => appliesTo.length > 0);
  for (const { name, value, because, says } of found)
    draft.say(says[0]!, `${name} is a limit of ${value}, because ${because}`);
  draft.losses.keep(...found.flatMap(({ says }) => says));
  draft.sections.limits.tables[0]!.rows.push(
    ...found.map(({ name, kind, appliesTo, per, value, code, says }) =>
      row({
        Limit: cell(name),
        Kind: cell(kind),
        'Applies to': { items: appliesTo.map((one) => words(one)), joint: ', ' },
        Per: cell(per),
        Value: cell(value, ...says),
        'When exceeded': cell(code ?? ''),
      }),
    ),
  );
};
