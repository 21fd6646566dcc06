import type { Check } from '../../check.ts';
import { proven, unreached, violated } from '../../ledger/verdict.ts';
import { evaluate, isSame } from '../../values/evaluate.ts';
import { findResponse, listShownFields, readRecords } from '../../values/shown.ts';

/** A computed field has the value of its expression in every response that shows what the expression reads. */
export const computed: Check = {
  part: 'resources',
  name: 'computed',
  says: 'Computed fields are computed again from the other fields of the response.',
  cases: (prover) =>
    prover.operations.flatMap((operation) => {
      const resource = prover.resource(operation.resource);
      if (
        resource === undefined ||
        operation.kind === 'handler' ||
        operation.kind === 'delete' ||
        operation.kind === 'list'
      )
        return [];
      return resource.fields.flatMap((field) => {
        const { computed: of } = field;
        if (of === undefined) return [];
        return [
          {
            line: field.line,
            about: `${field.name} in ${operation.name}`,
            run: async () => {
              const trial = await prover.prepare(operation);
              if (typeof trial === 'string') return unreached(trial);
              const one = await prover.send(trial);
              const { status, body } = one.response;
              if (status >= 400) return unreached(`the service responded ${status}`);
              const response = findResponse(operation, status);
              const [record] = readRecords(response?.shape, body);
              if (record === undefined || !Object.hasOwn(record, field.name))
                return unreached('the response does not show it');
              const wanted = evaluate(of.value, { resource, shown: listShownFields(response?.shape), record });
              if (wanted === 'unknown') return unreached('its expression reads what no response shows');
              if (wanted === 'absent') return unreached('its expression reads what the record does not have');
              if (isSame(record[field.name], wanted.value)) return proven;
              return violated(
                `\`${field.name}\` is \`${of.words}\`: ${String(wanted.value)}`,
                JSON.stringify(record[field.name]),
                one,
              );
            },
          },
        ];
      });
    }),
};
