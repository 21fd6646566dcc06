import type { FileFailure, FilePart, ReceivedForm } from '../../../../contracts/files.ts';
import type { OperationContext, Parsed } from '../../../../contracts/operation-context.ts';
import type { FieldError } from '../../../../contracts/record.ts';
import type { Refusal } from '../../../../contracts/refusal.ts';
import type { Incoming, RequestContext, RequestUpload } from '../../../../contracts/request-context.ts';
import type { Step } from '../../../../contracts/step.ts';
import { formatPointer } from '../../../../plan/fields/json-pointer.ts';
import { formatPartName, getFileForm, listFileMembers } from '../../../../plan/files/file-bodies.ts';
import { isStoredFile, type StoredFile } from '../../../../plan/files/stored-file.ts';
import { createInvalidInput } from '../bodies/body.ts';
import { createFieldsReader, setAt } from '../bodies/form.ts';

/** The refusals of a body that is too long, and of one that arrives too slowly. */
interface BodyRefusals {
  /** The bytes of a form without its files, and the refusal beyond them. */
  bound(ctx: RequestContext): { readonly bytes: number; readonly refusal: Refusal };
  readonly tooSlow: Refusal;
}

const malformed: Refusal = { condition: 'malformed request' };

/** Creates the step that receives a body with files: `ctx.body` is its value then, in which the files are stored. */
export function createFileReceiver(op: OperationContext, refusals: BodyRefusals): Step {
  const input = (op.transform?.older ?? op.operation).input;
  const members = listFileMembers(input);
  const pointers = new Map(members.map(({ path }) => [formatPartName(path), formatPointer(path)]));
  const paths = new Map(members.map(({ path }) => [formatPartName(path), path]));
  const parts = members.map(({ path, limits }): FilePart => ({ name: formatPartName(path), limits }));
  const readFields = createFieldsReader(op.transform?.shown ?? op.plan, input, op.parse);
  const isContent = getFileForm(input) === 'content';
  const tooLarge: Refusal = { condition: 'too large', line: input!.line };
  const refuse = (failure: FileFailure, refusal: Refusal): Refusal => {
    if ('malformed' in failure)
      return { ...malformed, fields: [{ pointer: '', problem: 'type', message: failure.malformed }] };
    if ('wrong' in failure) return refuseFile(failure.wrong, pointers, isContent);
    if (failure.failure === 'too large') return refusal;
    return failure.failure === 'timed out' ? refusals.tooSlow : malformed;
  };
  const readForm = (form: ReceivedForm): Parsed => {
    const parsed = form.json === undefined ? readFields(form.fields) : op.parse(form.json);
    if ('problem' in parsed || form.files.size === 0) return parsed;
    const { value } = parsed;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return parsed;
    for (const [name, file] of form.files)
      if (!setAt(value as Record<string, unknown>, paths.get(name)!, file))
        return { problem: `must not contain the field ${JSON.stringify(name)} twice` };
    return parsed;
  };
  const receiveContent = async (ctx: RequestContext): Promise<Refusal | undefined> => {
    const received = await (ctx.upload?.receive(parts[0]!) ?? op.files!.receiveContent(ctx.incoming, parts[0]!));
    if (!isStoredFile(received)) return refuse(received, tooLarge);
    ctx.body = { [parts[0]!.name]: received satisfies StoredFile };
    return undefined;
  };
  const receiveForm = async (ctx: RequestContext): Promise<Refusal | undefined> => {
    const { bytes, refusal } = refusals.bound(ctx);
    const received = await (ctx.upload === undefined
      ? op.files!.receiveForm(ctx.incoming, parts, bytes)
      : receiveUploaded(ctx.upload, parts[0]!));
    // In several requests, only the file arrives: its field limits it.
    if (!('files' in received)) return refuse(received, ctx.upload === undefined ? refusal : tooLarge);
    const parsed = readForm(received);
    if ('problem' in parsed)
      return { ...malformed, fields: [{ pointer: '', problem: 'type', message: parsed.problem }] };
    ctx.body = parsed.value;
    return undefined;
  };
  const receive = isContent ? receiveContent : receiveForm;
  return async (ctx) => {
    const isEmpty = !ctx.incoming.hasBody && !(isContent && isEmptyFile(ctx.incoming));
    if (isEmpty && ctx.upload === undefined) return undefined;
    const began = performance.now();
    ctx.receiving = began;
    try {
      return await receive(ctx);
    } finally {
      ctx.receiving = undefined;
      ctx.received += performance.now() - began;
    }
  };
}

/** A form whose file was uploaded in several requests. */
async function receiveUploaded(upload: RequestUpload, part: FilePart): Promise<ReceivedForm | FileFailure> {
  const file = await upload.receive(part);
  if (!isStoredFile(file)) return file;
  return { fields: upload.fields, json: undefined, files: new Map([[part.name, file]]) };
}

/** Whether a request without a body states that it is an empty file. */
function isEmptyFile(incoming: Incoming): boolean {
  return incoming.header('content-length') === '0' && incoming.header('content-type') !== undefined;
}

/** A body that is a file of another type has an unsupported media type; in a form, the field is wrong. */
function refuseFile(
  { part, problem, message }: Extract<FileFailure, { readonly wrong: unknown }>['wrong'],
  pointers: ReadonlyMap<string, string>,
  isContent: boolean,
): Refusal {
  const error: FieldError = { pointer: pointers.get(part) ?? formatPointer([part]), problem, message };
  if (isContent && problem === 'format') return { condition: 'unsupported media type', fields: [error] };
  return createInvalidInput([error]);
}
