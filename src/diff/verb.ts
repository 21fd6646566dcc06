/** The words of the column Change that a difference may be called by. */
export type Verb =
  | 'added'
  | 'removed'
  | 'renamed'
  | 'required'
  | 'optional'
  | 'type'
  | 'default'
  | 'constraint'
  | 'value added'
  | 'value removed'
  | 'path'
  | 'status'
  | 'error added'
  | 'error removed'
  | 'limit'
  | 'behavior';
