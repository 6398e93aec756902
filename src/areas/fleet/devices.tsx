import type { ReactNode } from 'react';
import { clientDevice } from '#contract/areas/fleet/client-device.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { Brakes } from './brakes.tsx';
import { RollOut } from './roll-out.tsx';

/** The devices as they reported last: what runs where, what is unsent there, and how far a version has come. */
export function Devices({ views }: { views: ReactNode }) {
  return (
    <ListPage
      definition={clientDevice}
      title="版本管理"
      slots={{
        above: (
          <>
            {views}
            <RollOut />
            <Brakes />
          </>
        ),
      }}
    />
  );
}
