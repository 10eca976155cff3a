/** Lets the browser save a text as a CSV file. */
export function saveText(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  link.download = name;
  link.click();
  // The browser has taken it once the click's own work is done.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
