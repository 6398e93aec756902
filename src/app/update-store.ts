import { create } from 'zustand';

/** Where a newer version of the application stands on this device. */
export interface UpdateState {
  /** `ready`: installed beside ours and waiting. `taken`: in control; this tab loads anew at its next change of screen. */
  stage: 'none' | 'ready' | 'taken';
  /** Why it cannot be taken now, for a person. */
  hindrance: string;
  /** Takes the waiting version, if every tab can spare it. */
  take(): Promise<void>;
  /** Puts the offer away until the page is loaded anew. */
  later(): void;
}

export const useUpdate = create<UpdateState>((set) => ({
  stage: 'none',
  hindrance: '',
  take: () => Promise.resolve(),
  later: () => set({ stage: 'none' }),
}));
