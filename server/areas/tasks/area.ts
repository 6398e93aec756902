import type { ServerArea } from '#server/area.ts';
import { serveImports } from '#server/import/tasks/serve-imports.ts';
import { serveTemplates } from '#server/import/tasks/serve-templates.ts';
import { serveBulk } from '#server/tasks/bulk/serve-bulk.ts';
import { settleEnded } from '#server/tasks/bulk/settle-ended.ts';
import { serveTasks } from '#server/tasks/serve-tasks.ts';
import { sweepFiles } from '#server/tasks/sweep-files.ts';
import { forgetFiles } from './forget-files.ts';

/** Exports, imports and changes of many records as tasks, and the files that come and go with them. */
export const tasks: ServerArea = {
  name: 'tasks',
  serve(kit) {
    serveTasks(kit);
    serveImports(kit);
    serveTemplates(kit);
    serveBulk(kit);
  },
  timers: [
    {
      name: '批量任务收尾',
      everyMs: 2000,
      run: async (house) => void (await settleEnded(house)),
    },
    {
      name: '清理工单文件',
      everyMs: 3_600_000,
      atStart: true,
      async run({ db, files, clock }) {
        const now = clock.now();
        await sweepFiles({ db, files, now });
        await forgetFiles({ db, files, now });
      },
    },
  ],
};
