import { useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { spu } from '#contract/areas/goods/spu.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import { useDetail } from '#src/engine/detail/use-detail.ts';
import { settableFields } from '#src/engine/form/values.ts';
import type { Row, Values } from '#src/engine/row.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { spuAt } from './addresses.ts';
import { AttributeFields } from './attribute-fields.tsx';
import { PicturesPanel } from './pictures-panel.tsx';
import { PieceMatrix } from './piece-matrix.tsx';

/** A style with the attributes of its category; one that is saved has the matrix of its pieces below. `?from=` names the style that a new one begins as. */
export function Screen() {
  const id = useRecordId();
  const from = useRecordId('from');
  if (id !== undefined) return <StyleForm key={id} id={id} from={from} />;
  return from === undefined ? <StyleForm key="new" /> : <CopyForm key={`from-${from}`} from={from} />;
}

function CopyForm({ from }: { from: number }) {
  const { record, failure, reload } = useDetail(spu, from);
  if (!record)
    return (
      <PageFrame title="复制商品" loading failure={failure} onRetry={reload}>
        {null}
      </PageFrame>
    );
  return <StyleForm from={from} model={record as unknown as Row} />;
}

interface StyleFormProps {
  id?: number;
  /** The style that this one was copied from. */
  from?: number | undefined;
  /** What a new one begins as. */
  model?: Row;
}

function StyleForm({ id, from, model }: StyleFormProps) {
  const navigate = useNavigate();
  const given = useMemo(() => (model ? valuesOf(model) : {}), [model]);
  return (
    <FormPage
      definition={spu}
      id={id}
      {...(model ? { title: `复制商品 ${String(model['style_no'])}` } : {})}
      given={given}
      listAt={spuAt.list}
      {...(id === undefined
        ? {
            savedAt: (saved: { id: number }) =>
              from === undefined ? spuAt.edit(saved.id) : spuAt.copied(saved.id, from),
          }
        : {})}
      slots={{
        lines: (form) => (
          <>
            {model && <CopiedAttributes form={form} lines={model['lines'] as readonly Row[]} />}
            <AttributeFields form={form} />
            {form.record ? (
              <>
                <PicturesPanel styleId={(form.record as unknown as Row).id} />
                <PieceMatrix
                  style={form.record as unknown as Row}
                  like={from}
                  onDone={() => void navigate(spuAt.edit((form.record as unknown as Row).id))}
                />
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

/** Its number is another one's; everything else may be the same. */
const ownNames: readonly string[] = ['style_no'];

function valuesOf(model: Row): Values {
  const names = Object.keys(settableFields(spu)).filter((name) => !ownNames.includes(name));
  const told = [...names, ...names.map(titleKey)].filter((name) => model[name] !== undefined);
  return Object.fromEntries(told.map((name) => [name, model[name]]));
}

/** Puts the attributes of the model into a new form, once; a draft of an earlier visit goes before them. */
function CopiedAttributes({ form, lines }: { form: FormView; lines: readonly Row[] }) {
  const { looking, touched, addLines } = form;
  const begins = !looking && !touched && form.lines.rows.length === 0 && lines.length > 0;
  const put = useRef(false);
  useEffect(() => {
    if (!begins || put.current) return;
    put.current = true;
    addLines(lines.map(({ id: _id, ...values }) => values));
  }, [begins, lines, addLines]);
  return null;
}
