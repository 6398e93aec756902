import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { LineSheet } from '#contract/areas/tasks/line-sheet.ts';
import { templateFile } from '#contract/areas/tasks/templates.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { saveFile } from '#src/platform/save-file.ts';
import { useToast } from '../toast.ts';
import type { LinesImportProps } from './import-dialog.tsx';

const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));

/** Lines of a form from a file or what was copied: every row is shown with what it would change, or why it is left out, before anything is put into the form. */
export function LinesImport(props: LinesImportProps) {
  const [open, setOpen] = useState(false);
  const { form, sheet } = props;
  return (
    <>
      <Button disabled={form.resting} onClick={() => setOpen(true)}>
        导入明细
      </Button>
      {sheet && <TemplateButton sheet={sheet} />}
      {open && (
        <Suspense>
          <ImportDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The template of a sheet, to be filled in. */
function TemplateButton({ sheet }: { sheet: LineSheet }) {
  const wire = useWire();
  const toast = useToast();
  const save = async () => {
    const sent = await wire.file(templateFile, { tpl_code: sheet.template });
    if (sent.ok) saveFile(sent.value.blob, sent.value.name);
    else toast.bad(wordsOf(sent.failure));
  };
  return (
    <Button type="text" onClick={() => void save()}>
      下载模板
    </Button>
  );
}
