import { event } from '../../kit/event.ts';
import type { Binding } from './code-calls.ts';

/** Tags have been written for codes by a document and read back: each is bound to its code, or nothing of it has happened. */
export const tagsWritten = event<{ doc_type: string; doc_id: number; doc_no: string; items: Binding[] }>('tagsWritten');
