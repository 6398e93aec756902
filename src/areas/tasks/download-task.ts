import { downloadTicket } from '#contract/areas/tasks/calls.ts';
import type { Task } from '#contract/areas/tasks/task.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { followDownload } from '#src/platform/follow-download.ts';
import { saveFile } from '#src/platform/save-file.ts';
import { loadBases } from '#src/wire/bases.ts';
import { savedAs } from '#src/wire/file-name.ts';
import type { Failure } from '#src/wire/sent.ts';
import type { Wire } from '#src/wire/wire.ts';
import { bringFile } from './bring-file.ts';

/**
 * Saves the file of a task. A usual one is brought and judged first, so that a refusal is shown and never saved as a file
 * (specification §8). A large one, and one that a slow line does not bring in time, is saved by a ticket, which is refused
 * as the file would be; nothing of it is held in memory (amendments F). Without a path nothing happens (§8). Answers what
 * went wrong, '' for nothing.
 */
export async function downloadTask(
  wire: Wire,
  task: Pick<Task, 'id' | 'name' | 'file_path' | 'file_size'>,
): Promise<string> {
  if (!task.file_path) return '';
  if ((task.file_size ?? 0) > heldBytes) return await saveByTicket(wire, task.id);
  const job = new AbortController();
  const brought = await bringFile(task.file_path, { signal: job.signal, most: heldBytes });
  job.abort();
  if (brought.ok) {
    saveFile(brought.value.blob, savedAs(task.name, brought.value.name));
    return '';
  }
  return asksTicket(brought.failure) ? await saveByTicket(wire, task.id) : wordsOf(brought.failure);
}

async function saveByTicket(wire: Wire, taskId: number): Promise<string> {
  const sent = await wire.send(downloadTicket, { task_id: taskId });
  if (!sent.ok) return wordsOf(sent.failure);
  const { download } = await loadBases();
  followDownload(download, `${sent.value.file_path}?ticket=${encodeURIComponent(sent.value.ticket)}`);
  return '';
}

// Whose session is over learns it from a call, which leads to the doors.
const asksTicket = (failure: Failure): boolean =>
  ['signedOut', 'timeout'].includes(failure.kind) || (failure.kind === 'refused' && failure.refusal === 'tooLarge');

/** What a page holds of a file while it is saved; a larger one goes to the disk as it comes. */
const heldBytes = 32 * 1_048_576;
