/** Downloads content as a file of the browser. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser reads the URL only after the user has chosen the location.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
