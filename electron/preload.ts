import { contextBridge } from "electron";

contextBridge.exposeInMainWorld("winnow", {});
