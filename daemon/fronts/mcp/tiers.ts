/** Which tools are offered. Each tier includes those before it. */
export const toolTiers = ['core', 'default', 'all'] as const;
export type ToolTier = (typeof toolTiers)[number];
