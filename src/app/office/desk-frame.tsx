import { Outlet } from 'react-router-dom';
import { DeskProvider } from './desk-provider.tsx';

/** The frame of the screens that are made of antd. */
export function Frame() {
  return (
    <DeskProvider>
      <Outlet />
    </DeskProvider>
  );
}
