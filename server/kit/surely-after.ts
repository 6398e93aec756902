/** Was something done after a time? A clock that is ahead of ours, or that its device does not vouch for, says nothing of what was first. */
export function isSurelyAfter(
  { counted_at, time_doubtful }: { readonly counted_at: string; readonly time_doubtful?: true | undefined },
  since: string | number | null,
  now: Date,
): boolean {
  if (since === null) return true;
  const at = Date.parse(counted_at);
  return !time_doubtful && at > new Date(since).getTime() && at <= now.getTime() + clockTolerance;
}

/** Milliseconds by which a measured clock may still be off. */
const clockTolerance = 120_000;
