import { expose } from 'comlink';
import { matchEntries, type OnPart, type PasteAsked, type PasteRead, readEntries } from './paste-entries.ts';
import { throttled } from './throttle.ts';

/** Long pasted lists, read beside the page (design §7). */
const paste = {
  read: (text: string, asked: PasteAsked, onPart: OnPart): PasteRead => readEntries(text, asked, throttled(onPart)),
  match: matchEntries,
};

export type PasteWorker = typeof paste;

expose(paste);
