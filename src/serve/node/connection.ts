import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection; the message is set while an answer is due on it. */
export type Connection = Socket & { readonly _httpMessage?: ServerResponse | null };
