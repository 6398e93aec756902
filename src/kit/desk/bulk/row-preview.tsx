import { Button, Radio } from 'antd';
import { useMemo, useState } from 'react';
import { grouped } from '#contract/kit/kinds/number.ts';
import { tooManyEntries } from '#contract/kit/limits.ts';
import {
  addedWords,
  changeWords,
  countFaces,
  faceOfRow,
  type PreviewFace,
  type PreviewRow,
} from '#src/engine/bulk/preview-row.ts';
import { saveTextFile } from '#src/platform/save-file.ts';
import type { Column } from '../columns.tsx';
import { csvOf } from '../for-sheet.ts';
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
  /** The sheet that the rows were read from: what is left out is saved as it stood there, to be mended and brought again. */
  kept?: KeptSheet | undefined;
}

/** A sheet as it was given: its heading, and the cells that a row of the preview had. */
export interface KeptSheet {
  readonly heading: readonly string[];
  cellsOf(row: PreviewRow): readonly string[];
}

/** Every row before it is taken: what it was and would be, or why it is left out; and the latter as a file, to be mended. */
export function RowPreview({ name, label, verb, rows, cut = 0, height = 420, kept }: RowPreviewProps) {
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
              onClick={() => saveTextFile(`${label}${words.refused}的行.csv`, sheetOf(rows, kept ?? named(label)))}
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
      render: ({ changes, fresh, note, words }) =>
        words === null ? <ChangeCell changes={changes} fresh={fresh} note={note} /> : '',
      text: ({ changes, fresh, note }) =>
        [...(fresh ? [addedWords(changes)] : changes.map(changeWords)), ...(note ? [note] : [])].join('；'),
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

// The reason stands last, and under words that no sheet of ours has for a column: brought again, it is passed over.
function sheetOf(rows: readonly PreviewRow[], { heading, cellsOf }: KeptSheet): string {
  const lines = rows
    .filter((row) => faceOfRow(row) === 'refused')
    .map((row) => [...heading.map((_, at) => cellsOf(row)[at] ?? ''), String(row.row), row.words ?? '']);
  return csvOf([[...heading, '文件行号', '不能导入的原因'], ...lines]);
}

/** Rows that came from no sheet: what they are about. */
const named = (label: string): KeptSheet => ({
  heading: [label, '编号'],
  cellsOf: ({ name, hint }) => [name, hint ?? ''],
});
