/** Hands content to the browser as a file to save. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser reads it once it has asked where to.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
