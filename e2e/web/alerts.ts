import type { Page } from 'playwright';

/** The alerts above the mail, of which one is shown at a time. */
export const alerts = (page: Page) => page.getByRole('region', { name: 'Alerts' });

/** Waits for an alert. The error names the alerts that are there, because a more serious one takes its place. */
export async function waitForAlert(page: Page, text: string): Promise<void> {
  try {
    await alerts(page).getByText(text).waitFor();
  } catch (error) {
    const shown = JSON.stringify(await alerts(page).allInnerTexts());
    throw new Error(`The alerts are ${shown} and do not contain “${text}”.`, { cause: error });
  }
}
