/** The first eight signs of a device's id, in two groups: enough to tell the devices of a warehouse apart aloud. */
export function codeOf(id: string): string {
  const plain = id.replaceAll('-', '').toUpperCase();
  return `${plain.slice(0, 4)} ${plain.slice(4, 8)}`;
}
