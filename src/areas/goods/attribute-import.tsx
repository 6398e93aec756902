import { Button, Progress } from 'antd';
import { useEffect, useId, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { category } from '#contract/areas/goods/category.ts';
import { categoryProperty, type PropertyKey, propertyCalls } from '#contract/areas/goods/category-property.ts';
import { describedStyle } from '#contract/areas/goods/described-style.ts';
import { type BulkOrdered, bulkCalls } from '#contract/kit/bulk.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { reference } from '#contract/kit/kinds/reference.ts';
import { limits } from '#contract/kit/limits.ts';
import { countFaces } from '#src/engine/bulk/preview-row.ts';
import type { SheetRows } from '#src/engine/bulk/read-sheet.ts';
import { ordersOf, useBulkLook } from '#src/engine/bulk/use-bulk-look.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { recordAddress } from '#src/engine/record-places.ts';
import { tasks } from '#src/engine/tasks.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { useDirtyGuard } from '#src/engine/use-dirty-guard.ts';
import { useRead } from '#src/engine/use-read.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { RowPreview } from '#src/kit/desk/bulk/row-preview.tsx';
import { TableSource } from '#src/kit/desk/bulk/table-source.tsx';
import { Content, EmptyFace } from '#src/kit/desk/faces.tsx';
import { FieldRow } from '#src/kit/desk/field-row.tsx';
import { LeaveDialog } from '#src/kit/desk/leave-dialog.tsx';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { UnknownOutcome } from '#src/kit/desk/unknown-outcome.tsx';
import { saveTextFile } from '#src/platform/save-file.ts';
import { attributeSheet, clearing, readAttributeSheet } from './attribute-sheet.ts';
import { stylesOf } from './styles-of-category.ts';

const chosen = reference(() => category, '商品分类', { required: true });

/** What the styles of a category say of its attributes, as a sheet that is taken away, filled in and looked at before it is done. */
export function Screen() {
  const id = useId();
  const categoryId = useRecordId('category_id');
  const [, setParams] = useSearchParams();
  return (
    <PageFrame title="批量修改属性">
      <FieldRow
        id={id}
        name="category_id"
        field={chosen}
        values={{ category_id: categoryId ?? null }}
        onChange={(_name, value) => setParams(value ? { category_id: String(value) } : {}, { replace: true })}
        autoFocus={categoryId === undefined}
      />
      {categoryId === undefined ? (
        <EmptyFace words="先选择分类" />
      ) : (
        <OfCategory key={categoryId} categoryId={categoryId} />
      )}
    </PageFrame>
  );
}

function OfCategory({ categoryId }: { categoryId: number }) {
  const keys = useRead(categoryProperty, propertyCalls.keys, { input: { category_id: categoryId, bound: 1 } });
  return (
    <Content of={keys}>
      {keys.value &&
        (keys.value.list.length === 0 ? (
          <EmptyFace words="该分类没有属性" />
        ) : (
          <Sheet categoryId={categoryId} keys={keys.value.list} />
        ))}
    </Content>
  );
}

function Sheet({ categoryId, keys }: { categoryId: number; keys: readonly PropertyKey[] }) {
  const wire = useWire();
  const navigate = useNavigate();
  const looking = useBulkLook(describedStyle);
  const command = useCommand<BulkOrdered>(tasks);
  const [sheet, setSheet] = useState<SheetRows | null>(null);
  const [words, setWords] = useState('');
  const [saving, setSaving] = useState(false);
  const [ordered, setOrdered] = useState<BulkOrdered | null>(null);
  const held = useDirtyGuard(sheet !== null && ordered === null);
  const names = keys.map(({ name }) => name);
  useEffect(() => {
    const address = ordered && recordAddress('toolBatch', { id: ordered.batch_id, no: ordered.batch_no });
    if (address) void navigate(address, { replace: true });
  }, [ordered, navigate]);

  const download = async () => {
    setSaving(true);
    const found = await stylesOf(wire, categoryId);
    setSaving(false);
    if ('failure' in found) setWords(wordsOf(found.failure));
    else saveTextFile('商品属性.tsv', attributeSheet(names, found.list));
  };
  const read = (next: SheetRows) => {
    const targets = readAttributeSheet(names, next.rows);
    setSheet(next);
    setWords('words' in targets ? targets.words : '');
    if ('words' in targets) looking.clear();
    else void looking.look(targets.targets, {});
  };
  const order = async () => {
    const sent = await (command.unknown
      ? command.retry()
      : command.run(bulkCalls(describedStyle).order, {
          type: describedStyle.bulk?.type ?? 0,
          rows: ordersOf(looking.rows ?? []),
        }));
    if (sent.ok) setOrdered(sent.value);
    else setWords(wordsOf(sent.failure));
  };
  const { rows, progress } = looking;
  const count = rows ? countFaces(rows).taken : 0;
  const resting = progress !== null || command.running || command.unknown;
  const wrong = looking.failure ? wordsOf(looking.failure) : words;
  return (
    <>
      <section className="desk-block" aria-label="属性表">
        <h2>属性表</h2>
        <Button loading={saving} onClick={() => void download()}>
          下载该分类的商品属性
        </Button>
        <TableSource
          hint={`表格：标题行含货号/款号或SPU编码列，另可有${names.join('、')}列；多个属性值用“、”分隔，空单元格不修改，写“${clearing}”清空`}
          most={limits.pastedEntries}
          disabled={resting}
          onRead={read}
        />
        {wrong !== '' && (
          <p className="desk-wrong" role="alert">
            {wrong}
          </p>
        )}
      </section>
      {progress !== null && <Progress percent={Math.round(progress * 100)} aria-label="预览进度" />}
      {rows && <RowPreview name={describedStyle.name} label="商品" verb="修改" rows={rows} cut={sheet?.cut ?? 0} />}
      {command.unknown && (
        <UnknownOutcome
          failure={command.failure}
          running={command.running}
          onRetry={() => void order()}
          onGiveUp={command.giveUp}
        />
      )}
      {rows && (
        <Button type="primary" loading={command.running} disabled={resting || count === 0} onClick={() => void order()}>
          {`修改 ${grouped(count)} 行`}
        </Button>
      )}
      {held && <LeaveDialog held={held} />}
    </>
  );
}
