import { Calendar, File, FileArchive, FileImage, FileMusic, FileText, type LucideIcon } from 'lucide-react';
import { createElement } from 'react';

/** The icon of a type of file. */
export function FileIcon({ type }: { type: string }) {
  return createElement(iconOf(type), { 'aria-hidden': true });
}

function iconOf(type: string): LucideIcon {
  if (type.startsWith('image/')) return FileImage;
  if (type.startsWith('audio/')) return FileMusic;
  if (type === 'text/calendar') return Calendar;
  if (type.startsWith('text/') || type === 'application/pdf') return FileText;
  return /zip|compressed|tar/.test(type) ? FileArchive : File;
}
