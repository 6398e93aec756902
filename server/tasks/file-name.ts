import { businessDay } from '#contract/kit/kinds/time.ts';

/** What the file of a task is called when it is saved: the task's name and day, without what file systems refuse. */
export function fileNameOf({
  name,
  created_at,
  extension,
}: {
  name: string;
  created_at: string;
  extension: string;
}): string {
  const plain = name.replace(/[\\/:*?"<>|]/g, '_').replace(/^\.+|[. ]+$/g, '') || '导出';
  return `${plain}_${businessDay(new Date(created_at)).replaceAll('-', '')}.${extension}`;
}
