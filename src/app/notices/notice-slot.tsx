import type { ComponentType } from 'react';
import { create } from 'zustand';

/** Where the notices of the server are drawn; empty until the live connection brings their dialog with it. */
export const useNoticeSlot = create<{ Notices: ComponentType | null }>(() => ({ Notices: null }));

/** The place of the notices above every frame. */
export function NoticeSlot() {
  const { Notices } = useNoticeSlot();
  return Notices && <Notices />;
}
