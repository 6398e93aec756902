import type { Access } from '#contract/kit/call.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { ExportSource } from '../exports/source.ts';
import type { TaskOutcome, TaskTools } from '../work.ts';
import { seenSource } from './seen-source.ts';
import { csvType, writeCsv } from './write-csv.ts';
import { writeXlsx, xlsxType } from './write-xlsx.ts';

/**
 * Writes the rows of a source, as this person sees them, into a file of the store; whoever downloads it must hold `access` and the
 * keys of its columns. No rows, no file (specification §4, 无数据).
 */
export async function writeExport(
  tools: TaskTools,
  source: ExportSource,
  { actor, access, format }: { actor: Actor; access: Access; format: unknown },
): Promise<TaskOutcome> {
  const seen = seenSource(source, actor);
  const [write, extension, type] = format === 'xlsx' ? [writeXlsx, 'xlsx', xlsxType] : [writeCsv, 'csv', csvType];
  const draft = await tools.files.draft();
  try {
    const rows = await write(tools, seen, draft.path);
    if (rows > 0) return { rows, file: { draft, extension, type }, masks: [access, ...seen.masks] };
    await draft.discard();
    return { rows };
  } catch (error) {
    await draft.discard();
    throw error;
  }
}
