import { Button, Checkbox } from 'antd';
import { useId, useMemo, useState } from 'react';
import { attributeValue, colorKeyCode } from '#contract/areas/goods/attribute.ts';
import { categoryProperty, propertyCalls } from '#contract/areas/goods/category-property.ts';
import { initSpuCall } from '#contract/areas/goods/init-spu.ts';
import { size } from '#contract/areas/goods/size.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { type StyleGrid, styleGridCall } from '#contract/areas/goods/style-grid.ts';
import { callsOf, type Option } from '#contract/kit/calls.ts';
import { limits } from '#contract/kit/limits.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { useRead } from '#src/engine/use-read.ts';
import { Content, EmptyFace } from '#src/kit/desk/faces.tsx';
import { Chooser } from '#src/kit/desk/kinds/chooser.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { type Cells, cellKey, coded, laidOver, toggled, wrongCodes } from './piece-cells.ts';
import { type GridActions, PieceGrid } from './piece-grid.tsx';

interface PieceMatrixProps {
  style: Row;
  /** The style that this one was copied from: a new one begins with its colours and sizes ticked. */
  like?: number | undefined;
  /** Pieces were made: the style may be in use now. */
  onDone(): void;
}

/** Colours down, sizes across: what there is is ticked for good, what is ticked besides is made. A colour or size is ticked whole by its name. */
export function PieceMatrix({ style, like, onDone }: PieceMatrixProps) {
  const grids = useRead(sku, styleGridCall, { input: { spu_ids: like === undefined ? [style.id] : [style.id, like] } });
  const sizes = useRead(size, callsOf(size).list, {
    input: { size_type_id: [style['size_type_id'] ?? 0], page_size: limits.pageSizeMost } as never,
  });
  const keys = useRead(categoryProperty, propertyCalls.keys, {
    input: { category_id: style['category_id'] as number },
  });
  const color = keys.value?.list.find(({ code }) => code === colorKeyCode)?.id;
  const gridOf = (id: number | undefined) => grids.value?.list.find(({ spu_id }) => spu_id === id);
  return (
    <section className="desk-block">
      <h2>货品</h2>
      {typeof style['size_type_id'] === 'number' ? (
        <Content of={grids}>
          <Content of={sizes}>
            {grids.value && sizes.value && color !== undefined && (
              <Matrix
                key={gridOf(style.id)?.cells.length ?? 0}
                style={style}
                color={color}
                grid={gridOf(style.id)}
                model={gridOf(like)}
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

interface MatrixProps {
  style: Row;
  /** Id of the attribute whose values are colours. */
  color: number;
  grid: StyleGrid | undefined;
  model: StyleGrid | undefined;
  sizes: readonly Row[];
  onDone(): void;
}

const none: Cells = new Map();

function Matrix({ style, color, grid, model, sizes: rows, onDone }: MatrixProps) {
  const id = useId();
  const toast = useToast();
  const may = useMayUse()(initSpuCall.access);
  const command = useCommand<{ sku_count: number; errors: { error: string }[] }>(changes);
  const copies = grid === undefined && model !== undefined;
  const sizes = useMemo(() => rows.map((one) => ({ id: one.id, name: String(one['name']) })), [rows]);
  const [added, setAdded] = useState<readonly Option[]>(() =>
    copies ? model.colors.map((one) => ({ id: one.id, title: one.name, hint: null })) : [],
  );
  const [wrong, setWrong] = useState('');
  const [coding, setCoding] = useState(false);
  const there = useMemo(() => thereOf(grid), [grid]);
  const [chosen, setChosen] = useState<Cells>(() =>
    copies ? cellsOf(model, new Set(sizes.map((one) => one.id))) : none,
  );
  const colors = useMemo(
    () => [
      ...new Map(
        [...(grid?.colors ?? []), ...added.map((one) => ({ id: one.id, name: one.title }))].map((one) => [one.id, one]),
      ).values(),
    ],
    [grid, added],
  );
  const actions = useMemo<GridActions>(() => {
    const fixed = new Set(there.keys());
    const sides = { colors: colors.map((one) => one.id), sizes: sizes.map((one) => one.id) };
    return {
      toggle: (colorIds, sizeIds) => {
        const cells = colorIds.flatMap((color_value_id) => sizeIds.map((size_id) => ({ color_value_id, size_id })));
        setChosen((before) => toggled(before, cells, fixed));
      },
      code: (cell) => setChosen((before) => coded(before, [cell], fixed)),
      paste: (block, corner) => setChosen((before) => coded(before, laidOver(block, corner, sides), fixed)),
    };
  }, [there, colors, sizes]);
  const pick = (picked: readonly Option[]) => {
    const shown = new Set([...(grid?.colors ?? []), ...picked].map((one) => one.id));
    setAdded(picked);
    setChosen((before) => new Map([...before].filter(([, cell]) => shown.has(cell.color_value_id))));
  };
  const bad = useMemo(() => wrongCodes(chosen), [chosen]);
  const resting = !may || command.running;
  const make = async () => {
    const cells = [...chosen.values()];
    const sent = await (command.unknown
      ? command.retry()
      : command.run(initSpuCall, { items: [{ spu_id: style.id, cells }] }));
    if (!sent.ok) return;
    const [refused] = sent.value.errors;
    setWrong(refused?.error ?? '');
    if (refused) return;
    toast.good(`已生成 ${sent.value.sku_count} 个货品`);
    onDone();
  };
  const words = command.failure ? wordsOf(command.failure) : ([...bad.values()][0] ?? wrong);
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
              onPick={pick}
            />
          </div>
          <div className="desk-field">
            <Checkbox checked={coding} disabled={resting} onChange={({ target }) => setCoding(target.checked)}>
              填写已有条码（可从表格粘贴，留空自动编码）
            </Checkbox>
          </div>
        </div>
      )}
      {colors.length === 0 ? (
        <EmptyFace words="先添加颜色" />
      ) : (
        <PieceGrid
          colors={colors}
          sizes={sizes}
          there={there}
          chosen={chosen}
          wrong={bad}
          coding={coding}
          resting={resting}
          actions={actions}
        />
      )}
      {may && (
        <div>
          <Button
            type="primary"
            disabled={chosen.size === 0 || bad.size > 0}
            loading={command.running}
            onClick={() => void make()}
          >
            {command.unknown ? '重试' : `生成 ${chosen.size} 个货品${style['status'] === 0 ? '并启用' : ''}`}
          </Button>
        </div>
      )}
      {words !== '' && (
        <p className="desk-wrong" role="alert">
          {words}
        </p>
      )}
    </>
  );
}

const thereOf = (grid: StyleGrid | undefined): ReadonlyMap<string, string> =>
  new Map(
    (grid?.cells ?? []).map((cell) => [cellKey({ color_value_id: cell.color_id, size_id: cell.size_id }), cell.sku_no]),
  );

/** The cells of a style that another begins with, in sizes that it has. */
const cellsOf = (model: StyleGrid, sizes: ReadonlySet<number>): Cells =>
  new Map(
    model.cells
      .filter(({ enabled, size_id }) => enabled && sizes.has(size_id))
      .map(({ color_id, size_id }) => ({ color_value_id: color_id, size_id }))
      .map((cell) => [cellKey(cell), cell]),
  );

const changes = [spu, sku];
