import type { Field, Kind, PictureUpload } from '../field.ts';

/** One picture: the path of its file on the file service, as the upload answered it. */
export const pictureKind: Kind<string> = {
  name: 'picture',
  filter: 'contains',
  schema: (z) =>
    z.string().refine((value) => storedFileId(value) !== null, '图片还没有上传完成，请稍候，或移除后重新选择'),
  print: () => '有图片',
  parse: () => undefined,
};

/** Stands for a picture that is on its way: no save takes it, so nothing is kept without the picture that was chosen. */
export const pictureOnItsWay = 'uploading';

/** The id of the stored file that a path names; null for anything else. */
export function storedFileId(path: unknown): string | null {
  return typeof path === 'string' ? (/^\/get\/([0-9a-f]{32})$/.exec(path)?.[1] ?? null) : null;
}

/** A picture that is uploaded before the record is saved. */
export const picture = (label: string, upload: PictureUpload): Field<string> => ({
  kind: pictureKind,
  label,
  upload,
});
