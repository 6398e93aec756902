import { command, query } from '../../kit/call.ts';
import { entity } from '../../kit/definition.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text, texts } from '../../kit/kinds/text.ts';
import { brand } from './brand.ts';
import { category } from './category.ts';

/** The longer side of what is made of a picture when it comes in, in pixels; nothing is made larger than it was. */
export const pictureSizes = [96, 320, 1200] as const;
export type PictureSize = (typeof pictureSizes)[number];

export const pictureLimits = {
  /** Pictures of one style. */
  ofStyle: 30,
  /** Pixels of a picture as it comes in: what unfolds to more is refused unread. */
  pixels: 50_000_000,
  /** Files whose names are looked at in one call. */
  look: 500,
  /** Styles whose main pictures are told in one call. */
  main: 500,
  name: 120,
} as const;

/** A picture of a style: which one, of which colour of it (null: of all), and what its file was called. */
export interface PlacedPicture {
  id: string;
  color_value_id: number | null;
  name: string;
}

/** First of a list that leaves the pictures that are there in their places: those behind it join, or replace those of their name and colour. */
export const besides = '…';

/** A placed picture as a text of `pictures`. */
export const placedText = ({ id, color_value_id: color, name }: PlacedPicture): string => `${id}/${color ?? 0}/${name}`;

/** What a text of `pictures` says; null for one that says nothing. */
export function readPlaced(said: string): PlacedPicture | null {
  const [, id, color, name] = /^([0-9a-f]{32})\/(\d{1,15})\/([^/]+)$/.exec(said) ?? [];
  return id && color && name ? { id, color_value_id: Number(color) || null, name } : null;
}

/** Pictures in their order, the main one first, told by the names of their files. */
const pictures = texts('图片', {
  most: pictureLimits.ofStyle + 1,
  each: {
    most: pictureLimits.name + 60,
    says: (said) => said === besides || readPlaced(said) !== null,
    words: '图片不正确',
    told: (said) => readPlaced(said)?.name ?? said,
    between: '、',
  },
});
const shown = { derived: true } as const;

/** Styles by their pictures (domain.md §3.2 spuImage). Their version is that of the pictures alone, so that a form of the style stays whole beside them. */
export const picturedStyle = entity('picturedStyle', {
  label: '商品图片',
  group: '/v1/spu',
  title: 'name',
  hint: 'style_no',
  view: true,
  fields: {
    spu_no: text('SPU编码', shown),
    style_no: text('货号/款号', shown),
    name: text('商品名称', shown),
    category_id: reference(() => category, '商品分类', shown),
    brand_id: reference(() => brand, '品牌', shown),
    pictures,
  },
  calls: { detail: ['pictures', 'spu:view'], edit: ['pictureSave', 'spu:modifySpu'] },
  list: {
    columns: ['spu_no', 'style_no', 'name', 'category_id', 'brand_id'],
    filters: [],
    search: [],
    sort: ['-id'],
  },
  scope: { brand: 'brand_id', category: 'category_id' },
  bulk: {
    fields: ['pictures'],
    named: ['spu_no', 'style_no'],
    access: 'tools:pictureImport',
    path: '/v1/tools/pictureImport',
    type: 4,
  },
});

/** A picture that has come in; the same bytes are the same picture. */
export interface StoredPicture {
  id: string;
  width: number;
  height: number;
}

/** A file that somebody means to bring: what it is called and the picture that its bytes would be. */
export interface OfferedFile {
  name: string;
  id: string | null;
}

/** What the name of a file says. `words`: why it is of no style; `there`: its bytes need not be sent. */
export interface MatchedFile {
  spu_id: number | null;
  version: number | null;
  style_no: string;
  title: string;
  color_value_id: number | null;
  color: string | null;
  position: number | null;
  there: boolean;
  /** The style has it already, in this colour. */
  placed: boolean;
  words: string | null;
}

const erp = { service: 'erp' } as const;

export const pictureCalls = {
  /** Takes a form in parts with one `file` (domain/api.csv). */
  upload: command<object, StoredPicture>({ ...erp, path: '/v1/spu/uploadImgs', access: 'spu:modifySpu' }),
  /** Main pictures of styles, or of the styles that goods are of; those without one are left out. */
  main: query<{ spu_ids: number[] } | { sku_ids: number[] }, { list: { of: number; id: string }[] }>({
    ...erp,
    path: '/v1/spu/pictureMain',
    access: 'login',
  }),
  /** Pictures of a style, or of the style of a piece, in their order: those of all its colours, or of the piece's and of none (api.csv). */
  images: query<{ spu_id: number } | { sku_id: number }, { images: PlacedPicture[] }>({
    ...erp,
    path: '/v1/goods/images',
    access: 'login',
  }),
  /** Of which style, colour and place files are, by their names. */
  check: query<{ files: OfferedFile[] }, { list: MatchedFile[] }>({
    ...erp,
    path: '/v1/tools/fileCheck',
    access: 'tools:pictureImport',
  }),
};

/** One picture, by the address that the specification has for it besides. */
export const uploadImagePath = '/v1/spu/uploadImage';
/** Where a picture is fetched on the file service, its id and size behind it. */
export const picturePath = '/picture';
