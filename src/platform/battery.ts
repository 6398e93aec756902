/** How full the battery is, in percent, and whether it is being filled. */
export interface Battery {
  percent: number;
  charging: boolean;
}

/** Looks at the battery; null where the browser does not tell. */
export async function readBattery(): Promise<Battery | null> {
  const { getBattery } = navigator as { getBattery?: () => Promise<{ level: number; charging: boolean }> };
  if (!getBattery) return null;
  const { level, charging } = await getBattery.call(navigator);
  return { percent: Math.round(level * 100), charging };
}
