import { create } from 'zustand';

/** Whether the command palette is open, and what it was opened with. */
export interface PaletteState {
  open: boolean;
  /** What stands in its field at first. */
  text: string;
  /** The text was scanned: a single hit is opened at once. */
  scanned: boolean;
}

export const usePalette = create<PaletteState>(() => ({ open: false, text: '', scanned: false }));

/** Opens the palette; with a scanned code it looks for that at once. */
export function openPalette(code = ''): void {
  usePalette.setState({ open: true, text: code, scanned: code !== '' });
}

export function closePalette(): void {
  usePalette.setState({ open: false });
}
