import type { FieldError } from '../../../../contracts/record.ts';
import type { Refusal } from '../../../../contracts/refusal.ts';
import { getFileForm, listFileMembers } from '../../../../plan/files/file-bodies.ts';
import { listPresentPaths, type OperationPlan } from '../../../../plan/operation.ts';
import type { Plan } from '../../../../plan/plan.ts';
import { listVersionMediaTypes } from '../../../versioning/serve/types.ts';

type Media = Pick<Plan, 'media' | 'versioning'>;

/** The media type of a body in parts (RFC 7578). */
export const multipart = 'multipart/form-data';

/** The media types that a request of an operation may have. */
export function listRequestMediaTypes(
  plan: Media,
  operation: OperationPlan,
  input = operation.input,
): readonly string[] {
  const form = getFileForm(input);
  if (form === 'multipart') return [multipart];
  if (form === 'content') return listFileMembers(input)[0]!.limits.types ?? ['*/*'];
  return [...listPlainTypes(plan, operation), ...listVersionMediaTypes(plan)];
}

/**
 * An update takes the stated types too: JSON as a merge patch, which has a type of its own. A JSON Patch changes the record, so it cannot send
 * the present password, nor a code.
 */
function listPlainTypes({ media }: Media, operation: OperationPlan): readonly string[] {
  const stated = media.request.filter((type) => !patchTypes.has(getMediaTypeEssence(type)));
  const whole = stated.length === 0 ? ['application/json'] : stated;
  if (operation.kind !== 'update') return whole;
  const patches = whole.some(isJson)
    ? [mergePatch]
    : media.request.filter((type) => getMediaTypeEssence(type) === mergePatch);
  const documents = media.request.filter((type) => getMediaTypeEssence(type) === jsonPatch);
  return [...patches, ...whole, ...(listPresentPaths(operation).length === 0 ? documents : [])];
}

function isJson(type: string): boolean {
  const essence = getMediaTypeEssence(type);
  return essence === 'application/json' || essence.endsWith('+json');
}

const mergePatch = 'application/merge-patch+json';
/** The media type of a JSON Patch (RFC 6902, section 6). */
export const jsonPatch = 'application/json-patch+json';
const patchTypes = new Set([mergePatch, jsonPatch]);

/** The media type without its parameters, in lower case. */
export function getMediaTypeEssence(type: string): string {
  const end = type.indexOf(';');
  return (end === -1 ? type : type.slice(0, end)).trim().toLowerCase();
}

/** Refuses a request for the errors of several of its fields together. */
export function createInvalidInput(fields: readonly FieldError[]): Refusal {
  const line = fields.find((field) => field.line !== undefined)?.line;
  return { condition: 'invalid input', fields, ...(line === undefined ? {} : { line }) };
}

/** Whether a document takes JSON Patches. */
export function takesJsonPatch({ media }: Pick<Plan, 'media'>): boolean {
  return media.request.some((type) => getMediaTypeEssence(type) === jsonPatch);
}
