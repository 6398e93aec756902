import { Button, Radio } from 'antd';
import { useMemo, useState } from 'react';
import { grouped } from '#contract/kit/kinds/number.ts';
import { tooManyEntries } from '#contract/kit/limits.ts';
import { changeWords, countFaces, faceOfRow, type PreviewFace, type PreviewRow } from '#src/engine/bulk/preview-row.ts';
import { saveTextFile } from '#src/platform/save-file.ts';
import type { Column } from '../columns.tsx';
import { forSheet } from '../for-sheet.ts';
import { DataTable } from '../list/data-table.tsx';
import styles from './bulk.module.css';
import { ChangeCell } from './change-cell.tsx';

interface RowPreviewProps {
  /** Under which its columns are kept, and what its rows are. */
  name: string;
  label: string;
  /** What is done with a row: 修改, 导入. */
  verb: string;
  rows: readonly PreviewRow[];
  /** Rows beyond the cap, which were cut. */
  cut?: number;
  height?: number;
}

/** Every row before it is taken: what it was and would be, or why it is left out; and the latter as a file, to be mended. */
export function RowPreview({ name, label, verb, rows, cut = 0, height = 420 }: RowPreviewProps) {
  const [face, setFace] = useState<PreviewFace | 'all'>('all');
  const counts = useMemo(() => countFaces(rows), [rows]);
  const shown = useMemo(() => (face === 'all' ? rows : rows.filter((row) => faceOfRow(row) === face)), [rows, face]);
  const words: Readonly<Record<PreviewFace, string>> = { taken: `可${verb}`, same: '无变化', refused: `不能${verb}` };
  return (
    <section className="desk-lines" aria-label={`${label}预览`}>
      <p className={styles.told} role="status">
        {faces.map((one) => (
          <span key={one}>
            {words[one]} <b>{grouped(counts[one])}</b> 行
          </span>
        ))}
        {cut > 0 && <strong className={styles.cut}>{`${tooManyEntries()}，其余 ${grouped(cut)} 行未读取`}</strong>}
      </p>
      <DataTable<PreviewRow>
        name={`${name}-preview`}
        label={`${label}预览`}
        columns={columnsOf(label)}
        rows={shown}
        height={height}
        pinned={pinned}
        lead={
          <Radio.Group
            size="small"
            optionType="button"
            value={face}
            options={[{ value: 'all', label: '全部' }, ...faces.map((one) => ({ value: one, label: words[one] }))]}
            onChange={(event) => setFace(event.target.value as PreviewFace | 'all')}
          />
        }
        tools={
          counts.refused > 0 && (
            <Button
              size="small"
              type="text"
              onClick={() => saveTextFile(`${label}${words.refused}的行.tsv`, sheetOf(label, rows))}
            >
              保存问题行
            </Button>
          )
        }
      />
    </section>
  );
}

const faces: readonly PreviewFace[] = ['taken', 'same', 'refused'];
const pinned = ['name'];

function columnsOf(label: string): Column<PreviewRow>[] {
  return [
    { name: 'row', label: '行号', width: 72, align: 'end', render: ({ row }) => row },
    { name: 'name', label, width: 200, render: (row) => row.name },
    { name: 'hint', label: '编号', width: 144, render: ({ hint }) => hint ?? '' },
    {
      name: 'changes',
      label: '修改内容',
      width: 420,
      render: ({ changes, note, words }) => (words === null ? <ChangeCell changes={changes} note={note} /> : ''),
      text: ({ changes, note }) => [...changes.map(changeWords), ...(note ? [note] : [])].join('；'),
    },
    {
      name: 'words',
      label: '原因',
      width: 320,
      render: ({ words }) => <span className="desk-wrong">{words}</span>,
      text: ({ words }) => words ?? '',
    },
  ];
}

function sheetOf(label: string, rows: readonly PreviewRow[]): string {
  const lines = rows
    .filter((row) => faceOfRow(row) === 'refused')
    .map(({ row, name, hint, words }) => [String(row), name, hint ?? '', words ?? '']);
  return [['行号', label, '编号', '原因'], ...lines].map((cells) => `${cells.map(forSheet).join('\t')}\r\n`).join('');
}
