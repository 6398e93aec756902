import { Button, Modal } from 'antd';
import { useState } from 'react';
import { countFaces, type PreviewRow } from '#src/engine/bulk/preview-row.ts';
import type { SheetRows } from '#src/engine/bulk/read-sheet.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { Sent } from '#src/wire/sent.ts';
import { useToast } from '../toast.ts';
import { RowPreview } from './row-preview.tsx';
import { TableSource } from './table-source.tsx';

/** What the rows of a sheet came to, and how those that may be are taken. */
export interface RowsAsked {
  readonly rows: readonly PreviewRow[];
  take(): void;
}

interface ImportRowsProps {
  /** Under which the columns of its preview are kept. */
  name: string;
  /** What a row is: 货品. */
  label: string;
  /** Which columns a sheet has. */
  hint: string;
  most: number;
  disabled?: boolean;
  /** Asks what every row comes to; nothing is stored. */
  ask(rows: SheetRows['rows']): Promise<Sent<RowsAsked>>;
}

/** Lines of a document from a file or the clipboard: every row is shown with its reason before anything is put into the form. */
export function ImportRows({ name, label, hint, most, disabled = false, ask }: ImportRowsProps) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [words, setWords] = useState('');
  const [found, setFound] = useState<(RowsAsked & { cut: number }) | null>(null);
  const toast = useToast();
  const count = found ? countFaces(found.rows).taken : 0;

  const read = async ({ rows, cut }: SheetRows) => {
    setBusy(true);
    setWords('');
    const sent = await ask(rows);
    setBusy(false);
    if (sent.ok) setFound({ ...sent.value, cut });
    else setWords(wordsOf(sent.failure));
  };
  const close = () => {
    setOpen(false);
    setFound(null);
    setWords('');
  };
  const take = () => {
    found?.take();
    toast.good(`已导入 ${count} 行`);
    close();
  };
  return (
    <>
      <Button disabled={disabled} onClick={() => setOpen(true)}>
        导入明细
      </Button>
      {open && (
        <Modal
          open
          width={1080}
          title="导入明细"
          okText={`导入 ${count} 行`}
          okButtonProps={{ disabled: count === 0 || busy }}
          cancelText="取消"
          onOk={take}
          onCancel={close}
        >
          <TableSource hint={hint} most={most} disabled={busy} onRead={(rows) => void read(rows)} />
          {words !== '' && (
            <p className="desk-wrong" role="alert">
              {words}
            </p>
          )}
          {found && <RowPreview name={name} label={label} verb="导入" rows={found.rows} cut={found.cut} height={360} />}
        </Modal>
      )}
    </>
  );
}
