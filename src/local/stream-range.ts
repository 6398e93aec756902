import type { StreamRow } from './rows.ts';

/** Keys of everything of one stream in an index [uid+stream+number], from a number on. */
export function streamRange(
  { uid, stream }: Pick<StreamRow, 'uid' | 'stream'>,
  from = 0,
): [[number, string, number], [number, string, number]] {
  return [
    [uid, stream, from],
    [uid, stream, Number.MAX_SAFE_INTEGER],
  ];
}
