import { Button, Checkbox, Table } from 'antd';
import { useId, useState } from 'react';
import { attributeValue, colorKeyCode } from '#contract/areas/goods/attribute.ts';
import { categoryProperty, propertyCalls } from '#contract/areas/goods/category-property.ts';
import { initSpuCall, type PieceCell } from '#contract/areas/goods/init-spu.ts';
import { size } from '#contract/areas/goods/size.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { callsOf, type Option } from '#contract/kit/calls.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import { limits } from '#contract/kit/limits.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { useRead } from '#src/engine/use-read.ts';
import { Content, EmptyFace } from '#src/kit/desk/faces.tsx';
import { Chooser } from '#src/kit/desk/kinds/chooser.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { cellKey, toggled } from './piece-cells.ts';

interface PieceMatrixProps {
  style: Row;
  /** Pieces were made: the style may be in use now. */
  onDone(): void;
}

/** Colours down, sizes across: what there is is ticked for good, what is ticked besides is made. A colour or size is ticked whole by its name. */
export function PieceMatrix({ style, onDone }: PieceMatrixProps) {
  const pieces = useRead(sku, callsOf(sku).list, {
    input: { spu_id: [style.id], page_size: limits.pageSizeMost } as never,
  });
  const sizes = useRead(size, callsOf(size).list, {
    input: { size_type_id: [style['size_type_id'] ?? 0], page_size: limits.pageSizeMost } as never,
  });
  const keys = useRead(categoryProperty, propertyCalls.keys, {
    input: { category_id: style['category_id'] as number },
  });
  const color = keys.value?.list.find(({ code }) => code === colorKeyCode)?.id;
  return (
    <section className="desk-block">
      <h2>货品</h2>
      {typeof style['size_type_id'] === 'number' ? (
        <Content of={pieces}>
          <Content of={sizes}>
            {pieces.value && sizes.value && color !== undefined && (
              <Matrix
                key={pieces.value.total}
                style={style}
                color={color}
                pieces={pieces.value.list as unknown as readonly Row[]}
                sizes={sizes.value.list as unknown as readonly Row[]}
                onDone={onDone}
              />
            )}
          </Content>
        </Content>
      ) : (
        <EmptyFace words="选择尺码组并保存后，在此按颜色和尺码生成货品" />
      )}
    </section>
  );
}

interface MatrixProps extends PieceMatrixProps {
  /** Id of the attribute whose values are colours. */
  color: number;
  pieces: readonly Row[];
  sizes: readonly Row[];
}

function Matrix({ style, color, pieces, sizes, onDone }: MatrixProps) {
  const id = useId();
  const toast = useToast();
  const may = useMayUse()(initSpuCall.access);
  const command = useCommand<{ sku_count: number; errors: { error: string }[] }>(changes);
  const [added, setAdded] = useState<readonly Option[]>([]);
  const [wrong, setWrong] = useState('');
  const [chosen, setChosen] = useState<ReadonlyMap<string, PieceCell>>(new Map());
  const there = new Map(pieces.map((piece) => [cellKey(piece as unknown as PieceCell), piece]));
  const colors = [...new Map([...colorsOf(pieces), ...added.map(({ id: one, title }) => [one, title] as const)])];
  const cellsOf = (colorIds: readonly number[], sizeIds: readonly number[]) =>
    colorIds.flatMap((color_value_id) => sizeIds.map((size_id) => ({ color_value_id, size_id })));
  const toggle = (cells: readonly PieceCell[]) => setChosen(toggled(chosen, cells, new Set(there.keys())));
  const allSizes = sizes.map((one) => one.id);
  const allColors = colors.map(([one]) => one);
  const resting = !may || command.running;
  const make = async () => {
    const input = { items: [{ spu_id: style.id, cells: [...chosen.values()] }] };
    const sent = await (command.unknown ? command.retry() : command.run(initSpuCall, input));
    if (!sent.ok) return;
    const [refused] = sent.value.errors;
    setWrong(refused?.error ?? '');
    if (refused) return;
    toast.good(`已生成 ${sent.value.sku_count} 个货品`);
    onDone();
  };
  return (
    <>
      {may && (
        <div className="desk-fields">
          <div className="desk-field">
            <label htmlFor={`${id}-colors`}>添加颜色</label>
            <Chooser
              id={`${id}-colors`}
              definition={attributeValue}
              ids={added.map((one) => one.id)}
              known={added}
              among={{ key_id: color }}
              many
              disabled={resting}
              onPick={setAdded}
            />
          </div>
        </div>
      )}
      <Table
        size="small"
        rowKey="id"
        pagination={false}
        dataSource={colors.map(([one, name]) => ({ id: one, name }))}
        scroll={{ x: 160 + sizes.length * 76, y: 420 }}
        locale={{ emptyText: '先添加颜色' }}
        columns={[
          {
            key: 'color',
            title: may ? <Whole words="全部" onToggle={() => toggle(cellsOf(allColors, allSizes))} /> : '颜色',
            width: 160,
            fixed: 'start',
            render: (_value: unknown, row: { id: number; name: string }) =>
              may ? <Whole words={row.name} onToggle={() => toggle(cellsOf([row.id], allSizes))} /> : row.name,
          },
          ...sizes.map((one) => ({
            key: String(one.id),
            title: may ? (
              <Whole words={String(one['name'])} onToggle={() => toggle(cellsOf(allColors, [one.id]))} />
            ) : (
              String(one['name'])
            ),
            width: 76,
            align: 'center' as const,
            render: (_value: unknown, row: { id: number; name: string }) => {
              const cell = { color_value_id: row.id, size_id: one.id };
              const piece = there.get(cellKey(cell));
              return (
                <Checkbox
                  aria-label={`${row.name} ${String(one['name'])}${piece ? ` ${String(piece['sku_no'])}` : ''}`}
                  checked={piece !== undefined || chosen.has(cellKey(cell))}
                  disabled={piece !== undefined || resting}
                  onChange={() => toggle([cell])}
                />
              );
            },
          })),
        ]}
      />
      {may && (
        <div>
          <Button type="primary" disabled={chosen.size === 0} loading={command.running} onClick={() => void make()}>
            {command.unknown ? '重试' : `生成 ${chosen.size} 个货品${style['status'] === 0 ? '并启用' : ''}`}
          </Button>
        </div>
      )}
      {(command.failure ?? wrong) && (
        <p className="desk-wrong" role="alert">
          {command.failure ? wordsOf(command.failure) : wrong}
        </p>
      )}
    </>
  );
}

/** A name that ticks everything of its row or column. */
function Whole({ words, onToggle }: { words: string; onToggle(): void }) {
  return (
    <Button type="link" size="small" onClick={onToggle}>
      {words}
    </Button>
  );
}

const colorsOf = (pieces: readonly Row[]): (readonly [number, string])[] =>
  pieces.map((piece) => [piece['color_value_id'] as number, String(piece[titleKey('color_value_id')])] as const);

const changes = [spu, sku];
