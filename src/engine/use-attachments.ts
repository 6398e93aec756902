import { useQuery, useQueryClient } from '@tanstack/react-query';
import { savedName } from '#contract/areas/tasks/files.ts';
import {
  type Attachment,
  type AttachmentCalls,
  type AttachmentList,
  attachmentCalls,
} from '#contract/kit/attachments.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { saveFile } from '#src/platform/save-file.ts';
import { CallFailed, wordsOf, worthRetry } from './failure.ts';
import { readStateOf } from './read-state.ts';
import { bringStored } from './stored-file.ts';
import { type Command, useCommand } from './use-command.ts';
import { type Reading, useRead } from './use-read.ts';

/** The attachment calls of a definition that has some. Throws where it has none: a mistake of ours. */
export function callsOfFiles(definition: AnyDefinition): AttachmentCalls {
  const calls = attachmentCalls(definition);
  if (!calls) throw new Error(`${definition.name} carries no attachments`);
  return calls;
}

/** The files of one record and what this person may do with them. */
export function useAttachments(definition: AnyDefinition, id: number): Reading<AttachmentList> {
  return useRead(definition, callsOfFiles(definition).list, { input: { id } });
}

/** Taking a file away from its record. */
export interface Detaching {
  detach(file: Attachment): ReturnType<Command<{ count: number }>['run']>;
  readonly command: Command<{ count: number }>;
}

export function useDetach(definition: AnyDefinition, id: number): Detaching {
  const command = useCommand<{ count: number }>(definition);
  return {
    command,
    detach: async (file) => {
      // A refused removal is another try: nothing of the first is asked for again.
      command.giveUp();
      return await command.run(callsOfFiles(definition).detach, { id, file_id: file.id });
    },
  };
}

/** A file by its id, and the type it was uploaded as where that is known. */
type FileBytes = Parameters<typeof bringStored>[0];

/** The bytes of an attached file; asked for once while somebody looks, for they never change. */
export function useFileBytes(file: FileBytes, when: boolean): Reading<Blob> {
  const query = useQuery({ ...bytesOf(file), enabled: when, retry: worthRetry });
  return {
    ...readStateOf(query),
    loading: when && query.data === undefined && query.isPending,
    refreshing: false,
    reload: () => void query.refetch(),
  };
}

/** Hands a file to the person, by the bytes that are here already where there are some. Answers what went wrong, '' for nothing. */
export function useSaveFile(): (file: Attachment) => Promise<string> {
  const client = useQueryClient();
  return async (file) => {
    try {
      saveFile(await client.fetchQuery(bytesOf(file)), savedName(file));
      return '';
    } catch (problem) {
      if (problem instanceof CallFailed) return wordsOf(problem.failure);
      throw problem;
    }
  };
}

function bytesOf(file: FileBytes) {
  return {
    queryKey: ['attachedFile', file.id],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const sent = await bringStored(file, { signal });
      if (!sent.ok) throw new CallFailed(sent.failure);
      return sent.value;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  };
}
