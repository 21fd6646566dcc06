import { parseShape } from '../../../shape/parse.ts';
import { memo } from '../../../text/memo.ts';
import type { OperationModel } from '../../endpoints/model.ts';
import { isNotShown } from '../../not-shown.ts';

/** Returns the field whose content an operation returns, if its only response is `Photo.image`. */
export const getStatedContent = memo(({ name, responses }: OperationModel): string | undefined => {
  if (isNotShown(responses) || responses.length !== 1) return undefined;
  return readOwnField(name.resource?.value, responses[0]!.shape);
});

/** Returns the field whose content is the body of an operation, if its Request is `Photo.image`. */
export const getSentContent = memo(({ name, request }: OperationModel): string | undefined =>
  request === undefined || isNotShown(request) ? undefined : readOwnField(name.resource?.value, request),
);

function readOwnField(
  resource: string | undefined,
  words: Parameters<typeof parseShape>[0] | undefined,
): string | undefined {
  const shape = words && parseShape(words).shape;
  return shape?.kind === 'field' && shape.of.value === resource ? shape.field.value : undefined;
}
