import { Segmented } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { matrixFields } from '#src/engine/form/matrix.ts';
import type { FormCore } from '#src/engine/form/use-form-core.ts';
import { LoadingFace } from '../faces.tsx';
import { LineEditor } from './line-editor.tsx';

const LineMatrix = lazy(async () => ({ default: (await import('./line-matrix.tsx')).LineMatrix }));

/** How lines are filled in: line by line, or by colour and size. */
export type LinesFace = 'sheet' | 'matrix';

interface LinesRoomProps {
  form: FormCore;
  totals?: readonly string[] | undefined;
  /** The face that opens first, where there are two. */
  first?: LinesFace | undefined;
}

/** The lines of a form: a sheet, and beside it a matrix of colours and sizes where the lines are goods in quantities. */
export function LinesRoom({ form, totals, first = 'sheet' }: LinesRoomProps) {
  const fields = matrixFields(form.definition);
  const [face, setFace] = useState<LinesFace>(first);
  if (!fields) return <LineEditor form={form} totals={totals} />;
  return (
    <>
      <Segmented<LinesFace>
        aria-label="明细录入方式"
        size="small"
        value={face}
        onChange={setFace}
        options={[
          { value: 'sheet', label: '逐行' },
          { value: 'matrix', label: '尺码表' },
        ]}
      />
      {face === 'sheet' ? (
        <LineEditor form={form} totals={totals} />
      ) : (
        <Suspense fallback={<LoadingFace />}>
          <LineMatrix form={form} of={fields} />
        </Suspense>
      )}
    </>
  );
}
