import type { FileType } from '../areas/tasks/files.ts';
import { type Call, command, query } from './call.ts';
import type { AnyDefinition } from './definition.ts';

/** What the records of a definition carry besides their fields: files that people uploaded (domain.md §1 attachment). */
export interface AttachmentsMeaning {
  /** What a file is said to be: its code on the wire and in the table, and its words. */
  readonly kinds: Readonly<Record<string, string>>;
  /** Stands before the segments where several definitions share a group: `adjust` makes `adjustAttach`. */
  readonly prefix?: string;
}

/** Steps of a record's history that are about its files. */
export const attachmentSteps = { attach: '添加附件', detach: '移除附件' } as const;

/** One file of a record. */
export interface Attachment {
  /** Id on the file service. */
  id: string;
  name: string;
  type: FileType;
  /** Bytes. */
  size: number;
  /** Code of `AttachmentsMeaning.kinds`. */
  kind: string;
  /** Who attached it, and when. */
  admin_id: number;
  admin_name: string | null;
  at: string;
  /** This person may take it away now. */
  detachable: boolean;
}

/** The files of one record, the first attached first; `attachable`: this person may add to them. */
export interface AttachmentList {
  list: Attachment[];
  attachable: boolean;
}

/** Uploaded files that become a record's, each under one of its kinds. */
export interface AttachRequest {
  id: number;
  files: { id: string; kind: string }[];
}

/** One file that is no longer a record's. */
export interface DetachRequest {
  id: number;
  file_id: string;
}

/** The calls about the files of a definition's records. */
export interface AttachmentCalls {
  readonly list: Call<{ id: number }, AttachmentList>;
  readonly attach: Call<AttachRequest, { count: number }>;
  readonly detach: Call<DetachRequest, { count: number }>;
}

/**
 * The calls of a definition whose records carry attachments; undefined for others. All three ask for the key that shows
 * the record; changing asks within for one that works on it (decision 0027).
 */
export function attachmentCalls({ service, group, calls, attachments }: AnyDefinition): AttachmentCalls | undefined {
  if (!attachments || !calls.detail) return undefined;
  const [, access] = calls.detail;
  const call = (segment: string) =>
    ({ service, path: `${group}/${joined(attachments.prefix, segment)}`, access }) as const;
  return {
    list: query(call('attachments')),
    attach: command(call('attach')),
    detach: command(call('detach')),
  };
}

function joined(prefix: string | undefined, segment: string): string {
  return prefix === undefined ? segment : `${prefix}${segment.charAt(0).toUpperCase()}${segment.slice(1)}`;
}
