import { parseShape } from '../../../shape/parse.ts';
import type { ShapeSyntax } from '../../../shape/syntax.ts';
import { isNotShown } from '../../not-shown.ts';
import type { Service } from '../../service.ts';

/** The place of a shape that writes out a member of this name, in words; `operation`: of one operation alone. */
export function describeWrittenField(
  { endpoints, events }: Service,
  key: string,
  operation?: string,
): string | undefined {
  const all = endpoints.operations.filter(({ name }) => operation === undefined || name.text === operation);
  const places = [
    ...all.flatMap(({ name, request, responses }) => [
      { words: request, place: `the Request of \`${name.text}\`` },
      ...(isNotShown(responses) ? [] : responses).map(({ shape }) => {
        return { words: shape, place: `the Response of \`${name.text}\`` };
      }),
    ]),
    ...(operation === undefined ? events.events : []).map(({ name, payload }) => {
      return { words: payload, place: `the Payload of \`${name.value}\`` };
    }),
  ];
  const found = places.find(({ words }) => {
    const shape = words === undefined || isNotShown(words) ? undefined : parseShape(words).shape;
    return shape !== undefined && holds(shape, key);
  });
  return found?.place;
}

function holds(shape: ShapeSyntax, key: string): boolean {
  if (shape.kind === 'list') return holds(shape.item, key);
  const members = shape.kind === 'object' ? shape.members : shape.kind === 'name' ? (shape.picks?.members ?? []) : [];
  return members.some((member) => member.key.value === key || holds(member.shape, key));
}
