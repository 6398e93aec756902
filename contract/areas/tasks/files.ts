import { command } from '../../kit/call.ts';

/** What a file is uploaded for; each has its own types and size (design §9). */
export const filePurposes = {
  import: { label: '导入文件', bytes: 67_108_864, types: ['csv', 'csv.gz', 'xlsx'] },
  codes: { label: '码文件', bytes: 16_777_216, types: ['csv', 'csv.gz', 'xlsx'] },
  recon: { label: '渠道账单', bytes: 33_554_432, types: ['csv', 'csv.gz', 'xlsx'] },
  voucher: { label: '凭证', bytes: 10_485_760, types: ['png', 'jpeg', 'pdf'] },
  goods: { label: '商品图片', bytes: 20_971_520, types: ['jpeg', 'png', 'webp'] },
  logo: { label: 'LOGO', bytes: 2_097_152, types: ['png', 'jpeg'] },
} as const satisfies Record<string, { label: string; bytes: number; types: readonly FileType[] }>;

export type FilePurpose = keyof typeof filePurposes;

/** What a file can be, by its first bytes, and what that is called on the wire. */
export const fileTypes = {
  csv: 'text/csv; charset=utf-8',
  'csv.gz': 'application/gzip',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  pdf: 'application/pdf',
} as const;

export type FileType = keyof typeof fileTypes;

/** What is told of a file that is too large for its purpose. */
export function tooLargeWords(purpose: FilePurpose): string {
  const { label, bytes } = filePurposes[purpose];
  return `${label}不能超过 ${bytes / 1_048_576} MB`;
}

/** How the bytes of a picture or document begin; a table has no such mark. */
export const fileMarks = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpeg: [0xff, 0xd8, 0xff],
  // RIFF; what it holds is said four bytes later.
  webp: [0x52, 0x49, 0x46, 0x46],
  pdf: [0x25, 0x50, 0x44, 0x46, 0x2d],
} as const satisfies Partial<Record<FileType, readonly number[]>>;

/** What a RIFF file says of itself that is a picture. */
const holdsWebp = [0x57, 0x45, 0x42, 0x50];

/** The type that the first bytes of a file say it is; undefined where no mark of `fileMarks` fits. */
export function markedType(start: Uint8Array): keyof typeof fileMarks | undefined {
  const types = Object.keys(fileMarks) as (keyof typeof fileMarks)[];
  const found = types.find((type) => fileMarks[type].every((byte, at) => start[at] === byte));
  return found === 'webp' && !holdsWebp.every((byte, at) => start[at + 8] === byte) ? undefined : found;
}

/** What a file is called and saved as: its name, with an ending that its type has. */
export function savedName({ name, type }: { name: string; type: FileType }): string {
  const endings = type === 'jpeg' ? ['jpg', 'jpeg'] : [type];
  return endings.some((ending) => name.toLowerCase().endsWith(`.${ending}`)) ? name : `${name}.${endings[0]}`;
}

/** Takes a form in parts (specification §7): the field `biz` with a purpose first, then one `file`. */
export const uploadFile = command<object, UploadedFile>({ service: 'file', path: '/upload', access: 'login' });
/** The same under the addresses of the specification (api.csv): what it is for is said by the form, or by the address. */
export const uploadAt = { any: '/v1/common/upload', goods: '/v1/spu/upload' } as const;
/** Where a file is fetched again, its id behind it. */
export const filePath = '/get';

/** Days that an uploaded file is kept which no record uses. */
export const unusedFileDays = 7;

/** An uploaded file as the call answers it; `path` is the same file on the file service. */
export interface UploadedFile {
  id: string;
  path: string;
  name: string;
  type: FileType;
  /** Bytes. */
  size: number;
}
