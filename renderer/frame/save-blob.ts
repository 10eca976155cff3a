/** Lets the browser save a file that is whole in memory. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has taken it once the click's own work is done.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
