import { existsSync } from "node:fs";
import type * as Electron from "electron";
import { actOf, labelOf } from "./menu-roles.ts";
import { modelled, NotModelled } from "./modelled.ts";

type Template = Electron.MenuItemConstructorOptions;

const TYPES: ReadonlySet<string> = new Set(["normal", "separator", "submenu", "checkbox", "radio"]);

function makeItem(template: Template): Electron.MenuItem {
  const { role, label, submenu, click } = template;
  if (label === undefined && role === undefined && template.type === undefined && submenu === undefined)
    throw new Error("Invalid template for MenuItem: must have at least one of label, role or type");
  const type = template.type ?? (submenu === undefined ? "normal" : "submenu");
  if (!TYPES.has(type)) throw new Error(`Unknown menu item type: ${type}`);
  if (typeof template.icon === "string" && !existsSync(template.icon)) throw new Error("no such icon");
  const act = role === undefined ? null : actOf(role);
  const item = modelled<Electron.MenuItem>("MenuItem", {
    id: template.id ?? "",
    label: label ?? (role === undefined ? "" : labelOf(role)),
    type,
    // An item's declared roles are fewer than a template's.
    role: role as Electron.MenuItem["role"],
    accelerator: template.accelerator,
    enabled: template.enabled ?? true,
    visible: template.visible ?? true,
    checked: template.checked ?? false,
    submenu: Array.isArray(submenu) ? buildFromTemplate(submenu) : undefined,
    click(event: Electron.KeyboardEvent, window?: Electron.BaseWindow, contents?: Electron.WebContents) {
      if (!item.enabled) return;
      if (act !== null) act(window as Electron.BrowserWindow | undefined, contents);
      else click?.(item, window, event);
    },
  });
  return item;
}

/** Builds a menu from its template, with Electron's validation. */
function buildFromTemplate(template: Template[]): Electron.Menu {
  const items = template.map(makeItem);
  const ids = items.map(({ id }) => id).filter((id) => id !== "");
  if (new Set(ids).size < ids.length) throw new Error("two items of one menu have the same id");
  const menu = modelled<Electron.Menu>("Menu", {
    items,
    getMenuItemById(id) {
      for (const item of items) {
        const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
        if (found) return found;
      }
      return null;
    },
  });
  return menu;
}

let applicationMenu: Electron.Menu | null = null;

export const Menu = modelled<typeof Electron.Menu>("Menu", {
  buildFromTemplate(template) {
    if (!Array.isArray(template))
      throw new TypeError("Invalid template for Menu: Menu template must be an array");
    // The stand-in does not accept existing MenuItem objects.
    return buildFromTemplate(template as Template[]);
  },
  setApplicationMenu(menu) {
    if (process.platform === "darwin") throw new NotModelled("the menu bar of macOS");
    applicationMenu = menu;
  },
  getApplicationMenu: () => applicationMenu,
});
