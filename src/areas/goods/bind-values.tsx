import { Button } from 'antd';
import { useId, useState } from 'react';
import { attributeValue } from '#contract/areas/goods/attribute.ts';
import { categoryProperty, propertyCalls } from '#contract/areas/goods/category-property.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { references, titleKey } from '#contract/kit/kinds/reference.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { Row } from '#src/engine/row.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { useDirtyGuard } from '#src/engine/use-dirty-guard.ts';
import { useRead } from '#src/engine/use-read.ts';
import { Content } from '#src/kit/desk/faces.tsx';
import { FieldRow } from '#src/kit/desk/field-row.tsx';
import { LeaveDialog } from '#src/kit/desk/leave-dialog.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { useToast } from '#src/kit/desk/toast.ts';

/** Which values of a bound attribute the styles of a category may have. */
export function Screen() {
  const id = useRecordId();
  return id === undefined ? <MissingPage title="关联属性选项" /> : <Options key={id} id={id} />;
}

function Options({ id }: { id: number }) {
  const binding = useRead(categoryProperty, callsOf(categoryProperty).detail, { input: { id } });
  const row = binding.value as unknown as Row | undefined;
  return (
    <PageFrame title="关联属性选项">
      <Content of={binding}>{row && <Choice key={String(row.version)} row={row} />}</Content>
    </PageFrame>
  );
}

function Choice({ row }: { row: Row }) {
  const at = useId();
  const may = useMayUse()(propertyCalls.bindOptions.access);
  const toast = useToast();
  const command = useCommand<{ count: number }>(categoryProperty);
  const [ids, setIds] = useState(row.value_ids as number[]);
  const held = useDirtyGuard(JSON.stringify(ids) !== JSON.stringify(row.value_ids));
  const save = async () => {
    const input = { category_property_id: row.id, value_ids: ids };
    const sent = await (command.unknown ? command.retry() : command.run(propertyCalls.bindOptions, input));
    if (sent.ok) toast.good(sent.value.count === 0 ? '已改为全部属性值可选' : `可选 ${sent.value.count} 个属性值`);
  };
  return (
    <>
      <p className="desk-hint">
        {String(row[titleKey('category_id')])} · {String(row[titleKey('key_id')])}：不选则全部属性值可选。
      </p>
      <FieldRow
        id={at}
        name="value_ids"
        field={references(() => attributeValue, '可选属性值', { among: () => ({ key_id: row.key_id }) })}
        values={{ ...row, value_ids: ids }}
        onChange={(_name, value) => setIds((value as number[] | null) ?? [])}
        error={command.failure ? wordsOf(command.failure) : undefined}
        disabled={!may || command.running || command.unknown}
      />
      {may && (
        <div>
          <Button type="primary" loading={command.running} onClick={() => void save()}>
            {command.unknown ? '重试' : '保存'}
          </Button>
        </div>
      )}
      {held && <LeaveDialog held={held} />}
    </>
  );
}
