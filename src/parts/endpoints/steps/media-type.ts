import type { StepDefinition } from '../../../contracts/definition.ts';
import type { OperationContext } from '../../../contracts/operation-context.ts';
import type { Refusal } from '../../../contracts/refusal.ts';
import type { RequestContext } from '../../../contracts/request-context.ts';
import type { Step } from '../../../contracts/step.ts';
import { getFileForm } from '../../../plan/files/file-bodies.ts';
import { getMediaTypeEssence, jsonPatch, listRequestMediaTypes } from '../serve/bodies/body.ts';
import { isUtf8Type } from '../serve/bodies/charset.ts';
import { formType } from '../serve/bodies/form.ts';

/** Refuses a body of another media type, charset or coding (RFC 9110, sections 12.5.1, 12.5.3 and 15.5.16). */
export const mediaType: StepDefinition = {
  plan({ operation: { method, input, line } }) {
    if (method === 'GET' && input === undefined) return [];
    const sends = [
      { name: getAcceptHeader(method), on: [condition], when: 'the media type is not accepted' },
      { name: 'Accept-Encoding', on: [condition], when: 'the body is encoded' },
    ];
    return [{ words: 'check the media type of the body', refusals: [{ condition }], sends, line }];
  },
  create: createCheck,
};

const condition = 'unsupported media type';

/** The header that lists the media types of bodies (RFC 5789, section 3.1; RFC 9110, section 12.5.1). */
function getAcceptHeader(method: string): string {
  return method === 'PATCH' ? 'Accept-Patch' : 'Accept';
}

function createCheck(op: OperationContext): Step {
  const { plan } = op;
  const { operation } = op;
  const { input } = op.transform?.older ?? operation;
  const types = listRequestMediaTypes(plan, operation, input);
  const known = new Set(types.map((type) => type.toLowerCase()));
  const accept = getAcceptHeader(operation.method);
  const refusal: Refusal = { condition, headers: { [accept]: types.join(', ') } };
  const coded: Refusal = { condition, headers: { 'Accept-Encoding': 'identity' } };
  const form = getFileForm(input);
  const any = types.includes('*/*');
  const kinds = new Map<string, RequestContext['bodyKind']>();
  if (types.some((type) => getMediaTypeEssence(type) === jsonPatch)) kinds.set(jsonPatch, 'json patch');
  if (types.some((type) => getMediaTypeEssence(type) === formType)) kinds.set(formType, 'form');
  return (ctx) => {
    const { incoming } = ctx;
    if (!incoming.hasBody) return undefined;
    const coding = incoming.header('content-encoding');
    if (coding !== undefined && coding.trim().toLowerCase() !== 'identity') return coded;
    const type = incoming.header('content-type');
    if (any) return undefined;
    if (type === undefined) return refusal;
    if (form !== undefined) return known.has(getMediaTypeEssence(type)) ? undefined : refusal;
    if (!known.has(type) && (!known.has(getMediaTypeEssence(type)) || !isUtf8Type(type))) return refusal;
    if (kinds.size > 0) ctx.bodyKind = kinds.get(getMediaTypeEssence(type));
    return undefined;
  };
}
