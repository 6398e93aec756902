import { event } from '../../kit/event.ts';

/** A code that a handheld read, as a row of its file. */
export interface ReadCode {
  /** Of the row: the same however often the file is run. */
  op_id: string;
  code_id: number;
}

/**
 * Codes that a handheld's file says were read for a stocktake, a part of the file at once: each is a piece that was found, an entry of its own
 * by its op id. What became of them stands with the counts of the sheet.
 */
export const codesCounted = event<{
  stocktaking_id: number;
  file_no: string;
  /** Where they were read. */
  zone: string;
  /** ISO time at which the file came in: its rows have none of their own. */
  read_at: string;
  codes: readonly ReadCode[];
}>('codesCounted');
