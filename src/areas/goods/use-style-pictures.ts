import { useMemo, useState } from 'react';
import {
  type PlacedPicture,
  pictureCalls,
  picturedStyle,
  pictureLimits,
  placedText,
  readPlaced,
} from '#contract/areas/goods/pictures.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { callsOf, type Saved } from '#contract/kit/calls.ts';
import { useDetail } from '#src/engine/detail/use-detail.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useList } from '#src/engine/list/use-list.ts';
import { sendPicture } from '#src/engine/stored-file.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { newOpId } from '#src/wire/op-id.ts';

/** The pictures of a style as they stand and are changed: every change is saved at once, and the one before can be put back. */
export function useStylePictures(styleId: number) {
  const detail = useDetail(picturedStyle, styleId);
  const command = useCommand<Saved>(picturedStyle);
  const may = useMayUse()(callsOf(picturedStyle).edit.access);
  const pieces = useList(sku, { inAddress: false, fixed: useMemo(() => ({ spu_id: styleId }), [styleId]) });
  const [sending, setSending] = useState<{ done: number; all: number } | null>(null);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [removed, setRemoved] = useState<{ name: string; before: readonly PlacedPicture[] } | null>(null);
  const { record } = detail;
  const list = useMemo(
    () => ((record?.pictures as string[] | null | undefined) ?? []).flatMap((said) => readPlaced(said) ?? []),
    [record],
  );
  const colors = useMemo(
    () =>
      new Map(
        pieces.rows.map((row) => [Number(row.color_value_id), String(Reflect.get(row, 'color_value_id__title') ?? '')]),
      ),
    [pieces.rows],
  );

  const save = async (next: readonly PlacedPicture[]): Promise<boolean> => {
    const version = record?.version;
    if (version === undefined) return false;
    const sent = await command.run(callsOf(picturedStyle).edit, {
      id: styleId,
      version: Number(version),
      pictures: next.map(placedText),
    } as never);
    if (!sent.ok) setWrong([wordsOf(sent.failure)]);
    return sent.ok;
  };

  return {
    detail,
    list,
    colors,
    may,
    wrong,
    sending,
    removed,
    resting: command.running || command.unknown || sending !== null || record === undefined,
    async save(next: readonly PlacedPicture[]) {
      setWrong([]);
      setRemoved(null);
      await save(next);
    },
    async remove(one: PlacedPicture) {
      setWrong([]);
      if (await save(list.filter((other) => other !== one))) setRemoved({ name: one.name, before: list });
    },
    async add(files: readonly File[]) {
      const come: PlacedPicture[] = [];
      const refused: string[] = [];
      setRemoved(null);
      setWrong([]);
      for (const [place, file] of files.entries()) {
        setSending({ done: place, all: files.length });
        const sent = await sendPicture({ path: pictureCalls.upload.path, purpose: 'goods' }, file, {
          opId: newOpId(),
          signal: new AbortController().signal,
        });
        if (!sent.ok) refused.push(`${file.name}：${wordsOf(sent.failure)}`);
        else if ([...list, ...come].some(({ id, color_value_id: color }) => id === sent.value.id && color === null))
          refused.push(`${file.name}：已经有这张图片`);
        else come.push({ id: sent.value.id, color_value_id: null, name: nameOf(file) });
      }
      setSending(null);
      if (come.length > 0) await save([...list, ...come]);
      if (refused.length > 0) setWrong(refused);
    },
  };
}

/** What a picture is called: as its file, without what would part the text. */
export const nameOf = ({ name }: { name: string }): string =>
  (name.split(/[/\\]/).at(-1) ?? '').slice(-pictureLimits.name).trim() || '图片';
