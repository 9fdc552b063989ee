/** The same as `appId` in electron-builder.yml: Windows ties notifications and the taskbar to it. */
export const APP_ID = "app.winnow.desktop";
