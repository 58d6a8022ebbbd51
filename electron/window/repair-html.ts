import type { RepairChoice, RepairOffer } from '../daemon-process/utility-protocol.ts';

type ChoiceId = RepairChoice['id'];

const titles: Record<ChoiceId, string> = {
  restore: 'Restore a backup',
  salvage: 'Repair the mail database',
  start_over: 'Start over from your servers',
  retry: 'Try again',
  settings: 'Use the last settings that worked',
};

const buttons: Record<ChoiceId, string> = {
  restore: 'Restore',
  salvage: 'Repair',
  start_over: 'Start over…',
  retry: 'Try again',
  settings: 'Use',
};

const badge = '<span class="badge">Recommended</span>';

/** The repairs of a card, as links of `scheme`, the recommended one first; then the backups with their dates and sizes. */
export function repairHtml({ choices, backups }: RepairOffer, scheme: string): string {
  const rows = choices
    .filter(({ id }) => id !== 'restore' || backups.length > 0)
    .map(({ id, description }, index) => {
      const newest = backups[0];
      const title = id === 'restore' && newest ? `Restore the backup from ${momentText(newest.made_at)}` : titles[id];
      const path = id === 'restore' && newest ? `restore/${newest.name}` : id;
      return `<li><div><h2>${escapeHtml(title)}${index === 0 ? badge : ''}</h2><p>${escapeHtml(description)}</p></div>
<a href="${scheme}repair/${escapeHtml(path)}"${index === 0 ? ' class="first"' : ''} aria-label="${escapeHtml(title)}">${buttons[id]}</a></li>`;
    });
  return `<ul class="choices">${rows.join('\n')}</ul>${backups.length > 0 ? backupTable(backups, scheme) : ''}`;
}

function backupTable(backups: RepairOffer['backups'], scheme: string): string {
  const rows = backups.map(({ name, made_at, bytes, messages }) => {
    const moment = momentText(made_at);
    const cells = [moment, messagesText(messages), sizeText(bytes)].map((text) => `<td>${escapeHtml(text)}</td>`);
    const link = `<a href="${scheme}repair/restore/${escapeHtml(name)}" aria-label="Restore the backup from ${escapeHtml(moment)}">Restore</a>`;
    return `<tr>${cells.join('')}<td>${link}</td></tr>`;
  });
  return `<h2 class="caption">Backups</h2>
<table><thead><tr><th>Made</th><th>Contains</th><th>Size</th><td></td></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>`;
}

function momentText(instant: string): string {
  return new Date(instant).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

function messagesText(count: number): string {
  return count === 1 ? '1 message' : `${count.toLocaleString()} messages`;
}

/** In decimal units, as the file managers of most systems show it. */
function sizeText(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB'];
  const step = Math.max(0, Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3) - 1));
  const size = bytes / 1000 ** (step + 1);
  return `${size < 10 ? Math.ceil(size * 10) / 10 : Math.round(size)} ${units[step]}`;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

export const repairCss = `
.repair main { max-width: 760px; }
.repair svg { width: 42px; height: 36px; }
.choices { list-style: none; margin: 20px 0; padding: 0; border: 1px solid var(--line); border-radius: 10px; background: var(--sheet); }
.choices li { display: flex; align-items: center; gap: 20px; padding: 14px 16px; }
.choices li + li { border-top: 1px solid var(--edge); }
.choices div { flex: 1; min-width: 0; }
.choices a { flex: none; min-width: 132px; justify-content: center; }
h2 { margin: 0; font-size: 15px; font-weight: 650; }
.choices p { margin: 2px 0 0; font-size: 14px; }
.caption { font-size: 17px; margin: 24px 0 4px; }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
th { text-align: start; font-weight: 550; color: var(--ink-soft); padding: 6px 8px 6px 0; border-bottom: 1px solid var(--edge); }
td { padding: 6px 8px 6px 0; border-bottom: 1px solid var(--edge); font-variant-numeric: tabular-nums; }
td:last-child { text-align: end; padding-inline-end: 0; }
td a { min-height: 32px; padding: 0 12px; white-space: nowrap; }
.repair .reason { margin-top: 24px; }
.badge { margin-inline-start: 8px; padding: 2px 8px; border-radius: 999px; background: light-dark(#f3e6c9, #3a3120); color: var(--brass); font-size: 12px; font-weight: 600; }
@media (max-width: 560px) { .choices li { flex-direction: column; align-items: stretch; gap: 10px; } body.repair { padding: 24px 16px; } }
`;
