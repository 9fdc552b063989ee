import { type ElectronApplication, expect } from "@playwright/test";

/** Clicks the item of the menu bar with this id, role or label, as if the window had the focus. */
export async function pressMenu(app: ElectronApplication, name: string): Promise<void> {
  const found = await app.evaluate(({ BrowserWindow, Menu }, wanted) => {
    const window = BrowserWindow.getAllWindows()[0];
    const items = (Menu.getApplicationMenu()?.items ?? []).flatMap((item) => item.submenu?.items ?? []);
    const item = items.find(({ id, role, label }) => [id, role, label].includes(wanted));
    // Electron passes the window and its web contents to click, which its declarations omit.
    if (item !== undefined) Reflect.apply(item.click, item, [{}, window, window?.webContents]);
    return item !== undefined;
  }, name);
  expect(found, name).toBe(true);
}
