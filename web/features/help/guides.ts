/** The guides of the repository that the page shows, by file name. */
export const guides = ['people', 'scripts', 'agents'] as const;
type GuideName = (typeof guides)[number];

/** Guides are rarely read, so each is fetched when it is opened, from this computer. */
const texts: Record<GuideName, () => Promise<{ default: string }>> = {
  people: () => import('../../../docs/people.md?raw'),
  scripts: () => import('../../../docs/scripts.md?raw'),
  agents: () => import('../../../docs/agents.md?raw'),
};

/** The Markdown source of a guide. */
export async function guideText(guide: GuideName): Promise<string> {
  return (await texts[guide]()).default;
}

export function guideNamed(name: string | undefined): GuideName {
  return guides.find((guide) => guide === name) ?? 'people';
}
