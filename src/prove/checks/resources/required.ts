import type { Check } from '../../check.ts';
import { expectRejection } from '../../rejections.ts';
import { formatPlace, listPlaces, putAt, readAt } from '../../values/places.ts';

/** A request without a required value is rejected. */
export const required: Check = {
  part: 'resources',
  name: 'required',
  says: 'Each required value of a request is left out.',
  cases: (prover) =>
    prover.operations.flatMap((operation) =>
      operation.kind === 'handler'
        ? []
        : listPlaces(prover.plan, operation)
            .filter(({ isRequired }) => isRequired)
            .map((place) => ({
              line: place.line,
              about: `${operation.name} without ${formatPlace(place.path)}`,
              run: () =>
                expectRejection(prover, operation, {
                  conditions: ['invalid input'],
                  words: `without \`${formatPlace(place.path)}\``,
                  pieces: ({ pieces }) => {
                    const body =
                      readAt(pieces.body, place.path) === undefined
                        ? undefined
                        : putAt(pieces.body, place.path, undefined);
                    return body === undefined ? undefined : { body };
                  },
                }),
            })),
    ),
};
