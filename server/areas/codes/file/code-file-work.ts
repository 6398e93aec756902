import type { Kysely } from 'kysely';
import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import { codeFileTask } from '#contract/areas/tasks/task.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { allows } from '#server/identity/actor.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { SheetError } from '#server/sheets/sheet-error.ts';
import type { TaskWork } from '#server/tasks/work.ts';
import { checkFile } from './check-file.ts';
import { confirmFile } from './confirm-file.ts';
import type { FileRun } from './file-run.ts';

/** Files of codes as tasks: looked through row by row, and done when somebody has confirmed them. Run again, each goes on where it stopped. */
export const codeFileWork = (kitOf: (db: Kysely<unknown>) => Kit): TaskWork => ({
  types: [codeFileTask],
  refuse({ actor }) {
    if (!allows(actor, codeCalls.upload.access)) throw new Refusal('forbidden');
  },
  async run(order, tools) {
    const run: FileRun = { kit: kitOf(tools.db), order, tools, fileId: Number(order.payload.code_file_id) };
    try {
      return await (order.payload.doing === 'confirm' ? confirmFile(run) : checkFile(run));
    } catch (error) {
      throw error instanceof SheetError ? new Refusal('invalid', error.said.zh) : error;
    }
  },
});
