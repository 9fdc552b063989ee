import { contextBridge } from "electron";
import { createPageBridge } from "./desktop/page-bridge.ts";

contextBridge.exposeInMainWorld("winnow", createPageBridge());
