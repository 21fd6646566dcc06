import type { OperationPlan } from '../operation.ts';
import type { ValueSchema } from '../schema.ts';
import type { AnswerShape, InputShape } from '../shape.ts';
import { type FileLimits, getFileLimits } from './file-limits.ts';

/** A member of a Request that is a file. */
export interface FileMember {
  readonly path: readonly string[];
  readonly required: boolean;
  readonly limits: FileLimits;
}

/** Lists the files of a Request, at any depth of the objects that it writes out. */
export function listFileMembers(input: InputShape | undefined, around: readonly string[] = []): readonly FileMember[] {
  if (input?.kind !== 'object') return [];
  return input.members.flatMap(({ name, required, shape, unchanged, ignored }): readonly FileMember[] => {
    const path = [...around, name];
    if (shape.kind === 'object') return listFileMembers(shape, path);
    if (shape.kind !== 'value' || shape.schema.type !== 'file' || unchanged === true || ignored === true) return [];
    return [{ path, required, limits: getFileLimits(shape.schema) }];
  });
}

/** How a body with files is sent: as the file alone, or as a form in parts. */
export type FileForm = 'content' | 'multipart';

/** Returns how a body is sent that has files; undefined of one without. */
export function getFileForm(input: InputShape | undefined): FileForm | undefined {
  if (input?.kind === 'object' && input.isContent === true) return 'content';
  return listFileMembers(input).length > 0 ? 'multipart' : undefined;
}

/** Names a member as a part of a form: `photo[image]`. */
export function formatPartName([first = '', ...inside]: readonly string[]): string {
  return first + inside.map((name) => `[${name}]`).join('');
}

/** The field whose content a response is. */
export interface ContentShape {
  readonly field: string;
  readonly schema: ValueSchema;
}

/** Returns the field whose content a response of this shape is; undefined of JSON. */
export function getContentShape(shape: AnswerShape | undefined): ContentShape | undefined {
  if (shape?.kind !== 'field' || shape.schema.type !== 'file' || shape.path.length !== 1) return undefined;
  return { field: shape.path[0]!, schema: shape.schema };
}

/** Returns the field whose content an operation returns, if it does. */
export function getReturnedContent({ responses }: Pick<OperationPlan, 'responses'>): ContentShape | undefined {
  for (const { shape, error } of responses) {
    const content = error === undefined ? getContentShape(shape) : undefined;
    if (content !== undefined) return content;
  }
  return undefined;
}

/** Returns the field of the record at whose address an operation reads or writes the content; undefined of others. */
export function getContentField(operation: Pick<OperationPlan, 'responses' | 'input'>): string | undefined {
  const { input } = operation;
  if (input?.kind === 'object' && input.isContent === true) return input.members[0]?.field;
  return getReturnedContent(operation)?.field;
}
