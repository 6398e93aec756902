import type { ComponentType } from 'react';

/** The drawn parts that the router puts around the screens; handed in, so that routing knows no look. */
export interface Faces {
  Root: ComponentType;
  /** An address that leads nowhere, or a frame that would not load. */
  AddressFace: ComponentType;
  /** A screen that would not load or fell over; the frame around it stays. */
  ScreenFault: ComponentType;
  office: () => Promise<{ Frame: ComponentType }>;
  desk: () => Promise<{ Frame: ComponentType }>;
  hand: () => Promise<{ Frame: ComponentType }>;
  /** Runs while the office frame loads; must not be waited for. */
  beforeOffice: () => null;
}
