import { Button } from 'antd';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Values } from '#src/engine/row.ts';
import { useExport } from '#src/engine/use-export.ts';
import { useToast } from './toast.ts';

interface ExportButtonProps {
  definition: AnyDefinition;
  /** Filters, keyword and order of the list. */
  asked: Values;
  /** There is nothing to save. */
  empty: boolean;
}

/** 导出: the list as it is asked, all pages, as a file. */
export function ExportButton({ definition, asked, empty }: ExportButtonProps) {
  const file = useExport(definition);
  const toast = useToast();
  const save = async () => {
    const wrong = await file.save(asked);
    if (wrong) toast.bad(wrong);
  };
  return (
    <Button size="small" type="text" loading={file.running} disabled={empty} onClick={() => void save()}>
      导出
    </Button>
  );
}
