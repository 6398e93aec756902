import { Segmented } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { crossFields } from '#src/engine/form/cross.ts';
import { matrixFields } from '#src/engine/form/matrix.ts';
import type { FormCore } from '#src/engine/form/use-form-core.ts';
import { LoadingFace } from '../faces.tsx';
import type { BesideColumn } from './beside.tsx';
import { LineEditor } from './line-editor.tsx';

const LineMatrix = lazy(async () => ({ default: (await import('./line-matrix.tsx')).LineMatrix }));
const PlainCross = lazy(async () => ({ default: (await import('./line-cross.tsx')).PlainCross }));

/** How lines are filled in: line by line, or as a matrix of colours and sizes or of goods and places. */
export type LinesFace = 'sheet' | 'matrix';

interface LinesRoomProps {
  form: FormCore;
  totals?: readonly string[] | undefined;
  /** What stands beside each line of the sheet. */
  beside?: readonly BesideColumn[] | undefined;
  /** The face that opens first, where there are two. */
  first?: LinesFace | undefined;
}

/** The lines of a form: a sheet, and beside it a matrix where the lines are goods in quantities, or goods for several places. */
export function LinesRoom({ form, totals, beside, first = 'sheet' }: LinesRoomProps) {
  const fields = matrixFields(form.definition);
  const cross = crossFields(form.definition);
  const [face, setFace] = useState<LinesFace>(first);
  if (!fields && !cross) return <LineEditor form={form} totals={totals} beside={beside} />;
  return (
    <>
      <Segmented<LinesFace>
        aria-label="明细录入方式"
        size="small"
        value={face}
        onChange={setFace}
        options={[
          { value: 'sheet', label: '逐行' },
          { value: 'matrix', label: fields ? '尺码表' : '矩阵' },
        ]}
      />
      {face === 'sheet' ? (
        <LineEditor form={form} totals={totals} beside={beside} />
      ) : (
        <Suspense fallback={<LoadingFace />}>
          {fields && <LineMatrix form={form} of={fields} />}
          {cross && <PlainCross form={form} of={cross} />}
        </Suspense>
      )}
    </>
  );
}
