import { useEffect, useRef, useState } from 'react';
import { useDebounced } from '#src/engine/use-debounced.ts';
import { WorkerFailed } from '#workers/job-worker.ts';
import { type OpenTable, openTable } from '#workers/table.client.ts';
import type { TableView } from '#workers/table-view.ts';

/** A file as it is looked at: its first rows, or the first that hold a text. */
export interface PreviewLook {
  /** The last view there was; null before the first. */
  readonly view: TableView | null;
  /** Rows read so far, while a look is under way; null at rest. */
  readonly reading: number | null;
  /** Why it cannot be shown, in words. */
  readonly problem: string | null;
}

/** What is looked for: a text in one column, or in any where the column is null. */
export interface PreviewFilter {
  readonly column: number | null;
  readonly text: string;
}

/** Looks into a file in a worker, again for each filter 250 ms after the last letter. The worker goes with the dialog. */
export function usePreviewLook(file: Blob, filter: PreviewFilter): PreviewLook {
  const [look, setLook] = useState<PreviewLook>({ view: null, reading: 0, problem: null });
  const table = useRef<OpenTable | null>(null);
  const text = useDebounced(filter.text.trim(), 250);
  const { column } = filter;

  useEffect(() => {
    const opened = openTable(file);
    table.current = opened;
    return () => opened.close();
  }, [file]);

  useEffect(() => {
    const opened = table.current;
    let over = false;
    setLook((before) => ({ ...before, reading: 0 }));
    const asked = { rows: shownRows, filter: text === '' ? undefined : { column, text } };
    const onReading = (reading: number) => {
      if (!over) setLook((before) => ({ ...before, reading }));
    };
    opened?.look(asked, onReading).then(
      (looked) => {
        if (over) return;
        if ('problem' in looked) setLook({ view: null, reading: null, problem: words[looked.problem] });
        else if (looked.view) setLook({ view: looked.view, reading: null, problem: null });
      },
      (problem: unknown) => {
        if (over) return;
        if (!(problem instanceof WorkerFailed)) reportError(problem);
        setLook({ view: null, reading: null, problem: '预览失败，请保存后打开' });
      },
    );
    return () => {
      over = true;
    };
  }, [file, column, text]);

  return look;
}

const words = {
  unreadable: '此文件不能预览，请保存后打开',
  tooLarge: '文件展开后太大，不能预览，请保存后打开',
} as const;

/** Rows that are shown: a look, not a spreadsheet. */
export const shownRows = 100;
