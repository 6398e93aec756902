import type { SavedView } from '#contract/areas/me/list-views.ts';
import { addListTask } from '#contract/areas/tasks/calls.ts';
import type { FileFormat } from '#contract/areas/tasks/task.ts';
import { allFields } from '#contract/kit/base-fields.ts';
import type { OutputOf } from '#contract/kit/call.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { wordsOf } from '../failure.ts';
import type { Values } from '../row.ts';
import { tasks } from '../tasks.ts';
import { useCommand } from '../use-command.ts';
import { chosenNames } from './use-columns.ts';

/** What a list shows: filters, keyword and order; its columns as the page names them; and what the page is called. */
export interface ShownList {
  readonly asked: Values;
  readonly columns: readonly string[];
  readonly title: string;
  /** The saved view that is shown, whose columns count. */
  readonly view?: SavedView | undefined;
}

/** Makes a task of a list as it is shown. */
export interface ListExport {
  /** Resolves to what went wrong, in words; to nothing when the task is made. */
  make(format: FileFormat, shown: ShownList): Promise<string | undefined>;
  readonly running: boolean;
}

/** 导出 of a definition's list: what this view shows, as a file (decision 0039). */
export function useListExport(definition: AnyDefinition): ListExport {
  const command = useCommand<OutputOf<typeof addListTask>>(tasks);
  return {
    running: command.running,
    async make(format, { asked, columns, title, view }) {
      const fields = allFields(definition);
      const shown = chosenNames(definition.name, columns, view).filter((name) => Object.hasOwn(fields, name));
      const sent = await command.run(addListTask, {
        definition: definition.name,
        task_name: title,
        format,
        columns: shown,
        asked,
      });
      return sent.ok ? undefined : wordsOf(sent.failure);
    },
  };
}
