import { Button, Select } from 'antd';
import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react';
import { type PlacedPicture, pictureLimits } from '#contract/areas/goods/pictures.ts';
import { filePurposes } from '#contract/areas/tasks/files.ts';
import { Content } from '#src/kit/desk/faces.tsx';
import styles from './pictures.module.css';
import { StylePicture } from './style-picture.tsx';
import { useStylePictures } from './use-style-pictures.ts';

/** The pictures of a style: brought by dragging or choosing, ordered by dragging or the arrow keys, the first is the main one. */
export function PicturesPanel({ styleId }: { styleId: number }) {
  const view = useStylePictures(styleId);
  const { list, may, resting } = view;
  const [dragged, setDragged] = useState<number | null>(null);
  const move = (from: number, to: number) => {
    const one = list[from];
    if (one && to >= 0 && to < list.length && from !== to && may && !resting)
      void view.save(list.toSpliced(from, 1).toSpliced(to, 0, one));
  };
  return (
    <section className="desk-block" aria-label="商品图片">
      <h2>{`商品图片 ${list.length} 张`}</h2>
      {may && <Drop disabled={resting} onFiles={(files) => void view.add(files)} />}
      {view.sending && <p role="status">{`正在上传 ${view.sending.done + 1}/${view.sending.all}`}</p>}
      {view.removed && (
        <p role="status">
          {`已移除“${view.removed.name}”`}
          <Button
            type="link"
            size="small"
            disabled={resting}
            onClick={() => void view.save(view.removed?.before ?? [])}
          >
            撤销
          </Button>
        </p>
      )}
      {view.wrong.map((words) => (
        <p key={words} className="desk-wrong" role="alert">
          {words}
        </p>
      ))}
      <Content of={view.detail}>
        {list.length === 0 && <p className="desk-hint">还没有图片。</p>}
        <ul className={styles.grid}>
          {list.map((one, place) => (
            <li
              key={`${one.id}-${one.color_value_id ?? 0}`}
              className={styles.card}
              draggable={may && !resting}
              onDragStart={() => setDragged(place)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => dragged !== null && event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged !== null) move(dragged, place);
              }}
            >
              <Card one={one} place={place} view={view} onMove={(to) => move(place, to)} />
            </li>
          ))}
        </ul>
      </Content>
    </section>
  );
}

interface CardProps {
  one: PlacedPicture;
  place: number;
  view: ReturnType<typeof useStylePictures>;
  onMove(to: number): void;
}

function Card({ one, place, view, onMove }: CardProps) {
  const { list, colors, may, resting } = view;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: place - 1,
    ArrowRight: place + 1,
    Home: 0,
    End: list.length - 1,
  };
  const press = (event: KeyboardEvent) => {
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onMove(to);
  };
  const options = [
    { value: 0, label: '全部颜色' },
    ...[...colors].map(([value, label]) => ({ value, label })),
    ...(one.color_value_id === null || colors.has(one.color_value_id)
      ? []
      : [{ value: one.color_value_id, label: String(one.color_value_id) }]),
  ];
  return (
    <>
      <button
        type="button"
        className={styles.frame}
        aria-label={`${one.name}，第 ${place + 1} 张${place === 0 ? '，主图' : ''}${may ? '，方向键调整顺序' : ''}`}
        onKeyDown={press}
      >
        <StylePicture id={one.id} side={320} alt="" />
        {place === 0 && <span className={styles.main}>主图</span>}
      </button>
      <span className={styles.name} title={one.name}>
        {one.name}
      </span>
      <Select
        size="small"
        aria-label={`${one.name}的颜色`}
        value={one.color_value_id ?? 0}
        options={options}
        disabled={!may || resting}
        onChange={(value) =>
          void view.save(list.map((other) => (other === one ? { ...one, color_value_id: value || null } : other)))
        }
      />
      {may && (
        <span className={styles.tools}>
          <Button type="link" size="small" disabled={resting || place === 0} onClick={() => onMove(0)}>
            设为主图
          </Button>
          <Button type="link" size="small" danger disabled={resting} onClick={() => void view.remove(one)}>
            移除
          </Button>
        </span>
      )}
    </>
  );
}

interface DropProps {
  disabled: boolean;
  /** Files that are taken besides pictures. */
  also?: string;
  hint?: string;
  onFiles(files: readonly File[]): void;
}

/** Where pictures are dropped, or chosen by keyboard. */
export function Drop({ disabled, also = '', hint = `，一个商品最多 ${pictureLimits.ofStyle} 张`, onFiles }: DropProps) {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { bytes } = filePurposes.goods;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled && event.dataTransfer.files.length > 0) onFiles([...event.dataTransfer.files]);
  };
  return (
    <div
      className={styles.drop}
      data-over={over}
      role="group"
      aria-label="添加图片"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Button disabled={disabled} onClick={() => input.current?.click()}>
        选择图片
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="选择图片"
        accept={`image/jpeg,image/png,image/webp${also}`}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <span className="desk-hint">{`或把图片拖到这里；JPEG、PNG、WEBP，每张不超过 ${bytes / 1_048_576} MB${hint}`}</span>
    </div>
  );
}
