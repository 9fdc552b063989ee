/** Same as `appId` in electron-builder.yml. Windows uses it for notifications and the taskbar. */
export const APP_ID = "app.winnow.desktop";

/** CLSID by which Windows starts Winnow when a notification is clicked. By default Electron generates one per run. */
export const TOAST_ACTIVATOR = "{5B0C6B9E-3E0B-4E6C-9C43-6D1B7D0F2A58}";
