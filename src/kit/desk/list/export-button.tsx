import { Button, Dropdown } from 'antd';
import { type FileFormat, fileFormats } from '#contract/areas/tasks/task.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { type ShownList, useListExport } from '#src/engine/list/use-list-export.ts';
import { showTasks } from '#src/engine/tasks.ts';
import { toast } from '../../notice.ts';

interface ExportButtonProps extends ShownList {
  definition: AnyDefinition;
  /** There is nothing to save. */
  empty: boolean;
}

/** 导出: what this view shows, all its pages, as CSV or a workbook; a task, which is looked at and saved in the panel. */
export function ExportButton({ definition, empty, ...shown }: ExportButtonProps) {
  const list = useListExport(definition);
  const make = async (format: FileFormat) => {
    const wrong = await list.make(format, shown);
    if (wrong !== undefined) return toast(wrong, 'bad');
    toast('正在导出', 'good');
    showTasks();
  };
  return (
    <Dropdown
      trigger={['click']}
      disabled={empty || list.running}
      menu={{
        items: Object.entries(fileFormats).map(([key, label]) => ({ key, label })),
        onClick: ({ key }) => void make(key as FileFormat),
      }}
    >
      <Button size="small" type="text" loading={list.running} disabled={empty} aria-haspopup="menu">
        导出
      </Button>
    </Dropdown>
  );
}
