/** The same as `appId` in electron-builder.yml: Windows ties notifications and the taskbar to it. */
export const APP_ID = "app.winnow.desktop";

/** What Windows starts Winnow by when a notification is clicked; without it, Electron makes up another one at each start. */
export const TOAST_ACTIVATOR = "{5B0C6B9E-3E0B-4E6C-9C43-6D1B7D0F2A58}";
