import { app } from "electron";

app.enableSandbox();
