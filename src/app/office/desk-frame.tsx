import { Outlet } from 'react-router-dom';
import { placeRecordBlocks } from '../record-blocks.ts';
import { DeskProvider } from './desk-provider.tsx';

placeRecordBlocks();

/** The frame of the screens that are made of antd. */
export function Frame() {
  return (
    <DeskProvider>
      <Outlet />
    </DeskProvider>
  );
}
