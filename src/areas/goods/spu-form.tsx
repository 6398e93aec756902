import { useNavigate } from 'react-router-dom';
import { spu } from '#contract/areas/goods/spu.ts';
import type { Row } from '#src/engine/row.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { spuAt } from './addresses.ts';
import { AttributeFields } from './attribute-fields.tsx';
import { PicturesPanel } from './pictures-panel.tsx';
import { PieceMatrix } from './piece-matrix.tsx';

/** A style with the attributes of its category; one that is saved has the matrix of its pieces below. */
export function Screen() {
  const id = useRecordId();
  const navigate = useNavigate();
  return (
    <FormPage
      key={id}
      definition={spu}
      id={id}
      listAt={spuAt.list}
      {...(id === undefined ? { savedAt: (saved: { id: number }) => spuAt.edit(saved.id) } : {})}
      slots={{
        lines: (form) => (
          <>
            <AttributeFields form={form} />
            {form.record ? (
              <>
                <PicturesPanel styleId={(form.record as unknown as Row).id} />
                <PieceMatrix style={form.record as unknown as Row} onDone={() => void navigate(0)} />
              </>
            ) : (
              <p className="desk-hint">保存后在此添加图片，并按颜色和尺码生成货品。</p>
            )}
          </>
        ),
      }}
    />
  );
}
