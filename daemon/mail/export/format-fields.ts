import type { Address } from '../../contract/fields.ts';
import type { ExportedFile } from './exported-message.ts';

export function formatAddress({ name, email }: Address): string {
  return name ? `${name} <${email}>` : email;
}

export function formatFile({ filename, mime_type, size_bytes, on_server }: ExportedFile): string {
  return `${filename} (${mime_type}, ${size_bytes} bytes${on_server ? ', left on the server' : ''})`;
}
