/** Whether something is NOT kept on this device. By its name: the databases' code loads beside the screens. */
export function isNotSaved(problem: unknown): problem is Error & { reason: 'full' | 'broken' } {
  return problem instanceof Error && problem.name === 'NotSaved';
}

/** What a person can do when something could not be kept on this device. */
export const notSavedWords: Readonly<Record<'full' | 'broken', string>> = {
  full: '本机存储已满。腾出空间后再试，或换一台设备盘点。',
  broken: '本机存储出错。请再试；仍不行就重新打开本页。',
};

/** What to tell a person about a change that was not kept on this device. */
export function notSaved(problem: unknown): string {
  return `没有保存。${storageTrouble(problem)}`;
}

/** What a person can do about trouble of this device's storage. What is not for want of room is reported besides. */
export function storageTrouble(problem: unknown): string {
  const full = isNotSaved(problem) && problem.reason === 'full';
  if (!full) reportError(problem);
  return notSavedWords[full ? 'full' : 'broken'];
}
