/**
 * Follows a finished file to the download host; the answer's own header says that it is saved and not shown. Without a
 * path nothing happens (specification §8), and the answer is false. The page stays where it is.
 */
export function followDownload(base: string, path: string | null | undefined): boolean {
  if (!path) return false;
  const link = document.createElement('a');
  link.href = `${base}/${path.replace(/^\/+/, '')}`;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
  return true;
}
